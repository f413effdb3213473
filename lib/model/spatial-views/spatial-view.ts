import { isObject, type JsonObject } from '../datatypes/values/json-values.ts';

/** A node whose values are a column of a spatial view. Whatever else was sent of it is kept. */
export type AttributeNode = JsonObject & { readonly nodeid: string; readonly description: string };

/** Whether something is what a spatial view stores of an attribute node. */
export function isAttributeNode(value: unknown): value is AttributeNode {
  return (
    isObject(value) &&
    typeof value['nodeid'] === 'string' &&
    typeof value['description'] === 'string'
  );
}

/** What a spatial view is made of (specification, Spatial view). */
export type SpatialView = {
  /** In lower case. */
  readonly spatialViewId: string;
  /** The names of its views in the database begin with it. */
  readonly slug: string;
  /** The schema of the database in which its views are. */
  readonly schema: string;
  readonly description: string;
  /** In lower case. */
  readonly geometryNodeId: string;
  /** A language tag. */
  readonly language: string;
  readonly isActive: boolean;
  readonly isMixedGeometryTypes: boolean;
  /** In the order of their columns. */
  readonly attributeNodes: readonly AttributeNode[];
};

/** What can be said of a spatial view when it is made or changed. */
export type SpatialViewFields = Omit<SpatialView, 'spatialViewId'>;

/** What is sent of a spatial view: what is left out stays as it is. */
export type SpatialViewPatch = Partial<SpatialViewFields>;

/** What a new spatial view has where nothing is said. */
export const defaultViewFields = {
  schema: 'public',
  description: '',
  isActive: true,
  isMixedGeometryTypes: false,
} as const satisfies SpatialViewPatch;

/** The kinds of geometries that a layer can be made of: single and multi are one. The database says which is of which (geometry_kind). */
export const geometryKinds = ['point', 'linestring', 'polygon'] as const;

/** A kind of geometries. */
export type GeometryKind = (typeof geometryKinds)[number];

/** What is behind the slug in the names of its views: one for each kind of geometry, or one for all of them. */
export const viewNameSuffixes: readonly string[] = [
  ...geometryKinds.map((kind) => `_${kind}`),
  '_mixed_geom',
];

/** The names of the views of a spatial view in its schema. */
export function viewNames({
  slug,
  isMixedGeometryTypes,
}: Pick<SpatialViewFields, 'slug' | 'isMixedGeometryTypes'>): readonly string[] {
  return viewNameSuffixes
    .filter((suffix) => (suffix === '_mixed_geom') === isMixedGeometryTypes)
    .map((suffix) => `${slug}${suffix}`);
}

/** The most bytes of a name in PostgreSQL. */
const longestName = 63;

/** The most characters of a slug, so that the longest name of a view can be one. */
export const maxSlugLength =
  longestName - Math.max(...viewNameSuffixes.map(({ length }) => length));

/** Letters, digits and underscores, without a digit at the start. */
export const slugPattern = /^[a-zA-Z_][a-zA-Z0-9_]+$/;
