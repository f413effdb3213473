import { isObject, type JsonObject } from '../datatypes/values/json-values.ts';

/** A node that is a column of a spatial view. Other members of the request are stored with it. */
export type AttributeNode = JsonObject & { readonly nodeid: string; readonly description: string };

/** Whether a JSON value is a stored attribute node. */
export function isAttributeNode(value: unknown): value is AttributeNode {
  return (
    isObject(value) &&
    typeof value['nodeid'] === 'string' &&
    typeof value['description'] === 'string'
  );
}

/** The definition of a spatial view (specification, Spatial view). */
export type SpatialView = {
  /** In lower case. */
  readonly spatialViewId: string;
  /** The prefix of its database views. */
  readonly slug: string;
  /** The database schema of its views. */
  readonly schema: string;
  readonly description: string;
  /** In lower case. */
  readonly geometryNodeId: string;
  /** A language tag. */
  readonly language: string;
  readonly isActive: boolean;
  /** Whether one database view has all geometry kinds. Otherwise each kind has its own view. */
  readonly isMixedGeometryTypes: boolean;
  /** In column order. */
  readonly attributeNodes: readonly AttributeNode[];
};

/** The fields that a request can set. */
export type SpatialViewFields = Omit<SpatialView, 'spatialViewId'>;

/** The fields of a request. Absent fields stay unchanged. */
export type SpatialViewPatch = Partial<SpatialViewFields>;

/** The defaults of a new spatial view. */
export const defaultViewFields = {
  schema: 'public',
  description: '',
  isActive: true,
  isMixedGeometryTypes: false,
} as const satisfies SpatialViewPatch;

/** The geometry kinds of layers, single or multi. The database function geometry_kind assigns them. */
export const geometryKinds = ['point', 'linestring', 'polygon'] as const;

export type GeometryKind = (typeof geometryKinds)[number];

/** The suffixes of view names: one for each geometry kind, or one for all of them. */
export const viewNameSuffixes: readonly string[] = [
  ...geometryKinds.map((kind) => `_${kind}`),
  '_mixed_geom',
];

/** Returns the names of the database views of a spatial view. */
export function viewNames({
  slug,
  isMixedGeometryTypes,
}: Pick<SpatialViewFields, 'slug' | 'isMixedGeometryTypes'>): readonly string[] {
  return viewNameSuffixes
    .filter((suffix) => (suffix === '_mixed_geom') === isMixedGeometryTypes)
    .map((suffix) => `${slug}${suffix}`);
}

/** The maximum length of a PostgreSQL name in bytes. */
const maxNameLength = 63;

/** The maximum length of a slug, including space for the longest suffix. */
export const maxSlugLength =
  maxNameLength - Math.max(...viewNameSuffixes.map(({ length }) => length));

export const slugPattern = /^[a-zA-Z_][a-zA-Z0-9_]+$/;
