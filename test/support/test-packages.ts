import { globSync } from 'node:fs';

import { samplePackageFolder } from '../../infra/local/sample/paths.ts';
import type { DatabaseContent } from './database/content.ts';
import { testDataPath } from './test-data.ts';

/** A package that tests try everything on, and the database that has it. */
export type TestPackage = {
  readonly name: string;
  readonly content: DatabaseContent;
  /** The files that its resource instances came from. */
  readonly files: readonly string[];
  /** The property that the names of its places are under in GeoJSON. */
  readonly nameProperty: string;
};

const demo = testDataPath('v5demo');

/** The sample, and the demo package where the real data is. */
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
