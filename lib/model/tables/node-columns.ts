import { datatypeOf } from '../datatypes/registry.ts';
import type { ColumnPart, ColumnType, TableColumn } from './table-column.ts';
import type { TableNode } from './table-model.ts';

/** What the columns of a node depend on, besides the node. */
export type NodeColumnOptions = {
  /** Whether columns are named for people or for programs. */
  readonly headings: 'labels' | 'aliases';
  /** The languages of texts, each with a column; none for models with plain texts. */
  readonly textLanguages: readonly string[];
};

/**
 * Lists the columns of a node, not yet with unique names. A value that people cannot read, such as the URI of a concept, follows the column with
 * its label.
 * @rule Imports and exports: Which columns does a node have?
 * @param name of the node
 * @param isJoined whether a cell has the values of several tiles
 */
export function listNodeColumns(
  node: TableNode,
  name: string,
  isJoined: boolean,
  options: NodeColumnOptions,
): readonly TableColumn[] {
  const isList = hasElements(node.datatype);
  return listParts(node, options).map((part) => ({
    name: `${name}${suffixOf(part, node, options)}`,
    type: part.kind === 'geometry' ? 'geometry' : isJoined ? 'text' : typeOf(node, part),
    source: { kind: 'node', node, part },
    isList: part.kind === 'value' && isList,
    isJoined: isJoined && part.kind !== 'geometry',
  }));
}

/** Whether a value can have several elements, each with a text of its own: concepts, resource instances and options. */
export function hasElements(datatype: string): boolean {
  const { columnText } = datatypeOf(datatype);
  return (
    columnText?.as === 'concept value' ||
    columnText?.as === 'resource instance' ||
    columnText?.as === 'option'
  );
}

function listParts(
  { datatype }: TableNode,
  { textLanguages }: NodeColumnOptions,
): readonly ColumnPart[] {
  const { holds, columnText } = datatypeOf(datatype);
  if (holds === 'geometry') return [{ kind: 'geometry' }];
  if (holds === 'texts by language' && textLanguages.length > 0)
    return textLanguages.map((language) => ({ kind: 'text', language }));
  const isReadable = columnText === undefined || holds === 'texts by language';
  return isReadable ? [{ kind: 'value' }] : [{ kind: 'label' }, { kind: 'value' }];
}

function suffixOf(
  part: ColumnPart,
  node: TableNode,
  { headings, textLanguages }: NodeColumnOptions,
): string {
  if (part.kind === 'text') {
    if (textLanguages.length === 1) return '';
    return headings === 'labels'
      ? ` (${part.language})`
      : `_${part.language.toLowerCase().replaceAll(/[^a-z\d]/g, '_')}`;
  }
  if (part.kind !== 'value' || listParts(node, { headings, textLanguages }).length === 1) return '';
  const { references } = datatypeOf(node.datatype);
  const suffix = references === undefined ? 'value' : 'URI';
  return headings === 'labels' ? ` [${suffix}]` : `_${suffix.toLowerCase()}`;
}

const typeOf = ({ datatype }: TableNode, { kind }: ColumnPart): ColumnType =>
  (kind === 'value' ? datatypeOf(datatype).tileType : undefined) ?? 'text';
