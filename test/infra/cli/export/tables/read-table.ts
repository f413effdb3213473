import { readFile } from 'node:fs/promises';

import { parse as parseCsv } from 'csv-parse/sync';
import { parse as parseYaml } from 'yaml';
import * as z from 'zod';

import { mappingFileName } from '../../../../../infra/cli/export/tables/write-mapping.ts';
import { splitTexts } from '../../../../../lib/model/tables/joined-texts.ts';
import { unguardText } from '../../../../../lib/serializers/tables/guard-text.ts';

const columnSchema = z.object({
  column: z.string(),
  node: z.string().optional(),
  is: z.string().optional(),
  language: z.string().optional(),
  joins: z.array(z.enum(['elements', 'tiles'])).default([]),
});

const mappingSchema = z.object({
  graph: z.string(),
  tables: z.array(
    z.object({ table: z.string(), key: z.array(z.string()), columns: z.array(columnSchema) }),
  ),
});

export type MappedColumn = z.output<typeof columnSchema>;
export type Mapping = z.output<typeof mappingSchema>;

/** A row as the mapping reads it: for each column the texts of each tile. */
export type MappedRow = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Reads the mapping beside a file. */
export async function readMappingOf(file: string): Promise<Mapping> {
  return mappingSchema.parse(parseYaml(await readFile(mappingFileName(file), 'utf8')));
}

/** Parses a CSV file into records of texts, without the apostrophes. */
export function parseTable(text: string): readonly (readonly string[])[] {
  const records: readonly (readonly string[])[] = parseCsv(text, { bom: true });
  return records.map((record) => record.map(unguardText));
}

/** Reads a CSV file by its mapping. */
export async function readTableByMapping(
  file: string,
): Promise<{ readonly columns: readonly MappedColumn[]; readonly rows: readonly MappedRow[] }> {
  const { tables } = await readMappingOf(file);
  const columns = tables.flatMap(({ columns }) => columns);
  const [headings = [], ...records] = parseTable(await readFile(file, 'utf8'));
  if (headings.join() !== columns.map(({ column }) => column).join())
    throw new Error(`The mapping does not have the columns of the file: ${headings.join()}`);
  const rows = records.map(
    (record) =>
      new Map(
        columns.map(({ column, joins }, index) => {
          const shape = { isList: joins.includes('elements'), isJoined: joins.includes('tiles') };
          return [column, splitTexts(record[index] || null, shape)];
        }),
      ),
  );
  return { columns, rows };
}
