import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { readDocument } from '../../../../../lib/data-api/chunks.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { maxDescriptorLength } from '../../../../../lib/model/descriptors/truncate-descriptor.ts';
import { NAME } from '../graphs/example.ts';
import { createTestContext, openWorkshop, type Workshop } from '../importing.ts';
import {
  MEASURE,
  monument,
  monumentGraph,
  namedMonument,
  resourceId,
  tile,
  tileId,
} from '../monuments.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';

describe('values in an import', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph());
  });

  afterAll(async () => workshop.close());

  const importText = async (text: string, options?: Parameters<typeof createTestContext>[1]) => {
    const context = createTestContext(workshop.stack.dataApi, options);
    const imported = await importResources([await workshop.file('text.json', text)], context);
    return { ...context, imported };
  };

  const readStoredData = async (number: number): Promise<string> =>
    (
      await readDocument(workshop.stack.dataApi, {
        lines: rawSql(
          `select 0::bigint as position, t.data::text as part from tile t where t.tile_id = '${tileId(number)}'`,
        ),
        version: rawSql(`select ''`),
      })
    ).join('');

  const readDigest = async (text: string): Promise<unknown> =>
    (await workshop.rows(`select md5(${text})`))[0]?.[0];

  const monumentWithMeasure = (number: number, digits: string): string =>
    JSON.stringify(monument(number, [tile(number, MEASURE, { [MEASURE]: '@' })])).replace(
      '"@"',
      digits,
    );

  it.each(['12345678901234567890', '1.0', '0.10', '1234567890.123456789012345', '-7'])(
    'keep all digits of the number %s',
    async (digits) => {
      const { problems } = await importText(`[${monumentWithMeasure(1, digits)}]`);
      expect(problems).toEqual([]);
      expect(await readStoredData(1)).toBe(`{"${MEASURE}": ${digits}}`);
    },
  );

  it.each([
    ['a plain string', 'Tower'],
    [
      'a string by language',
      { en: { value: 'Tower', direction: 'ltr' }, ar: { value: 'برج', direction: 'rtl' } },
    ],
    ['an empty text', ''],
    ['null', null],
    ['text of many scripts', 'Ψυχή 🏛️ 長城 \u2028 "\\" \u0001'],
    ['a list', [1, 'a', null, { b: [] }]],
    ['true', true],
  ])('are stored unchanged: %s', async (_what, value) => {
    const { problems } = await workshop.importRecords([namedMonument(2, value)]);
    expect(problems).toEqual([]);
    expect(JSON.parse(await readStoredData(2))).toEqual({ [NAME]: value });
  });

  it('add their languages to the list of languages if these are valid language tags', async () => {
    await workshop.importRecords([
      namedMonument(3, { 'pt-BR': { value: 'Torre' }, 'not a language': { value: 'x' } }),
    ]);
    const languages = await workshop.rows('select language_id from language');
    expect(languages).toContainEqual(['pt-BR']);
    expect(languages).not.toContainEqual(['not a language']);
  });

  it('lead to an error for a record with a character that cannot be stored; the other records are imported', async () => {
    const { problems, imported } = await workshop.importRecords([
      namedMonument(4, 'a\0b'),
      namedMonument(5, 'half \ud83d'),
      namedMonument(6, 'whole 😀'),
    ]);
    expect(problems.map(({ code, record }) => [code, record])).toEqual([
      ['unusable_character', resourceId(4)],
      ['unusable_character', resourceId(5)],
    ]);
    expect(imported).toMatchObject({ read: 1, tiles: 1, leftOut: 2 });
    expect(JSON.parse(await readStoredData(6))).toEqual({ [NAME]: 'whole 😀' });
  });

  it('lead to an error for one of many records if the database refuses a value; the others are imported', async () => {
    const records = Array.from({ length: 21 }, (_, index) =>
      monumentWithMeasure(100 + index, index === 13 ? '1e200000' : String(index)),
    );
    const { problems, imported } = await importText(`[${records.join(',')}]`);
    expect(problems).toEqual([
      expect.objectContaining({
        code: 'refused_by_database',
        record: resourceId(113),
        pointer: '/13',
        severity: 'error',
      }),
    ]);
    expect(imported).toMatchObject({
      read: 20,
      tiles: 20,
      leftOut: 1,
      created: 20,
      tilesCreated: 20,
    });
    expect(await readStoredData(113)).toBe('');
  });

  it('lead to an error for a record that is nested too deep to be read', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const { problems, imported } = await importText(
      `[${monumentWithMeasure(200, deep)},${monumentWithMeasure(201, '1')}]`,
    );
    expect(problems).toHaveLength(1);
    expect(problems[0]?.code).toMatch(/too_deep|refused_by_database/);
    expect(imported).toMatchObject({ read: 1, leftOut: 1 });
  });

  it.runIf(triesAllCases)('are imported unchanged even if they have six megabytes', async () => {
    const text = '"quoted" \\ 長城 😀 '.repeat(280_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(6_000_000);
    const large = namedMonument(7, text);
    const { problems, imported } = await workshop.importRecords([large, namedMonument(8, 'x')]);
    expect(problems).toEqual([]);
    expect(imported).toMatchObject({ read: 2, tilesCreated: 2 });
    expect(
      await readDigest(`(select data ->> '${NAME}' from tile where tile_id = '${tileId(7)}')`),
    ).toBe(createHash('md5').update(text).digest('hex'));
    const repeated = await workshop.importRecords([large]);
    expect(repeated.imported).toMatchObject({ updated: 0, tilesUpdated: 0 });
  });

  it('are cut off in the name of a resource instance if they are larger than a request', async () => {
    const template = { nodegroup_id: NAME, string_template: '<Name>' };
    const config = { descriptor_types: { name: template } };
    await workshop.importGraphs(monumentGraph({ functions_x_graphs: [{ config }] }));
    const text = 'A "long" name. '.repeat(120_000).trim();
    const { problems } = await workshop.importRecords([namedMonument(9, text)]);
    expect(problems).toEqual([]);
    const expectedName = `${text.slice(0, maxDescriptorLength - 1)}…`;
    expect(
      await readDigest(
        `(select descriptors #>> '{en-US,name,value}' from resource where resource_id = '${resourceId(9)}')`,
      ),
    ).toBe(createHash('md5').update(expectedName).digest('hex'));
  });

  it('are read from JSON lines in a gzip file', async () => {
    const lines = [namedMonument(300, 'One'), namedMonument(301, 'Two')].map((record) =>
      JSON.stringify(record),
    );
    const file = path.join(workshop.folder, 'lines.jsonl.gz');
    await writeFile(file, gzipSync(`${lines[0]}\n{"broken":\n\n${lines[1]}\n`));
    const context = createTestContext(workshop.stack.dataApi);
    expect(await importResources([file], context)).toMatchObject({ read: 2, leftOut: 1 });
    expect(context.problems).toEqual([expect.objectContaining({ code: 'malformed_json', file })]);
  });

  it('are read from one flat document of a resource instance, as the service itself writes it', async () => {
    const tiles = [tile(310, NAME, { [NAME]: 'Flat' })];
    const { resourceinstance } = monument(310);
    const { problems, imported } = await importText(
      JSON.stringify({ descriptors: {}, displayname: 'Flat', ...Object(resourceinstance), tiles }),
    );
    expect(problems).toEqual([]);
    expect(imported).toMatchObject({ created: 1, tilesCreated: 1 });
  });

  it('are all imported if a file has two records of one resource instance', async () => {
    const { problems, imported } = await workshop.importRecords([
      namedMonument(320, 'First'),
      monument(320, [tile(321, NAME, { [NAME]: 'Second' })]),
    ]);
    expect(problems).toEqual([]);
    expect(imported).toMatchObject({ created: 1, updated: 1, tilesCreated: 2 });
  });
});
