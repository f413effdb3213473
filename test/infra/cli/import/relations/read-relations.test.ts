import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { readRelationsFile } from '../../../../../infra/cli/import/relations/read-relations.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { writeTemporaryFile } from '../chunks.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const HEADER =
  'resourceinstanceidfrom,resourceinstanceidto,relationshiptype,datestarted,dateended,notes';

async function read(...lines: readonly string[]) {
  return readRelationsFile(await writeTemporaryFile('a.relations', lines.join('\r\n')));
}

describe('readRelationsFile', () => {
  it('reads empty cells and None as null', async () => {
    const { relations } = await read(HEADER, `${id(1)},${id(2)},${id(3)},None,,"a, ""b"""`);
    expect(relations).toMatchObject([
      {
        fromId: id(1),
        toId: id(2),
        relationshipType: id(3),
        inverseRelationshipType: null,
        dateStarted: null,
        dateEnded: null,
        notes: 'a, "b"',
      },
    ]);
  });

  it('ignores the letter case and order of the columns', async () => {
    const { relations } = await read(
      'ResourceInstanceIdTo,RESOURCEXID,resourceinstanceidfrom',
      `${id(2)},${id(9)},${id(1)}`,
    );
    expect(relations).toMatchObject([{ fromId: id(1), toId: id(2) }]);
  });

  it('reads rows that differ only in their own id once', async () => {
    const header = `resourcexid,${HEADER}`;
    const facts = `${id(1)},${id(2)},${id(3)}`;
    const file = await read(
      header,
      `${id(8)},${facts},,,`,
      `${id(9)},${facts},None,,`,
      `${id(7)},${facts},1900,,`,
    );
    expect(file.rowCount).toBe(3);
    expect(file.relations.map(({ dateStarted }) => dateStarted)).toEqual([null, '1900']);
  });

  it('gives a relation an id that does not depend on its id in the export', async () => {
    const header = `resourcexid,${HEADER}`;
    const [first] = (await read(header, `${id(8)},${id(1)},${id(2)},,,,`)).relations;
    const [second] = (await read(header, `${id(9)},${id(1)},${id(2)},,,,`)).relations;
    expect(second?.relationId).toBe(first?.relationId);
  });

  it('gives a relation without an id the same id in every reading', async () => {
    const [first] = (await read(HEADER, `${id(1)},${id(2)},,,,`)).relations;
    const [, second] = (await read(HEADER, `${id(1)},${id(3)},,,,`, `${id(1)},${id(2)},,,,`))
      .relations;
    expect(second).toEqual(first);
  });

  it('reports ends that are unknown with their row and column, and reads the other rows', async () => {
    const { relations, problems } = await read(
      HEADER,
      `${id(1)},monument 7,,,,`,
      `${id(1)},${id(2)},,,,`,
    );
    expect(relations).toHaveLength(1);
    expect(problems).toMatchObject([
      {
        severity: 'error',
        code: 'invalid_relation_end',
        pointer: '/0/resourceinstanceidto',
        message: expect.stringContaining('Row 1, column resourceinstanceidto') as string,
      },
    ]);
  });

  it('refuses a row with more cells than the header, as with an unquoted comma in a note', async () => {
    await expect(read(HEADER, `${id(1)},${id(2)},,,,a, b`)).rejects.toThrow(
      'Row 1 has 7 cells, but the header has only 6',
    );
  });

  it('leaves out rows that are not UTF-8, which would store damaged notes, and reads them with the encoding', async () => {
    const text = `${HEADER}\r\n${id(1)},${id(2)},,,,café\r\n${id(1)},${id(3)},,,,`;
    const file = await writeTemporaryFile('a.relations', Buffer.from(text, 'latin1'));
    const { relations, problems } = await readRelationsFile(file);
    expect(relations.map(({ toId }) => toId)).toEqual([id(3)]);
    expect(problems).toMatchObject([{ code: 'invalid_utf8', pointer: '/0' }]);
    const decoded = await readRelationsFile(file, 'windows-1252');
    expect(decoded.relations.map(({ notes }) => notes)).toEqual(['café', null]);
  });

  it('reads the separator from the headings', async () => {
    const lines = [HEADER, `${id(1)},${id(2)},,,,`].map((line) => line.replaceAll(',', ';'));
    expect((await read(...lines)).relations).toHaveLength(1);
  });

  it('reads gzip files', async () => {
    const file = await writeTemporaryFile(
      'a.relations.gz',
      gzipSync(`\uFEFF${HEADER}\n${id(1)},${id(2)},,,,\n`),
    );
    expect((await readRelationsFile(file)).relations).toHaveLength(1);
  });

  it('refuses a file without the columns of both ends', async () => {
    await expect(read('a,b', '1,2')).rejects.toMatchObject({ code: 'malformed_csv' });
  });

  it('refuses a file with an unclosed quote', async () => {
    await expect(read(HEADER, `${id(1)},${id(2)},,,,"open`)).rejects.toMatchObject({
      code: 'malformed_csv',
    });
  });
});

describe.each([
  ['v5demo/pkg/business_data/relations/v5_demo.relations.gz', { rowCount: 4840, distinct: 1035 }],
  ['arches-v3sample-pkg/business_data/relations/all.relations', { rowCount: 14, distinct: 14 }],
])('the relations in %s', (name, expected) => {
  const file = findTestData(name);

  it.skipIf(file === undefined)('are each read once', async () => {
    const { relations, rowCount, problems } = await readRelationsFile(file ?? '');
    expect({ rowCount, distinct: relations.length }).toEqual(expected);
    expect(problems).toEqual([]);
  });
});
