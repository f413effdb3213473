import { globSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  readRecordTexts,
  scanRecordTexts,
} from '../../../../../infra/cli/import/resources/read-record-texts.ts';
import { readRecordLines } from '../../../../../infra/cli/import/resources/read-record-lines.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { collect, cutAt, writeTemporaryFile } from '../chunks.ts';

const BYTE_ORDER_MARK = '\uFEFF';

function scan(text: string, cuts: readonly number[] = []) {
  return collect(scanRecordTexts(cutAt(Buffer.from(text), cuts)));
}

/** The bytes of a text. A byte that is never part of UTF-8 replaces the question mark. */
function toBytesWithBadByte(text: string): Uint8Array {
  return Buffer.from(text.replace('?', '\u00FF'), 'latin1');
}

async function scanPointersAndTexts(text: string) {
  return (await scan(text)).map((record) => [record.pointer, record.text]);
}

describe('the records of a business data document', () => {
  it('are the elements of business_data.resources', async () => {
    expect(
      await scanPointersAndTexts('{"business_data": {"resources": [{"a": 1}, {"b": [2]}]}}'),
    ).toEqual([
      ['/business_data/resources/0', '{"a": 1}'],
      ['/business_data/resources/1', '{"b": [2]}'],
    ]);
  });

  it('are found with other content before, inside and after the list', async () => {
    const text = `{"reference_data": [{"resources": [{"no": "}"}]}], "graph": [], "size": 1.5e3,
      "business_data": {"resources_count": 1, "relations": [{}], "resources": [{"a": "\\"]}"}], "more": null},
      "metadata": {"business_data": {"resources": [{"not": "me"}]}}}`;
    expect(await scanPointersAndTexts(text)).toEqual([
      ['/business_data/resources/0', '{"a": "\\"]}"}'],
    ]);
  });

  it('are the elements of a list', async () => {
    expect(await scanPointersAndTexts(' [{"a": 1},\n{"b": 2}] ')).toEqual([
      ['/0', '{"a": 1}'],
      ['/1', '{"b": 2}'],
    ]);
  });

  it('are the document itself, from its first known key on, if it is a single record', async () => {
    const record = '{"resourceinstance": {"id": 1}, "tiles": [{}], "more": "}"}';
    expect(await scanPointersAndTexts(record)).toEqual([['', record]]);
    expect(await scanPointersAndTexts('{"version": [1], "tiles" : []}')).toEqual([
      ['', '{"tiles" : []}'],
    ]);
  });

  it('may be an empty list or absent', async () => {
    for (const text of [
      '[]',
      '{"business_data": {"resources": []}}',
      '{"business_data": []}',
      '{"business_data": {}}',
    ])
      expect(await scanPointersAndTexts(text)).toEqual([]);
  });

  it('have their position and line', async () => {
    const records = await scan('{"business_data":\n{"resources":[\n{"a":\n1},\n{"b":2}]}}');
    expect(records.map(({ position, line }) => [position, line])).toEqual([
      [0, 3],
      [1, 5],
    ]);
  });

  it('are read after a byte order mark', async () => {
    expect(await scanPointersAndTexts(`${BYTE_ORDER_MARK}[{"a": "é"}]`)).toEqual([
      ['/0', '{"a": "é"}'],
    ]);
  });

  it('are the same if the bytes are cut into chunks anywhere', async () => {
    const record = fc.record({
      resourceinstance: fc.json(),
      tiles: fc.array(fc.jsonValue()),
      name: fc.string({ unit: 'grapheme' }),
    });
    const document = fc.tuple(
      fc.array(record),
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(0, 2),
    );
    await fc.assert(
      fc.asyncProperty(
        document,
        fc.array(fc.nat(2000)),
        async ([resources, otherMembers, indent], cuts) => {
          const {
            business_data: _clash,
            resourceinstance: _record,
            tiles: _tiles,
            ...before
          } = otherMembers;
          const text = JSON.stringify(
            { ...before, business_data: { ...before, resources } },
            null,
            indent,
          );
          const records = await scan(text, cuts);
          expect(records).toEqual(await scan(text));
          expect(records.map((found) => JSON.parse(found.text) as unknown)).toEqual(
            JSON.parse(JSON.stringify(resources)),
          );
        },
      ),
    );
  });

  it('are the same wherever a document is cut in two', async () => {
    const text = `${BYTE_ORDER_MARK}{"x":[1,"\\\\"],"business_data":{"resources":[{"a":"é\\"]"},2,"s"]}}`;
    const whole = await scan(text);
    for (let position = 0; position <= Buffer.byteLength(text); position += 1)
      expect(await scan(text, [position])).toEqual(whole);
  });
});

describe('a malformed record', () => {
  it.each([
    ['a list', scanRecordTexts, '[{"a": 1}, {"b": "?"}, {"c": 3}]'],
    ['a file of lines', readRecordLines, '{"a": 1}\n{"b": "?"}\n{"c": 3}'],
  ])(
    'is marked in %s if it is not UTF-8, and the records after it are read',
    async (_what, read, text) => {
      const records = await collect(read(cutAt(toBytesWithBadByte(text), [])));
      expect(records.map((record) => [record.pointer, record.text, record.isUtf8])).toEqual([
        ['/0', '{"a": 1}', true],
        ['/1', '{"b": "\uFFFD"}', false],
        ['/2', '{"c": 3}', true],
      ]);
    },
  );

  it('is marked if it is the whole document and not UTF-8', async () => {
    const bytes = toBytesWithBadByte('{"tiles": ["?"]}');
    expect(await collect(scanRecordTexts(cutAt(bytes, [])))).toMatchObject([
      { pointer: '', isUtf8: false },
    ]);
  });

  it.each(['{"a": [1}', '{"a": [{"b": 1]}'])(
    'ends at its own last bracket even if it has an unclosed bracket: %s',
    async (faulty) => {
      expect(await scanPointersAndTexts(`[${faulty}, {"c": 3}]`)).toEqual([
        ['/0', faulty],
        ['/1', '{"c": 3}'],
      ]);
    },
  );
});

