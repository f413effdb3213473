import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openCsvWorkshop, type CsvWorkshop } from './csv-workshop.ts';

let workshop: CsvWorkshop;
beforeAll(async () => {
  workshop = await openCsvWorkshop();
});
afterAll(async () => workshop.close());

const bytes = (text: string, encoding: BufferEncoding): Uint8Array => Buffer.from(text, encoding);

/** UTF-16 with the byte order mark, little-endian or big-endian. */
const utf16 = (text: string, isBigEndian = false): Uint8Array => {
  const encoded = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isBigEndian ? encoded.swap16() : encoded;
};

const nameOf = async (legacyId: string) =>
  (await workshop.readTiles(legacyId)).flat().find(([name]) => name === 'Name')?.[1];

describe('the separator of a CSV file', () => {
  it.each([
    ['a comma', 'ResourceID,Name,Remark\nKEY,"A;B",c'],
    ['a semicolon', 'ResourceID;Name;Remark\nKEY;A;B,c'],
    [
      'a semicolon between quoted headings',
      '"ResourceID";"Name";"Remark, or note, or text"\nKEY;A;B',
    ],
    ['a tab', 'ResourceID\tName\tRemark\nKEY\tA;B,\tc'],
    ['named by sep=', 'sep=;\r\nResourceID;Name;Remark\r\nKEY;A;x\r\n'],
    ['named by sep= in quotation marks', '"sep=|"\nResourceID|Name|Remark\nKEY|A|x\n'],
    ['after a byte order mark', '\uFEFFResourceID;Name;Remark\nKEY;A;x\n'],
    ['after a byte order mark and sep=', '\uFEFFsep=\t\nResourceID\tName\tRemark\nKEY\tA\tx\n'],
    ['in a file whose lines end with carriage returns', 'ResourceID;Name;Remark\rKEY;A;x\r'],
    ['in a file whose id is not the first column', 'Name;Remark;resourceid\nA;x;KEY'],
  ])('is read from the heading: %s', async (title, text) => {
    const { codes, imported } = await workshop.importCsv(text.replace('KEY', title));
    expect(codes).toEqual(
      title === 'a semicolon between quoted headings' ? ['unmapped_column'] : [],
    );
    expect(imported).toMatchObject({ created: 1 });
    expect(await nameOf(title)).toMatch(/^A/);
  });
});

describe('surplus cells of a CSV file', () => {
  it('are no error if they are empty, nor are rows of empty cells', async () => {
    const text = 'ResourceID,Name,,\na-1,Tower,,, ,\n,,,\n,,,,,\n\na-2,Windmill\n,,\n';
    const { codes, imported } = await workshop.importCsv(text);
    expect(codes).toEqual([]);
    expect(imported).toMatchObject({ created: 2, notes: ['Rows of CSV: 2 read, 0 with errors'] });
  });

  it('are an error if they are filled', async () => {
    expect((await workshop.importCsv('ResourceID,Name\nb-1,A,,B\n')).codes).toEqual([
      'malformed_csv',
    ]);
  });
});

