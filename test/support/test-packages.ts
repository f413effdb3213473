import { globSync } from 'node:fs';

import { samplePackageFolder } from '../../infra/local/sample/paths.ts';
import type { DatabaseContent } from './database/content.ts';
import { findTestData } from './test-data.ts';

/** A package with complete data, and the content of a test database that contains the package. */
export type TestPackage = {
  readonly name: string;
  readonly content: DatabaseContent;
  /** The files of its resource instances. */
  readonly files: readonly string[];
  /** The GeoJSON property with the names of its places. */
  readonly nameProperty: string;
};

const demo = findTestData('v5demo');

/** The sample, and the demo package if the real data is available. */
export const testPackages: readonly TestPackage[] = [
  {
    name: 'the sample',
    content: 'sample',
    files: globSync(`${samplePackageFolder}/business_data/*.json`).toSorted(),
    nameProperty: 'place_name',
  },
  ...(demo === undefined
    ? []
    : [
        {
          name: 'the demo package',
          content: 'v5demo' as const,
          files: globSync(`${demo}/exported/*`).toSorted(),
          nameProperty: 'name',
        },
      ]),
];
