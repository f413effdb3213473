import type { CoordinateSystem } from './coordinate-systems.ts';
import type { GeometryType } from './geometry-types.ts';

/**
 * What the features of a tile are known by, in their order: both ids stay as long as the tile is there. Those of a layer are known by
 * their own numbers besides, which stay too.
 */
export type TileKey = {
  readonly resourceId: string;
  readonly tileId: string;
  readonly gid?: number | undefined;
};

/**
 * A box in degrees. One whose west is behind its east crosses the antimeridian (RFC 7946, section 5.2). One whose south is above its north
 * has nothing in it.
 */
export type BoundingBox = {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
};

/** Which features are selected. Lists that are null do not filter. */
export type FeatureSelection = {
  readonly resources: readonly string[] | null;
  readonly nodes: readonly string[] | null;
  /** Ids or slugs of graphs. */
  readonly graphs: readonly string[] | null;
  readonly tile: string | null;
  /** The UUID of the one feature of that tile. */
  readonly feature: string | null;
  readonly geometryType: GeometryType | null;
  readonly boundingBox: BoundingBox | null;
  /** The id of a mobile project: features of its models that are within its bounds, for those who may know of it. */
  readonly mobileProject: string | null;
  /**
   * Only the features of the geometry node of the spatial view with this slug, as a layer of them: each counts for itself rather than
   * its tile, has its own number as id, and the columns of the view as properties. Inactive views have none.
   */
  readonly layer: string | null;
  /** Only the feature of this number. */
  readonly gid: number | null;
};

/** What the properties of a feature are made of, and how they are named. */
export type PropertySelection = {
  /** Nodegroups whose values become properties, besides those of the cards of a mobile project; may be empty. */
  readonly nodegroups: readonly string[];
  /** Names of the properties to keep; null keeps all. */
  readonly properties: readonly string[] | null;
  readonly useDisplayValues: boolean;
  readonly includePrimaryName: boolean;
  readonly useUuidNames: boolean;
  /** The most characters of a name; undefined for no limit. */
  readonly fieldNameLength: number | undefined;
  readonly includeGeojsonLink: boolean;
  /** The preferred one first, with the default language last. That of a layer comes before them. */
  readonly languages: readonly string[];
};

/** How a feature is written. */
export type FeatureForm = {
  /** Decimal places of coordinates; undefined leaves them as they are stored. */
  readonly precision: number | undefined;
  readonly featureId: 'number' | 'uuid';
  /** Whether rings are closed and wound as RFC 7946 says, section 3.1.6. */
  readonly followsRfc7946: boolean;
  /** In which its coordinates are written. */
  readonly crs: CoordinateSystem;
};

/** A query of features, as one value: every route and export that gives features describes what it wants so. */
export type FeatureQuery = FeatureSelection & PropertySelection & FeatureForm;

/** All features, as they are stored: what a query is that says nothing. */
export const defaultFeatureQuery: FeatureQuery = {
  resources: null,
  nodes: null,
  graphs: null,
  tile: null,
  feature: null,
  geometryType: null,
  boundingBox: null,
  mobileProject: null,
  layer: null,
  gid: null,
  nodegroups: [],
  properties: null,
  useDisplayValues: false,
  includePrimaryName: false,
  useUuidNames: false,
  fieldNameLength: undefined,
  includeGeojsonLink: false,
  languages: [],
  precision: undefined,
  featureId: 'number',
  followsRfc7946: false,
  crs: 'CRS84',
};
