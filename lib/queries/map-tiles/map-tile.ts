import * as z from 'zod';

import { documentQuery, listSection, requiredSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, joinTables, sql, text, textArray } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { defaultFeatureQuery } from '../../model/geojson/feature-query.ts';
import { parseChunkLines, type ParsedFeatures } from '../geojson/parse-chunk.ts';
import { selectionTables } from '../geojson/selected-features.ts';
import type { MapTilePosition } from '../../model/map-tiles/map-tile-position.ts';
import { mapTileColumns, type ColumnValue, type FeatureValues } from './map-tile-columns.ts';
import type { LayerColumn } from './layer-columns.ts';
import { candidatesAmong, candidateTables, maxMapTileFeatures } from './candidate-features.ts';
import {
  clusterSchema,
  clustersQuery,
  clustersTag,
  maxClusterZoom,
  type MapTileCluster,
} from './clusters.ts';
import { mapTileTables } from './map-tile-cells.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/** The maximum bytes of the shapes, names and columns of a tile. */
const maxMapTileBytes = 700_000;

/** The maximum bytes of a shape. Only a shape of very many separate parts has more, because those cannot be simplified. */
const maxShapeBytes = 250_000;

/** The maximum bytes of one part of a tile: a feature, or data that the columns of a feature need. */
const maxPartBytes = 300_000;

const notModifiedCondition = sql`(select f.is_not_modified from freshness f)`;

const includedPartsQuery = sql`select m.rank, m.kind, m.line from measured_part m where m.total <= ${int(maxMapTileBytes)}`;

/** An expression: the shape `s` with only every second (or third, and so on) point, line and polygon, to stay within the maximum. */
const thinnedShape = sql`(
              select json_agg(
                (
                  select coalesce(json_agg(p.part order by p.number), '[]')
                  from json_array_elements(k.parts) with ordinality p (part, number)
                  where p.number % (octet_length(s.shape) / ${int(maxShapeBytes)} + 1) = 1
                )
                order by k.dimension
              )::text
              from json_array_elements(s.shape::json) with ordinality k (parts, dimension)
            )`;

export type MapTileSelection = {
  /** The geometry node of the features; null for all. */
  readonly nodeId: string | null;
  /** The collection of the features; null for all. */
  readonly collectionId: string | null;
  /** The model of the features, by id or slug; null for all. */
  readonly graph?: string | null;
  /** The resource instances of the features; null for all. */
  readonly resourceIds?: readonly string[] | null;
  /** Whether features stay single that a cluster would stand for. */
  readonly areSingle?: boolean;
};

const headerSchema = z
  .object({ etag: z.string(), isNotModified: z.boolean(), hasLayer: z.boolean() })
  .readonly();

const nodeSchema = z
  .object({
    position: z.number(),
    nodeId: z.string(),
    graphId: z.string(),
    slug: z.string().nullable(),
  })
  .readonly();

const gridPointSchema = z.tuple([z.number(), z.number()]).readonly();
const lineSchema = z.array(gridPointSchema).readonly();

/** Points, lines, and polygons of rings, on the grid of the tile. */
const shapeSchema = z
  .tuple([
    lineSchema,
    z.array(lineSchema).readonly(),
    z.array(z.array(lineSchema).readonly()).readonly(),
  ])
  .readonly();

/** The cell of a point, or a shape; null for a geometry that cannot be drawn. */
export type MapTileGeometry = string | z.output<typeof shapeSchema> | null;

const namesSchema = z
  .union([z.string(), z.record(z.string(), z.string().nullable()).readonly()])
  .nullable();

export type MapTileNode = z.output<typeof nodeSchema>;

export type MapTileFeature = {
  readonly gid: number;
  readonly nodePosition: number;
  readonly resourceId: string;
  readonly geometry: MapTileGeometry;
  /** A text, or texts by language. */
  readonly names: z.output<typeof namesSchema>;
};

/** Parses a line of the table `drawn_feature`. A tile can have 5,000 lines, so a line is not JSON as a whole; only some fields are. */
function parseFeature(line: string): MapTileFeature {
  const [gid = '', nodePosition = '', resourceId = '', geometry = '', names = ''] =
    line.split('\t');
  return {
    gid: Number(gid),
    nodePosition: Number(nodePosition),
    resourceId,
    geometry: parseGeometry(geometry),
    names: namesSchema.parse(JSON.parse(names)),
  };
}