describe('a malformed document', () => {
  it.each([
    ['[{"a": 1}', 'The file is cut off (line 1, byte 9)'],
    ['{"business_data": {"resources": [{"a": 1', 'The file is cut off (line 1, byte 40)'],
    ['', 'The file is cut off (line 1, byte 0)'],
    ['[{"a": 1]]', 'A bracket closes what was not opened (line 1, byte 8)'],
    ['{"x": {"y": [1}}', 'A bracket closes what was not opened (line 1, byte 14)'],
    ['[{}\n{}]', 'A comma or closing bracket is missing (line 2, byte 4)'],
    ['[{},]', 'A value is missing (line 1, byte 4)'],
    ['{"a" 1}', 'A colon is missing after a key (line 1, byte 5)'],
    ['{a: 1}', 'A key in quotes is missing (line 1, byte 1)'],
    ['[]\n[]', 'Something follows after the end of the document (line 2, byte 3)'],
  ])('such as %j is refused: %s', async (text, message) => {
    await expect(scan(text)).rejects.toMatchObject({ code: 'malformed_json', message });
  });

  it('is refused if it is valid JSON without records', async () => {
    for (const text of ['{"graph": []}', '{}', '7', '"text"'])
      await expect(scan(text)).rejects.toMatchObject({ code: 'no_records' });
  });

  it('is refused, with the line, if a key before the records is not UTF-8', async () => {
    const bytes = toBytesWithBadByte('{\n"?": 1, "business_data": []}');
    await expect(collect(scanRecordTexts(cutAt(bytes, [])))).rejects.toMatchObject({
      code: 'invalid_utf8',
      message: 'The key is not UTF-8 (line 2)',
    });
  });

  it('yields the records before the error, and then fails', async () => {
    for (const text of ['[{"a": 1}, {"b"', '[{"a": 1} {"b": 2}]']) {
      const records = scanRecordTexts(cutAt(Buffer.from(text), []));
      expect((await records.next()).value).toMatchObject({ text: '{"a": 1}' });
      await expect(records.next()).rejects.toMatchObject({ code: 'malformed_json' });
    }
  });
});

describe('the records of a JSON lines file', () => {
  it('are its lines without the blank ones, with pointers like those of a list', async () => {
    const text = `${BYTE_ORDER_MARK}{"a": 1}\r\n\n  \n{"b": "é"}`;
    expect(await collect(readRecordLines(cutAt(Buffer.from(text), [])))).toEqual([
      { text: '{"a": 1}', isUtf8: true, pointer: '/0', position: 0, line: 1 },
      { text: '{"b": "é"}', isUtf8: true, pointer: '/1', position: 1, line: 4 },
    ]);
  });

  it('are the same if the bytes are cut into chunks anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), fc.array(fc.nat(500)), async (values, cuts) => {
        const lines = values.map((value) => JSON.stringify(value));
        const records = await collect(readRecordLines(cutAt(Buffer.from(lines.join('\n')), cuts)));
        expect(records.map(({ text }) => text)).toEqual(lines.map((line) => line.trim()));
      }),
    );
  });
});

describe('readRecordTexts', () => {
  it.each(['data.json', 'data.json.gz', 'data.jsonl', 'data.jsonl.gz'])(
    'reads %s',
    async (name) => {
      const text = name.includes('jsonl') ? '{"a": 1}\n{"a": 2}\n' : '[{"a": 1}, {"a": 2}]';
      const file = await writeTemporaryFile(name, name.endsWith('.gz') ? gzipSync(text) : text);
      expect((await collect(readRecordTexts(file))).map((record) => record.text)).toEqual([
        '{"a": 1}',
        '{"a": 2}',
      ]);
    },
  );

  it('refuses a compressed file that is cut off', async () => {
    const packed = gzipSync(
      JSON.stringify(Array.from({ length: 1000 }, (_none, key) => ({ key }))),
    );
    const file = await writeTemporaryFile('data.json.gz', packed.subarray(0, packed.length - 20));
    await expect(collect(readRecordTexts(file))).rejects.toMatchObject({ code: 'damaged_gzip' });
  });

  it('reports the path of a file that does not exist', async () => {
    await expect(collect(readRecordTexts('/nowhere/data.json'))).rejects.toThrow(
      '/nowhere/data.json',
    );
  });

  it('yields each record before it reads more of the file', async () => {
    let produced = 0;
    async function* document() {
      yield Buffer.from('{"reference_data": [{}], "business_data": {"resources": [0');
      for (produced = 1; produced < 100; produced += 1) yield Buffer.from(`, ${produced}`);
      yield Buffer.from(']}}');
    }
    for await (const { position } of scanRecordTexts(document()))
      expect(produced - position).toBeLessThanOrEqual(1);
  });
});

describe('the exported resources of v5demo', () => {
  const folder = findTestData('v5demo/exported');

  it.skipIf(folder === undefined)('are 787 records with 6,053 tiles', async () => {
    let resources = 0;
    let tiles = 0;
    for (const file of globSync(`${folder}/*`)) {
      for await (const { text } of readRecordTexts(file)) {
        resources += 1;
        tiles += (JSON.parse(text) as { tiles: readonly unknown[] }).tiles.length;
      }
    }
    expect({ resources, tiles }).toEqual({ resources: 787, tiles: 6053 });
  });
});
