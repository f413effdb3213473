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
  | { readonly kind: 'id'; readonly name: IdName };

/** A layer that the caller may read, and its readable columns in their order. */
export type QueryableLayer = {
  readonly geometryNode: QuestionNode;
  readonly columns: readonly Column[];
};

/** How the values of a column are compared: as texts unless they are numbers or dates. */
export function comparisonOf(queryable: Queryable): 'texts' | 'numbers' | 'days' {
  if (queryable.kind === 'id') return 'texts';
  const { searchedBy } = datatypeOf(queryable.column.datatype);
  return searchedBy === 'numbers' || searchedBy === 'days' ? searchedBy : 'texts';
}

export const nameOf = (queryable: Queryable): string =>
  queryable.kind === 'id' ? queryable.name : queryable.column.name;

/**
 * Finds what a name in a filter means: a column, an id, or a column with `node.` before its name.
 * @rule GeoJSON and OGC API Features: Which property does the name of a condition mean?
 */
export function findQueryable(layer: QueryableLayer, name: string): Queryable | undefined {
  const column = layer.columns.find((candidate) => candidate.name === name);
  if (column !== undefined) return { kind: 'column', column };
  const id = idNames.find((candidate) => candidate === name);
  if (id !== undefined) return { kind: 'id', name: id };
  return name.startsWith(nodePrefix)
    ? findQueryable(layer, name.slice(nodePrefix.length))
    : undefined;
}
