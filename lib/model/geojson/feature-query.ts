import type { CoordinateSystem } from './coordinate-systems.ts';
import type { GeometryType } from './geometry-types.ts';

/** The sort key of the features of a tile. Both ids are stable, and so is the number of a feature of a layer. */
export type TileKey = {
  readonly resourceId: string;
  readonly tileId: string;
  readonly gid?: number | undefined;
};

/**
 * A box in degrees. If west is greater than east, it crosses the antimeridian (RFC 7946, section 5.2). If south is
 * greater than north, it is empty.
 */
export type BoundingBox = {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
};

/** Filters for features. A null filter is not applied. */
export type FeatureSelection = {
  readonly resources: readonly string[] | null;
  readonly nodes: readonly string[] | null;
  /** Graph ids or slugs. */
  readonly graphs: readonly string[] | null;
  readonly tile: string | null;
  /** The UUID of one feature of that tile. */
  readonly feature: string | null;
  readonly geometryType: GeometryType | null;
  readonly boundingBox: BoundingBox | null;
  /** The id of a mobile project that the caller must be allowed to see. Selects features of its models in its bounds. */
  readonly mobileProject: string | null;
  /**
   * The id of a collection, whose geometry nodes are selected as a layer. Pages then count features instead of tiles, and features have
   * their stable numbers as ids and the columns of the layer as properties.
   */
  readonly layer: string | null;
  /** The number of one feature. */
  readonly gid: number | null;
};

/** Which properties features have, and their names. */
export type PropertySelection = {
  /** Nodegroups whose values become properties, in addition to the cards of a mobile project. */
  readonly nodegroups: readonly string[];
  /** Names of the properties; null for all. */
  readonly properties: readonly string[] | null;
  readonly useDisplayValues: boolean;
  readonly includePrimaryName: boolean;
  readonly useUuidNames: boolean;
  /** The maximum length of a name; undefined for no limit. */
  readonly fieldNameLength: number | undefined;
  readonly includeGeojsonLink: boolean;
  /** Preferred first, default language last. The language of a layer has precedence. */
  readonly languages: readonly string[];
};

export type FeatureFormat = {
  /** Decimal places of coordinates; undefined keeps all digits. */
  readonly precision: number | undefined;
  readonly featureId: 'number' | 'uuid';
  /** Whether rings are closed and wound as RFC 7946, section 3.1.6, requires. */
  readonly followsRfc7946: boolean;
  readonly crs: CoordinateSystem;
};

/** The complete query that every route and export of features uses. */
export type FeatureQuery = FeatureSelection & PropertySelection & FeatureFormat;

/** Selects all features in their stored form. */
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
