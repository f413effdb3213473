import { datatypeOf } from '../datatypes/registry.ts';
import type { JsonObject } from '../datatypes/values/json-values.ts';
import type { QuestionNode } from '../questions/question.ts';

/** The name of the geometry of a feature, which no column has. */
export const geometryName = 'geometry';

/** How a filter can name a column whose name is also that of a parameter. */
export const nodePrefix = 'node.';

/** The ids that each feature has as properties. */
export const idNames = ['resourceinstanceid', 'tileid', 'nodeid'] as const;
export type IdName = (typeof idNames)[number];

/** The property with the name of the resource instance, which the features of models have. */
export const primaryName = 'primary_name';

/** A column of a layer. */
export type Column = {
  /** The name of the property of the features. */
  readonly name: string;
  readonly datatype: string;
  readonly config: JsonObject;
  /** The node of its values. */
  readonly node: QuestionNode;
};

/** A property of features by which they are filtered. */
export type Queryable =
  | { readonly kind: 'column'; readonly column: Column }
  | { readonly kind: 'id'; readonly name: IdName }
  | { readonly kind: 'name'; readonly name: typeof primaryName };

/** A layer that the caller may read, and its readable columns in their order. */
export type QueryableLayer = {
  readonly geometryNodes: readonly QuestionNode[];
  readonly columns: readonly Column[];
  /** Whether its features have the property `primary_name`. */
  readonly hasNames: boolean;
};

/** The names of the properties of the features of a layer, without those of ids. */
export const listPropertyNames = ({
  columns,
  hasNames,
}: {
  readonly columns: readonly { readonly name: string }[];
  readonly hasNames: boolean;
}): readonly string[] => [...(hasNames ? [primaryName] : []), ...columns.map(({ name }) => name)];

/** The names of the columns that are dates. */
export const listDateNames = (
  columns: readonly Pick<Column, 'name' | 'datatype'>[],
): readonly string[] =>
  columns.flatMap(({ name, datatype }) =>
    datatypeOf(datatype).searchedBy === 'days' ? [name] : [],
  );

/** How the values of a column are compared: as texts unless they are numbers or dates. */
export function comparisonOf(queryable: Queryable): 'texts' | 'numbers' | 'days' {
  if (queryable.kind !== 'column') return 'texts';
  const { searchedBy } = datatypeOf(queryable.column.datatype);
  return searchedBy === 'numbers' || searchedBy === 'days' ? searchedBy : 'texts';
}

export const nameOf = (queryable: Queryable): string =>
  queryable.kind === 'column' ? queryable.column.name : queryable.name;

/**
 * Finds what a name in a filter means: a column, an id, the name of the resource instance, or a column with `node.` before its name.
 * @rule GeoJSON and OGC API Features: Which property does the name of a condition mean?
 */
export function findQueryable(layer: QueryableLayer, name: string): Queryable | undefined {
  const column = layer.columns.find((candidate) => candidate.name === name);
  if (column !== undefined) return { kind: 'column', column };
  const id = idNames.find((candidate) => candidate === name);
  if (id !== undefined) return { kind: 'id', name: id };
  if (layer.hasNames && name === primaryName) return { kind: 'name', name };
  return name.startsWith(nodePrefix)
    ? findQueryable(layer, name.slice(nodePrefix.length))
    : undefined;
}