function parseGeometry(text: string): MapTileGeometry {
  if (text.startsWith('[')) return shapeSchema.parse(JSON.parse(text));
  return text === 'null' ? null : text;
}

/** The content of a map tile. Features with the lowest rank come first. */
export type MapTileData = z.output<typeof headerSchema> & {
  readonly nodes: readonly MapTileNode[];
  readonly features: readonly MapTileFeature[];
  readonly clusters: readonly MapTileCluster[];
  /** The columns of the collection. */
  readonly columns: readonly LayerColumn[];
  /** The sources of the texts of columns, without features. */
  readonly columnChunk: ParsedFeatures;
  readonly columnValues: readonly ColumnValue[];
  readonly featureValues: readonly FeatureValues[];
};

/** Everything besides the data that determines a tile, and the entity tags that the caller has. */
export type MapTileQuery = MapTilePosition &
  MapTileSelection & {
    /** What the response depends on besides the data, as one text. */
    readonly representation: string;
    readonly ifNoneMatch: readonly string[];
  };

/**
 * Finds the features of a map tile. If there are more than `maxMapTileFeatures`, only those with the lowest ranks are returned.
 */
export function findMapTile(caller: Caller, query: MapTileQuery): DocumentQuery<MapTileData> {
  const { zoom, column, row, nodeId, collectionId, graph = null, resourceIds = null } = query;
  const hasClusters = zoom <= maxClusterZoom && resourceIds === null && query.areSingle !== true;
  const selection = {
    ...defaultFeatureQuery,
    nodes: nodeId === null ? null : [nodeId],
    graphs: graph === null ? null : [graph],
    layer: collectionId,
  };
  const columns = mapTileColumns(caller, collectionId, notModifiedCondition, includedPartsQuery);
  return documentQuery(
    {
      isPrepared: graph === null && resourceIds === null,
      withClause: sql`with recursive ${joinTables([
        selectionTables(caller, selection),
        mapTileTables(query, hasClusters),
        resourceIds === null
          ? candidateTables(caller, selection, hasClusters)
          : candidatesAmong(caller, selection, resourceIds),
        shownTables,
        ...columns.tables,
        labelTables,
      ])},
tag as materialized (
  select left(
    md5(concat_ws(
      E'\\n',
      ${text(query.representation)},
      (
        select string_agg(concat_ws(' ', g.node_id, g.graph_id, m.slug), E'\\n' order by g.position)
        from geometry_node g
        join graph m on m.graph_id = g.graph_id
      ),
      (
        -- Rows are hashed, because joining 5,000 rows to one text takes several times as long.
        select concat_ws(' ', count(*), bit_xor(hash_record_extended(l.shown, 0)), bit_xor(hash_record_extended(l.shown, 1)))
        from (
          select row(f.gid, f.map_cell, f.shape_version, f.resource_id, f.names) as shown
          from labelled_feature f
          offset 0
        ) l
      ),
      (${clustersTag})${columns.tagParts}
    )),
    22
  ) as etag
),
freshness as materialized (
  select
    t.etag,
    (t.etag = any (${textArray(query.ifNoneMatch)}) or '*' = any (${textArray(query.ifNoneMatch)}))
      and (exists (select from shown_feature) or exists (select from cluster)) as is_not_modified
  from tag t
),
drawn_feature as materialized (
  select
    l.rank,
    concat_ws(
      E'\\t',
      l.gid,
      l.node_position,
      l.resource_id,
      -- A point is drawn from its cell, without its geometry.
      case
        when l.map_cell & 1 = 1 then l.map_cell::text
        else coalesce(
          (
            select case when octet_length(s.shape) > ${int(maxShapeBytes)} then ${thinnedShape} else s.shape end
            from feature f
            cross join lateral (
              select map_shape(f.geometry, ${int(zoom)}, ${int(column)}, ${int(row)}) as shape
              -- The offset prevents inlining, so that the shape is drawn once.
              offset 0
            ) s
            where f.gid = l.gid
          ),
          'null'
        )
      end,
      coalesce(l.names::text, 'null')
    ) as line
  from labelled_feature l
  where not ${notModifiedCondition}
),
-- Parts above the maximum are left out, because they would leave no room for the parts after them.
measured_part as materialized (
  select p.*, sum(octet_length(p.line)) over (order by p.rank) + ${columns.bytes} as total
  from (
    select d.rank, 'feature' as kind, d.line
    from drawn_feature d${columns.parts}
  ) p
  where octet_length(p.line) <= ${int(maxPartBytes)}
)`,
      sections: {
        header: requiredSection(
          headerSchema,
          sql`select jsonb_build_object(
      'etag', f.etag,
      'isNotModified', f.is_not_modified,
      'hasLayer', exists (select from geometry_node)
    )::text
    from freshness f`,
        ),
        node: listSection(
          nodeSchema,
          sql`select
      g.position::bigint,
      jsonb_build_object('position', g.position, 'nodeId', g.node_id, 'graphId', g.graph_id, 'slug', m.slug)::text
    from geometry_node g
    join graph m on m.graph_id = g.graph_id
    where g.position in (select s.node_position from shown_feature s union all select c.node_position from cluster c)`,
        ),
        cluster: listSection(
          clusterSchema,
          sql`${clustersQuery}
    where not ${notModifiedCondition}`,
        ),
        feature: listSection(
          parseFeature,
          sql`select p.rank, p.line
    from (${includedPartsQuery}) p
    where p.kind = 'feature'`,
        ),
        ...columns.sections,
      },
    },
    (section) => ({
      ...section('header'),
      nodes: section('node'),
      features: section('feature'),
      clusters: section('cluster'),
      columns: section('column'),
      columnChunk: parseChunkLines(section('shared')),
      columnValues: section('value'),
      featureValues: section('values'),
    }),
  );
}

