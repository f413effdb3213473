import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { parse } from 'csv-parse/sync';
import * as z from 'zod';

const mappingSchema = z.object({
  nodes: z.array(z.object({ arches_nodeid: z.string(), file_field_name: z.string().nullish() })),
});

/**
 * Counts the groups of filled cells of one row whose nodes are in one nodegroup, in all CSV files of a folder that have a mapping.
 * @param nodegroupOf the id of the nodegroup of each node
 */
export async function countCellGroups(
  folder: string,
  nodegroupOf: ReadonlyMap<string, string>,
): Promise<number> {
  const names = await readdir(folder);
  let groups = 0;
  for (const name of names.filter((file) => file.endsWith('.mapping'))) {
    const { nodes } = mappingSchema.parse(
      JSON.parse(await readFile(path.join(folder, name), 'utf8')),
    );
    const csvName = name.replace(/mapping$/, 'csv');
    const text = names.includes(csvName)
      ? await readFile(path.join(folder, csvName), 'utf8')
      : gunzipSync(await readFile(path.join(folder, `${csvName}.gz`))).toString();
    const rows: readonly Readonly<Record<string, string>>[] = parse(text, {
      columns: true,
      bom: true,
    });
    for (const row of rows) {
      const filledNodes = nodes.filter(
        ({ file_field_name: heading }) => (row[heading ?? ''] ?? '').trim() !== '',
      );
      groups += new Set(filledNodes.map((node) => nodegroupOf.get(node.arches_nodeid))).size;
    }
  }
  return groups;
}