describe('the encoding of a CSV file', () => {
  const rows = 'ResourceID,Remark,Name\nKEY-1,x,Plain\nKEY-2,y,Église\nKEY-3,z,After';

  it('that is not UTF-8 leaves out rows: the error has row, column and offset, and names the likely encoding', async () => {
    const text = rows.replaceAll('KEY', 'c');
    const { problems, imported } = await workshop.importCsv(bytes(text, 'latin1'));
    const offset = text.indexOf('É');
    expect(problems).toMatchObject([
      {
        code: 'invalid_utf8',
        pointer: '/1/Name',
        message: expect.stringMatching(
          new RegExp(`^Row 2, column "Name": .*offset ${offset} .*--encoding windows-1252`),
        ),
        leftOut: { row: { ResourceID: 'c-2', Remark: 'y', Name: '\uFFFDglise' } },
      },
    ]);
    expect(imported).toMatchObject({
      created: 2,
      leftOut: 1,
      notes: ['Rows of CSV: 3 read, 1 with errors'],
    });
    expect(await workshop.readTiles('c-2')).toEqual([]);
    expect([await nameOf('c-1'), await nameOf('c-3')]).toEqual(['Plain', 'After']);
  });

  it.each([
    ['an ID', 'ResourceID,Name\nd\xe9-1,x\nd-2,y', 1],
    ['a character that is cut off at the end', 'ResourceID,Name\nd-3,x\nd-4,y\xc3', 1],
    ['a surrogate', 'ResourceID,Name\nd-5,\xed\xa0\x80\nd-6,y', 1],
    ['quotation marks', 'ResourceID,Name\nd-7,"a\n\xfe, b"\nd-8,y', 1],
  ])('that is not UTF-8 leaves out only its rows: in %s', async (_place, text, created) => {
    const { codes, imported } = await workshop.importCsv(bytes(text, 'latin1'));
    expect(codes).toEqual(['invalid_utf8']);
    expect(imported).toMatchObject({ created });
  });

  it('that is UTF-8 may have the replacement character', async () => {
    const { codes } = await workshop.importCsv('ResourceID,Name\ne-1,\uFFFD');
    expect(codes).toEqual([]);
    expect(await nameOf('e-1')).toBe('\uFFFD');
  });

  it('that is not UTF-8 ends the file if it is in a heading', async () => {
    const { codes, problems, imported } = await workshop.importCsv(
      bytes('ResourceID,Name,Stra\xdfe\nf-1,x,y', 'latin1'),
    );
    expect(codes).toEqual(['invalid_utf8']);
    expect(problems[0]?.message).toContain('--encoding windows-1252');
    expect(imported).toMatchObject({ created: 0 });
  });

  it.each([
    ['UTF-16, little-endian', (text: string) => utf16(text)],
    ['UTF-16, big-endian', (text: string) => utf16(text, true)],
    ['UTF-16 without a byte order mark', (text: string) => utf16(text).subarray(2)],
  ])('is named if it is likely: %s', async (_name, encode) => {
    const { codes, problems } = await workshop.importCsv(encode(rows));
    expect(codes).toEqual(['invalid_utf8']);
    expect(problems[0]?.message).toContain('--encoding utf-16');
  });

  it.each([
    ['windows-1252', 'g', (text: string) => bytes(text.replace('€', '\x80'), 'latin1')],
    ['utf-16le', 'h', (text: string) => utf16(text)],
    ['utf-16le', 'i', (text: string) => utf16(text).subarray(2)],
    ['utf-16be', 'j', (text: string) => utf16(text, true)],
    // The byte order mark decides.
    ['utf-16le', 'k', (text: string) => utf16(text, true)],
    ['windows-1252', 'l', (text: string) => bytes(`\uFEFF${text}`, 'utf8')],
  ] as const)('is that of the option: %s (%s)', async (encoding, key, encode) => {
    const text = rows.replaceAll('KEY', key).replace('Plain', '€');
    const { codes } = await workshop.importCsv(encode(text), { encoding });
    expect(codes).toEqual([]);
    expect([await nameOf(`${key}-1`), await nameOf(`${key}-2`)]).toEqual(['€', 'Église']);
  });

  it.each([
    ['windows-1252', bytes('ResourceID,Name\nm-1,\x81\nm-2,y', 'latin1')],
    ['utf-16le', utf16('ResourceID,Name\nn-1,\ud800\nn-2,y')],
  ] as const)('of the option has an error where it does not fit: %s', async (encoding, content) => {
    const { codes, problems, imported } = await workshop.importCsv(content, { encoding });
    expect(codes).toEqual(['invalid_encoding']);
    expect(problems[0]?.message).toMatch(/^Row 1, column "Name"/);
    expect(imported).toMatchObject({ created: 1 });
  });
});