/**
 * The table `shown_feature`: the features with the lowest ranks, and the texts of the names of their resource instances.
 * A resource instance with texts in the main language only, the usual case, has only `name`; any other has all its texts in
 * `descriptors`. `sources` are the resource instances whose names are part of these names, if any.
 */
const shownTables = sql`selected_feature as materialized (
  select c.*, map_rank(c.gid) as rank
  from candidate c
  order by map_rank(c.gid)
  limit ${int(maxMapTileFeatures)}
),
main_language as materialized (
  select (
    select jsonb_object_keys(r.descriptors)
    from (
      select s.*
      from selected_feature s
      order by s.rank
      limit 10
    ) s
    join resource r on r.resource_id = s.resource_id
    where r.descriptors <> '{}'
    order by s.rank
    limit 1
  ) as tag
),
shown_feature as materialized (
  select
    s.*,
    n.name,
    n.descriptors,
    nullif(coalesce(n.name -> 'resources', jsonb_path_query_array(n.descriptors, '$.*.name.resources[*]')), '[]') as sources
  -- Rows in the order of the index are looked up faster.
  from (
    select *
    from selected_feature s
    cross join main_language m
    order by s.resource_id
  ) s
  -- Resource instances are looked up one by one, because for 5,000 features the planner would read all of them.
  cross join lateral (
    select r.descriptors, r.descriptors - s.tag = '{}' as has_one_language
    from resource r
    where r.resource_id = s.resource_id
    offset 0
  ) r
  cross join lateral (
    select
      case when r.has_one_language then r.descriptors -> s.tag -> 'name' end as name,
      case when r.has_one_language is not true then r.descriptors end as descriptors
  ) n
)`;

/**
 * The table `labelled_feature`: the rows of `shown_feature` with the names that the caller may read, as a text if there is
 * one language, otherwise by language. `shape_version` is a hash of the shape. The version of the row would not do,
 * because it also changes with values that the caller may not read.
 */
const labelTables = sql`labelled_feature as materialized (
  select
    s.rank,
    s.gid,
    s.node_position,
    s.resource_id,
    s.map_cell,
    case
      when s.map_cell & 1 = 0 then (
        select hashtextextended(f.geometry_text, 0)
        from feature f
        where f.gid = s.gid
      )
    end as shape_version,
    case
      when s.descriptors is null then readable_text(s.name, c.nodegroup_ids, c.resource_ids)
      else (
        select jsonb_object_agg(l.key, readable_text(l.value -> 'name', c.nodegroup_ids, c.resource_ids))
        from jsonb_each(s.descriptors) l
      )
    end as names
  from shown_feature s
  cross join source c
)`;

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, { uuid }) => {
    const request = {
      column: 0,
      row: 0,
      representation: '',
      ifNoneMatch: [],
    };
    return [0, maxClusterZoom + 1].flatMap((zoom) =>
      [
        { ...request, zoom, nodeId: null, collectionId: null },
        { ...request, zoom, nodeId: uuid, collectionId: null },
        { ...request, zoom, nodeId: null, collectionId: '' },
      ].map((sample) => findMapTile(caller, sample)),
    );
  },
};
