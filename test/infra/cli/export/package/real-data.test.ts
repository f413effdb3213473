import { globSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { importPackage } from '../../../../../infra/cli/import/package/import-package.ts';
import { toJsonbForm } from '../../../../../lib/json/jsonb-form.ts';
import { parseLossless } from '../../../../../lib/json/lossless-json.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';
import { openTestService } from '../../../../support/service.ts';
import { testDataSets } from '../../../../support/test-data-sets.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { createTestContext } from '../../import/importing.ts';
import {
  fingerprintOf,
  openPackageWorkshop,
  standardFingerprintOf,
  type PackageWorkshop,
} from './package-workshop.ts';

const demo = findTestData('v5demo');
const small = findTestData('alizarin-example');
const dump = findTestData('arches76-dump');
const fixtures = testDataSets.find(({ name }) => name === 'arches-fixtures');

const documentSchema = z.object({
  business_data: z.object({
    resources: z.array(
      z.object({
        resourceinstance: z.record(z.string(), z.unknown()),
        tiles: z.array(z.record(z.string(), z.unknown())),
      }),
    ),
  }),
});

type Records = ReadonlyMap<string, { readonly header: object; readonly tiles: object }>;

/** The records of files by id: headers, and tiles by id with every digit of their numbers. */
function readRecords(files: readonly string[]): Records {
  const records = files.flatMap((file) => {
    const bytes = readFileSync(file);
    const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    return documentSchema.parse(parseLossless(text)).business_data.resources;
  });
  return new Map(
    records.map(({ resourceinstance: header, tiles }) => [
      String(header['resourceinstanceid']),
      {
        header,
        tiles: Object.fromEntries(tiles.map((tile) => [String(tile['tileid']), tile])),
      },
    ]),
  );
}

/** JSON with the members of objects in one order. */
const toText = (value: unknown): string => JSON.stringify(toJsonbForm(value));

let workshop: PackageWorkshop;

beforeAll(async () => {
  workshop = await openPackageWorkshop();
});

afterAll(async () => workshop?.close());

/** Imports the exported package like one of another platform. @returns what both databases have */
async function importElsewhere(source: TestStack) {
  const target = await workshop.openEmpty();
  const { report } = await workshop.importInto(target);
  expect(report.countErrors()).toBe(0);
  return {
    exported: await standardFingerprintOf(source),
    imported: await standardFingerprintOf(target),
  };
}

/** Exports a database and restores it. @returns what both databases have */
async function restoreElsewhere(source: TestStack) {
  await workshop.exportFrom(source);
  const target = await workshop.openEmpty();
  await workshop.restoreInto(target);
  return { exported: await fingerprintOf(source), restored: await fingerprintOf(target) };
}

type PackageCase = {
  readonly title: string;
  readonly isSkipped: boolean;
  readonly open: () => Promise<{ readonly stack: TestStack; readonly close: () => Promise<void> }>;
};

const packages: readonly PackageCase[] = [
  {
    title: 'a small package',
    isSkipped: small === undefined,
    open: async () => {
      const stack = await openTestStack();
      await importPackage(small ?? '', createTestContext(stack.dataApi));
      return { stack, close: stack.close };
    },
  },
  {
    title: 'the demo package',
    isSkipped: demo === undefined || !triesAllCases,
    open: async () => {
      const stack = await openTestStack({ content: 'v5demo' });
      return { stack, close: stack.close };
    },
  },
  {
    title: 'test models',
    isSkipped: fixtures?.isAvailable !== true || !triesAllCases,
    open: async () => {
      const service = await openTestService();
      await fixtures?.load(service);
      return service;
    },
  },
];

for (const { title, isSkipped, open } of packages) {
  describe.skipIf(isSkipped)(`hds export package, of ${title}`, () => {
    let source: Awaited<ReturnType<PackageCase['open']>>;

    beforeAll(async () => {
      source = await open();
    });

    afterAll(async () => source?.close());

    it('is restored in a database without data', async () => {
      const { exported, restored } = await restoreElsewhere(source.stack);
      expect(restored).toEqual(exported);
    });

    it('is the same if another database imports its standard files', async () => {
      const { exported, imported } = await importElsewhere(source.stack);
      expect(imported).toEqual(exported);
    });
  });
}

describe.skipIf(dump === undefined)(
  'hds export package, of records that another platform exported',
  () => {
    const exported = globSync(`${dump}/exported/*`).filter((file) => !/System_Settings/.test(file));
    let source: TestStack;

    beforeAll(async () => {
      source = await openTestStack({ content: 'dump' });
      await workshop.exportFrom(source);
    });

    afterAll(async () => source?.close());

    it('has the same tiles, with every digit', () => {
      const written = readRecords(globSync(`${workshop.directory}/business_data/*.json`));
      const read = readRecords(exported);
      expect(read.size).toBeGreaterThan(700);
      expect([...written.keys()].toSorted()).toEqual([...read.keys()].toSorted());
      for (const [id, { tiles }] of read) {
        expect(toText(written.get(id)?.tiles)).toBe(toText(tiles));
      }
    });

    it('has the same headers, except for members that belong to the platform', () => {
      const written = readRecords(globSync(`${workshop.directory}/business_data/*.json`));
      const different = new Set<string>();
      for (const [id, { header }] of readRecords(exported)) {
        const other: Readonly<Record<string, unknown>> = { ...written.get(id)?.header };
        for (const [name, value] of Object.entries(header)) {
          if (toText(other[name]) !== toText(value)) different.add(name);
        }
        expect(Object.keys(other).toSorted()).toEqual(Object.keys(header).toSorted());
      }
      // Times have a zone here; names are computed by this service, and the version of the model is its own.
      expect([...different].toSorted()).toEqual([
        'createdtime',
        'descriptors',
        'graph_publication_id',
        'name',
        'publication_id',
      ]);
    });
  },
);
