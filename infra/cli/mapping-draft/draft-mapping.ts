import path from 'node:path';

import { Document, isMap, isScalar, isSeq, type YAMLMap } from 'yaml';

import type { CompiledGraph } from '../../../lib/model/graphs/compiled-graph.ts';
import { draftColumn, type DraftColumn, type DraftContext } from './draft-column.ts';
import { guessKeys } from './guess-key.ts';
import { guessSystem } from './guess-system.ts';
import type { TableSample } from './sample-table.ts';

/** A first mapping, as YAML with comments about what is unsure. */
export type MappingDraft = {
  readonly text: string;
  readonly columns: number;
  /** The number of columns that are not ignored. */
  readonly mapped: number;
};

type DraftTable = {
  readonly name: string;
  readonly key: readonly string[];
  readonly keyComment: string | undefined;
  readonly columns: readonly DraftColumn[];
};

/**
 * Drafts the mapping of a file: each column has the node with its heading as alias, name or label, or is ignored, which its comment explains.
 * @rule Imports and exports: What does the draft of a mapping guess?
 */
export function draftMapping(
  file: string,
  graph: CompiledGraph,
  samples: readonly TableSample[],
  language: string,
): MappingDraft {
  const tables = samples.map((sample) => draftTable(file, sample, { graph, language }));
  const document = new Document({
    version: 1,
    file: path.basename(file),
    graph: graph.slug ?? graph.graphId,
    crs: 'EPSG:4326',
    tables: tables.map(({ name, key, columns }) => ({
      table: name,
      key,
      columns: columns.map(({ column, members }) => ({ column, ...members })),
    })),
  });
  tables.forEach((table, index) => comment(document, table, index));
  const columns = tables.flatMap((table) => table.columns);
  return {
    text: document.toString({ lineWidth: 0 }),
    columns: columns.length,
    mapped: columns.filter(({ members }) => !('ignore' in members)).length,
  };
}

function draftTable(file: string, sample: TableSample, context: DraftContext): DraftTable {
  const { table, texts } = sample;
  const columns = table.headings.map((heading, index) =>
    draftColumn(heading, texts[index] ?? [], heading === table.geometryHeading, context),
  );
  const hasId = columns.some(({ members }) => members['is'] === 'resource id');
  const [key, ...others] = hasId ? [] : guessKeys(sample);
  return {
    name: table.name ?? path.basename(file).split('.')[0] ?? '',
    key: key === undefined ? [] : [key],
    keyComment: hasId ? undefined : describeKey(key, others),
    columns: addSystems(columns, sample),
  };
}

function describeKey(key: string | undefined, others: readonly string[]): string {
  if (key === undefined)
    return 'no column has a value of its own in each row. Name the columns that identify a record together';
  const rest = others.length === 0 ? '' : ` Others are ${others.slice(0, 3).join(', ')}`;
  return `unsure: the column that identifies a record.${rest}`;
}

/** Adds the reference system to eastings and northings. */
function addSystems(
  columns: readonly DraftColumn[],
  { texts }: TableSample,
): readonly DraftColumn[] {
  const textsOf = (role: string): readonly string[] =>
    texts[columns.findIndex(({ members }) => members['is'] === role)] ?? [];
  const crs = guessSystem(textsOf('easting'), textsOf('northing'));
  return columns.map((column) => {
    const { is } = column.members;
    if (is !== 'easting' && is !== 'northing') return column;
    const members = crs === undefined ? column.members : { ...column.members, crs };
    const advice =
      crs === undefined
        ? 'add the reference system, such as crs: EPSG:27700'
        : 'unsure: the reference system';
    return { ...column, members, comments: [...column.comments, advice] };
  });
}

/** Writes comments before the parts of a table that are unsure. */
function comment(document: Document, { keyComment, columns }: DraftTable, index: number): void {
  const table = document.getIn(['tables', index]);
  if (!isMap(table)) return;
  if (keyComment !== undefined) commentMember(table, 'key', keyComment);
  const list = table.get('columns');
  columns.forEach(({ comments }, position) => {
    const item = isSeq(list) ? list.items[position] : undefined;
    if (isMap(item) && comments.length > 0)
      item.commentBefore = comments.map((line) => ` ${line}`).join('\n');
  });
}

function commentMember(map: YAMLMap, name: string, text: string): void {
  const key = map.items.find((pair) => String(pair.key) === name)?.key;
  if (isScalar(key)) key.commentBefore = ` ${text}`;
}
