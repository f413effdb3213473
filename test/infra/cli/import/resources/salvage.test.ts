import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { openImportReport } from '../../../../../infra/cli/import/import-report.ts';
import {
  importResources,
  type ResourcesImported,
} from '../../../../../infra/cli/import/resources/import-resources.ts';
import { MENDED, OTHER } from './damaged-record.ts';
import { damagedRecords } from './damaged-records.ts';
import { fingerprint, createTestContext, openWorkshop, type Workshop } from '../importing.ts';
import { TYPE } from '../graphs/example.ts';
import { monument, monumentGraph, namedMonument, resourceId } from '../monuments.ts';

const reportLine = z.object({
  severity: z.string(),
  code: z.string(),
  pointer: z.string(),
  record: z.string().nullable(),
  resourceinstance: z.unknown().optional(),
  tiles: z.unknown().optional(),
});

type Run = {
  readonly imported: ResourcesImported;
  readonly lines: readonly z.infer<typeof reportLine>[];
};

/** The bytes of a text in which U+00FF stands for a byte that is never part of UTF-8. */
function toBytes(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

async function importBytes(
  workshop: Workshop,
  content: string,
  options: { readonly salvage: boolean; readonly name?: string },
): Promise<Run> {
  const reportFile = path.join(workshop.folder, 'report.jsonl');
  const report = openImportReport(reportFile);
  const file = await workshop.file(options.name ?? 'damaged.json', toBytes(content));
  const context = { ...createTestContext(workshop.stack.dataApi, options), report };
  const imported = await importResources([file], context);
  report.close();
  const lines = (await readFile(reportFile, 'utf8')).split('\n').filter((text) => text !== '');
  return { imported, lines: lines.map((text) => reportLine.parse(JSON.parse(text))) };
}

/** The values of the tiles of a resource instance by their ids; undefined if it does not exist. */
async function readStoredTiles(workshop: Workshop, number: number): Promise<unknown> {
  const [row] = await workshop.rows(
    `select coalesce(jsonb_object_agg(t.tile_id, t.data) filter (where t.tile_id is not null), '{}')::text
    from resource r left join tile t on t.resource_id = r.resource_id
    where r.resource_id = '${resourceId(number)}' group by r.resource_id`,
  );
  return row === undefined ? undefined : JSON.parse(String(row[0]));
}

describe('an import of damaged records', () => {
  const damagedFile = `[${damagedRecords.map(({ text }) => text).join(',')}]`;
  let workshop: Workshop;
  let withoutSalvage: Run;
  let withSalvage: Run;

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph());
    await workshop.importRecords([namedMonument(OTHER, 'Stored')]);
    withoutSalvage = await importBytes(workshop, damagedFile, { salvage: false });
  });

  afterAll(async () => workshop.close());

  it('leaves out each damaged record completely without the option `salvage`', async () => {
    expect(withoutSalvage.imported).toMatchObject({ read: 0, leftOut: damagedRecords.length });
    expect(withoutSalvage.lines.filter((found) => found.tiles !== undefined)).toEqual([]);
    expect(await workshop.rows('select count(*)::text from resource')).toEqual([['1']]);
  });

  describe('with the option `salvage`', () => {
    beforeAll(async () => {
      withSalvage = await importBytes(workshop, damagedFile, { salvage: true });
    });

    const findLines = (index: number) =>
      withSalvage.lines
        .filter(({ pointer }) => pointer === `/${index}` || pointer.startsWith(`/${index}/`))
        .map(({ pointer, ...found }) => ({ ...found, pointer: pointer.slice(`/${index}`.length) }));

    it.each(damagedRecords.map((found, index) => ({ ...found, index })))(
      'keeps the sound data of a record with $damage, and reports the rest with its pointer',
      async ({ index, number, errors, keptTiles }) => {
        const lines = findLines(index).map(({ code, pointer }) => [code, pointer]);
        expect(lines.filter(([code]) => code !== 'unexpected_parent_tile')).toEqual(errors);
        expect(await readStoredTiles(workshop, number)).toEqual(keptTiles);
      },
    );

    it.each([
      ['a node id twice', `"${TYPE}":1, "${TYPE}":2`],
      ['the member sortorder twice in a tile with a tile below', '"sortorder":0, "sortorder":1'],
      ['two legacy ids', '"legacyid":null, "legacyid":"x"'],
      ['two lists of tiles', '"tiles":[]'],
    ])('reports both members of a record with %s', (damage, members) => {
      const [first] = findLines(damagedRecords.findIndex((found) => found.damage === damage));
      const { resourceinstance, tiles } = first ?? {};
      expect(JSON.stringify({ resourceinstance, tiles })).toContain(
        JSON.stringify(members).slice(1, -1),
      );
    });

    it('counts the records and values that are left out', () => {
      const leftOutCount = damagedRecords.filter(({ keptTiles }) => keptTiles === undefined).length;
      const valueCount = damagedRecords
        .flatMap(({ errors }) => errors)
        .filter(([, pointer]) => pointer.includes('/data/')).length;
      expect(withSalvage.imported).toMatchObject({
        read: damagedRecords.length - leftOutCount,
        leftOut: leftOutCount,
        omitted: { values: valueCount },
      });
    });

    it('changes nothing when it is repeated', async () => {
      const before = await fingerprint(workshop.stack.owner);
      const secondRun = await importBytes(workshop, damagedFile, { salvage: true });
      expect(secondRun.lines).toEqual(withSalvage.lines);
      expect(await fingerprint(workshop.stack.owner)).toEqual(before);
    });

    it('reports the tiles with damage in records that can be mended and imported', async () => {
      const mendable = damagedRecords.flatMap((found, index) =>
        found.mended === undefined ? [] : [{ ...found, index, mended: found.mended }],
      );
      const records = mendable.map(({ index, number, mended }) => {
        const [first] = findLines(index);
        expect(first?.resourceinstance).toEqual(monument(number)['resourceinstance']);
        const { tileid, data } = z
          .looseObject({ tileid: z.string(), data: z.record(z.string(), z.unknown()) })
          .parse(z.array(z.unknown()).parse(first?.tiles)[0]);
        expect(Object.keys(data).length).toBeGreaterThan(0);
        expect(mended).toMatchObject({ tileid });
        return { resourceinstance: first?.resourceinstance, tiles: [mended] };
      });
      const runOfMendedRecords = await importBytes(workshop, JSON.stringify(records), {
        salvage: false,
      });
      expect(runOfMendedRecords.lines).toEqual([]);
      const readMendedTiles = async () =>
        Promise.all(mendable.map(async ({ number }) => readStoredTiles(workshop, number)));
      const mendedTiles = await readMendedTiles();
      expect(mendedTiles.filter((tiles) => JSON.stringify(tiles).includes(MENDED))).toHaveLength(
        mendable.length,
      );
      await importBytes(workshop, damagedFile, { salvage: true });
      expect(await readMendedTiles()).toEqual(mendedTiles);
    });
  });
});
