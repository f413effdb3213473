import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { CsvEncoding } from '../../../../../infra/cli/import/text-encoding.ts';
import { runCount } from '../../../../support/random/run-count.ts';
import { openCsvWorkshop, type CsvWorkshop } from './csv-workshop.ts';
import { forgeId } from './forge-model.ts';
import { readNaively, type NaiveTile } from './naive-reader.ts';

/** How a table is written as a file. */
type Form = {
  readonly separator: string;
  readonly namesSeparator: boolean;
  readonly lineEnd: string;
  readonly quotesAll: boolean;
  readonly encoding: CsvEncoding;
  readonly hasMark: boolean;
  readonly surplus: number;
  readonly blankRows: boolean;
};

const headings =
  'Name|NAME|name (en)|Name (fr)|NAME (cy)|name (en-US)|Name (pt_BR)|Year Built|YEAR_BUILT|Remark|remark|Remark (fr)'.split(
    '|',
  );
/** Headings of which the mapping has another letter case, or the heading with its language. */
const mappedHeadings = ['TITRE', 'titre (en)', 'Titre (FR)', 'remark', 'year built'];

const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'A',
    'b c',
    'é',
    '€',
    'x;y',
    'x,y',
    'x\ty',
    'say "x"',
    'two\nlines',
    ' x ',
  ),
  fc.stringMatching(/^[a-zé,;" ]{0,6}$/),
);
const date = fc.constantFrom('', '1850-03-31', '1900', ' 1850-03-31 ');

const form: fc.Arbitrary<Form> = fc.record({
  separator: fc.constantFrom(',', ';', '\t'),
  namesSeparator: fc.boolean(),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  quotesAll: fc.boolean(),
  encoding: fc.constantFrom<CsvEncoding>('utf-8', 'windows-1252', 'utf-16le', 'utf-16be'),
  hasMark: fc.boolean(),
  surplus: fc.nat(2),
  blankRows: fc.boolean(),
});

/** The headings without that of the id, the position of the id, and the cells of each row after the number of its resource instance. */
const table = fc
  .record({
    isMapped: fc.boolean(),
    picked: fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 5 }),
    idPosition: fc.nat(5),
  })
  .chain(({ isMapped, picked, idPosition }) => {
    const known = isMapped ? mappedHeadings : headings;
    const names = [...new Set(picked.map((number) => known[number % known.length] ?? ''))];
    const row = fc.tuple(fc.nat(2), ...names.map((name) => (/year/i.test(name) ? date : text)));
    return fc.record({
      isMapped: fc.constant(isMapped),
      names: fc.constant(names),
      idPosition: fc.constant(Math.min(idPosition, names.length)),
      rows: fc.array(row, { minLength: 1, maxLength: 5 }),
    });
  });

const quote = (cell: string, { quotesAll }: Form): string =>
  quotesAll || /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

function write(lines: readonly (readonly string[])[], file: Form): string {
  return lines
    .map((cells, index) => {
      const surplus = index === 0 ? 0 : file.surplus;
      const written = [
        ...cells.map((cell) => quote(cell, file)),
        ...Array<string>(surplus).fill(''),
      ];
      const blank = file.blankRows && index === 1 ? file.separator + file.lineEnd : '';
      return blank + written.join(file.separator) + file.lineEnd;
    })
    .join('');
}

function encode(content: string, { encoding, hasMark }: Form): Uint8Array {
  if (encoding === 'windows-1252') return Buffer.from(content.replaceAll('€', '\x80'), 'latin1');
  const marked = hasMark ? `\uFEFF${content}` : content;
  if (encoding === 'utf-8') return Buffer.from(marked);
  const bytes = Buffer.from(marked, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}

/** Sorts the members of an object by their names. */
const sortMembers = (value: object): object =>
  Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));

const toKey = (tile: NaiveTile): string =>
  JSON.stringify(sortMembers(tile), (_name, value: unknown) =>
    typeof value === 'object' && value !== null ? sortMembers(value) : value,
  );

describe('random CSV files', () => {
  let workshop: CsvWorkshop;
  let run = 0;
  beforeAll(async () => {
    workshop = await openCsvWorkshop();
    const nodes = [
      ['Titre', 3],
      ['Titre (en)', 3],
      ['Titre (FR)', 3],
      ['Remark', 5],
      ['Year Built', 4],
    ] as const;
    await workshop.file('mapped.mapping', {
      resource_model_id: forgeId(1),
      nodes: nodes.map(([heading, node]) => ({
        file_field_name: heading,
        arches_nodeid: forgeId(node),
      })),
    });
    // All languages exist, so that one heading alone has a language, too.
    await workshop.importCsv('ResourceID,Name (en),Name (fr),Name (cy),Name (pt-BR)\nx,a,b,c,d', {
      name: 'forges',
    });
  });
  afterAll(async () => workshop.close());

  const readStored = async (key: string): Promise<readonly string[]> => {
    const tiles = await workshop.readTiles(key);
    return tiles
      .map((values) =>
        toKey(
          Object.fromEntries(
            values.map(([node, value]) => [
              node,
              typeof value === 'string'
                ? value
                : Object.fromEntries(
                    Object.entries(Object(value)).map(([tag, entry]) => [
                      tag,
                      String(Object(entry)['value']),
                    ]),
                  ),
            ]),
          ),
        ),
      )
      .toSorted();
  };

  it('are stored as a naive reader reads them, and change nothing in another form', async () => {
    await fc.assert(
      fc.asyncProperty(table, form, form, async (content, first, second) => {
        run += 1;
        const keys = [0, 1, 2].map((number) => `random-${run}-${number}`);
        const insertId = (cells: readonly string[], cell: string): readonly string[] =>
          cells.toSpliced(content.idPosition, 0, cell);
        const lines = [
          insertId(content.names, 'ResourceID'),
          ...content.rows.map(([number, ...cells]) => insertId(cells, keys[number] ?? '')),
        ];
        const importAs = async (file: Form) => {
          const body = write(lines, file);
          const separatorLine = file.namesSeparator ? `sep=${file.separator}${file.lineEnd}` : '';
          const { encoding } = file;
          const result = await workshop.importCsv(encode(separatorLine + body, file), {
            name: content.isMapped ? 'mapped' : 'forges',
            encoding,
          });
          // Rows of one resource instance may be apart, and a file need not have all columns of the mapping.
          const expectedCodes = new Set(['missing_column', 'tiles_added']);
          expect(result.codes.filter((code) => !expectedCodes.has(code))).toEqual([]);
          return { body, ...result };
        };
        const { body } = await importAs(first);
        const expected = readNaively(body, first.separator);
        for (const key of keys) {
          const tiles = (expected.get(key) ?? []).map(toKey).toSorted();
          expect(await readStored(key)).toEqual(tiles);
        }
        const again = await importAs(second);
        expect(again.imported).toMatchObject({ created: 0, updated: 0 });
      }),
      runCount(100, 15),
    );
  });
});
