import {
  int,
  joinTables,
  sql,
  text,
  textArray,
  uuid,
  uuidArray,
  type Statement,
} from '../../data-api/sql.ts';
import type { FeatureQuery, TileKey, FeatureSelection } from '../../model/geojson/feature-query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { parseCollectionId } from '../../model/ogc/collection-id.ts';
import {
  boxTables,
  intersectsBoxCondition,
  requestedBoxTable,
  selectFeaturesInBox,
} from './bounding-box.ts';
import { selectFeaturesInProject, projectTables } from './mobile-project.ts';
import { keyColumns, keyOrLowest, keyOrHighest, keyValues } from './feature-key.ts';
import { featureUuid, needsUuid } from './feature-uuid.ts';

/**
 * The common table expressions of a selection: `readable`, the nodegroups that the caller may read; `geometry_node`, the readable nodes in
 * the order of the model; `denied_resource`, the resource instances to which grants deny the caller access; `unreadable_tile`, the tiles in
 * former nodegroups that the caller may not read (ADR 061); `restriction`, whether there are any of these two; and `requested_resources`,
 * the requested ids, if any. A readable nodegroup belongs to a readable graph, so nothing else can hide a feature.
 * @rule GeoJSON and OGC API Features: Which features are selected?
 */
export function selectionTables(caller: Caller, selection: FeatureSelection): Statement {
  const { resources, layer, mobileProject, boundingBox } = selection;
  const tablesOfBox = isReadByBox(selection) ? boxTables : requestedBoxTable;
  // Without an empty line for a part that is left out, unlike an undefined one: the texts of prepared statements stay as they are.
  return joinTables([
    readableTable(caller),
    ...(resources === null ? [] : [requestedResourcesTable(resources)]),
    ...(layer === null ? [] : [layerTable(layer)]),
    ...(mobileProject === null ? [] : [projectTables(caller, mobileProject)]),
    ...(boundingBox === null ? [] : [tablesOfBox(boundingBox)]),
    geometryNodeTable(selection),
    sql`denied_resource as materialized (
  select d.resource_id
  from denied_resource(${int(caller)}) d
)`,
    sql`unreadable_tile as materialized (
  select t.tile_id
  from unreadable_moved_tile(${int(caller)}) t
)`,
    sql`restriction as materialized (
  select exists (select from denied_resource) or exists (select from unreadable_tile) as hides_features
)`,
  ]);
}

/** The table `geometry_node`: the readable nodes in the order of the model. */
function geometryNodeTable(selection: FeatureSelection): Statement {
  const { layer, mobileProject } = selection;
  return sql`geometry_node as materialized (
  select n.node_id, n.graph_id, row_number() over (order by n.model_position, n.node_id)::int as position
  from node n
  join readable r on r.nodegroup_id = n.nodegroup_id
  where n.holds = 'geometry'
    ${layer === null ? sql`` : sql`and n.node_id = any ((select l.geometry_node_ids from layer l)::uuid[])`}
    ${filtersNodes(selection) ? nodeConditions(selection) : sql``}
    ${mobileProject === null ? sql`` : sql`and n.graph_id in (select c.graph_id from project_card c)`}
)`;
}

/** An expression: whether grants or former nodegroups hide any features from the caller. */
export const hidesFeatures = sql`(select r.hides_features from restriction r)`;

/** The table `readable`: the nodegroups that the caller may read. A statement computes them once, because their part of a plan is large. */
export const readableTable = (caller: Caller): Statement => sql`readable as materialized (
  select r.nodegroup_id
  from readable_nodegroup(${int(caller)}) r
)`;

/** The table `requested_resources`, of one row. The list is sent once, because it can fill half of a request. */
function requestedResourcesTable(resources: readonly string[]): Statement {
  return sql`requested_resources as materialized (
  select ${uuidArray(resources)} as resource_ids
)`;
}

/**
 * The table `layer`: the layer of a collection with its readable geometry nodes, and its geometry kind; null for all kinds. Spatial views
 * have precedence over models. An id that is the slug of a readable view stands for all kinds of that view; otherwise it can be
 * the slug of a view followed by a kind. The same then applies to models.
 */
function layerTable(id: string): Statement {
  const parsedId = parseCollectionId(id);
  return sql`layer as materialized (
  select v.layer_id, v.is_of_model, v.language_id, c.kind, array_agg(n.node_id) as geometry_node_ids
  from (
    values (${text(id)}, null), (${text(parsedId?.slug ?? null)}, ${text(parsedId?.kind ?? null)})
  ) c (slug, kind)
  join geometry_layer v on v.slug = c.slug
  join node n on n.node_id = v.geometry_node_id
  join readable r on r.nodegroup_id = n.nodegroup_id
  where n.holds = 'geometry'
  group by v.layer_id, v.is_of_model, v.language_id, c.kind
  order by v.is_of_model, c.kind nulls first, v.layer_id
  limit 1
)`;
}

/**
 * Whether the statement has conditions on nodes. Unless it is read along an index or for whole resource instances, it always has them: they
 * cost little there, and so requests with and without them send one statement.
 */
function filtersNodes(selection: FeatureSelection): boolean {
  const { nodes, graphs, layer } = selection;
  if (nodes !== null || graphs !== null) return true;
  return layer === null && !isInIndexOrder(selection) && !isOfWholeResources(selection);
}

/** Whether nothing but resource instances is requested, the most frequent request, whose statement has no other conditions. */
function isOfWholeResources({
  resources,
  nodes,
  graphs,
  tile,
  feature,
}: FeatureSelection): boolean {
  const otherConditions = [nodes, graphs, tile, feature];
  return resources !== null && otherConditions.every((condition) => condition === null);
}

/** The conditions that the node `n` is one of the requested nodes, and of the requested graphs. */
function nodeConditions({ nodes, graphs }: FeatureSelection): Statement {
  return sql`and (${uuidArray(nodes)} is null or n.node_id = any (${uuidArray(nodes)}))
    and (${textArray(graphs)} is null or n.graph_id in (${graphsByIdOrSlugQuery(graphs)}))`;
}

/** The graphs with these ids or slugs. */
function graphsByIdOrSlugQuery(graphs: readonly string[] | null): Statement {
  return sql`
      select g.graph_id
      from graph g
      where g.graph_id::text = any (${textArray(graphs)})
        or g.slug = any (${textArray(graphs)})
    `;
}

/**
 * A condition on keys. If resource instances are requested, it is hidden from the planner. Otherwise PostgreSQL 15 would
 * read everything after the bound once for each of their ids.
 */
export function keyCondition(
  { resources }: Pick<FeatureSelection, 'resources'>,
  condition: Statement,
): Statement {
  return resources === null ? condition : sql`(${condition}) is true`;
}

/** The condition that a feature comes after a key; always true for null. */
export function keyAfterCondition(
  query: Pick<FeatureSelection, 'layer' | 'resources'>,
  after: TileKey | null,
): Statement {
  return sql`${keyCondition(query, sql`(${keyColumns(query, 'f')}) >= (${keyOrLowest(query, after)})`)}
    and (${keyColumns(query, 'f')}) is distinct from (${keyValues(query, after)})`;
}

/** The condition that a feature does not come after a key; always true for null. */
export function keyUpToCondition(
  query: Pick<FeatureSelection, 'layer' | 'resources'>,
  until: TileKey | null,
): Statement {
  return keyCondition(query, sql`(${keyColumns(query, 'f')}) <= (${keyOrHighest(query, until)})`);
}

/**
 * Selects `columns` of the features `f` in a range. If no nodes are requested, features are read along the index of keys.
 * Otherwise each requested node is read separately, because other nodes can have a thousand times as many features.
 * @rule GeoJSON and OGC API Features: Which features are selected?
 * @param columns such as `f.tile_id`: only those of `box_feature`, if there is a box
 * @param range a condition on the key of `f`
 * @param trailingClauses further conditions, grouping, order and limit. They apply to each node separately, so the limit must be the
 *   number of rows that are needed in total
 */
export function selectFeatures(
  selection: FeatureSelection,
  columns: Statement,
  range: Statement,
  trailingClauses: Statement,
): Statement {
  const { boundingBox, mobileProject } = selection;
  const selectWhere = (condition: Statement): Statement =>
    featuresWithConditions(selection, columns, sql`${range}${condition}`, trailingClauses);
  if (boundingBox !== null && isReadByBox(selection)) {
    return selectFeaturesInBox(
      (condition) =>
        featuresWhere(
          sql`box_feature f`,
          columns,
          selectionConditions(selection, sql`${range}${condition}`),
          trailingClauses,
        ),
      selectWhere,
    );
  }
  const boxCondition =
    boundingBox === null
      ? sql``
      : sql`
    and ${intersectsBoxCondition}`;
  return mobileProject === null
    ? selectWhere(boxCondition)
    : selectFeaturesInProject((condition) => selectWhere(sql`${boxCondition}${condition}`));
}

/** Selects whole rows of the table `feature`. @param condition a further condition, which begins with `and` */
export function selectFeatureRows(
  selection: FeatureSelection,
  columns: Statement,
  range: Statement,
  condition: Statement,
): Statement {
  if (selection.boundingBox === null || !isReadByBox(selection))
    return selectFeatures(selection, columns, range, condition);
  return sql`select ${columns}
  from (
    ${selectFeatures(selection, sql`f.gid`, range, condition)}
  ) s
  cross join lateral (
    select f.*
    from feature f
    where f.gid = s.gid
    offset 0
  ) f`;
}

/** Whether a box determines which features are read. Within requested resource instances, a tile or a project, it is one more condition. */
function isReadByBox(selection: FeatureSelection): boolean {
  return selection.mobileProject === null && isInIndexOrder(selection);
}

/** The condition that neither a grant nor a former nodegroup hides a feature. For most callers nothing is hidden, and it is one comparison. */
const notHiddenCondition = sql`(
      not ${hidesFeatures}
      or (
        f.resource_id not in (select d.resource_id from denied_resource d)
        and f.tile_id not in (select t.tile_id from unreadable_tile t)
      )
    )`;

function selectionConditions(selection: FeatureSelection, range: Statement): Statement {
  return sql`${range}
    and ${notHiddenCondition}
    ${selection.layer === null ? sql`` : layerConditions(selection)}
    ${resourceConditions(selection)}`;
}

/** The features of a table that are of readable nodes. The condition on nodes is hidden from the planner, because the index of nodes has another order. */
const featuresWhere = (
  table: Statement,
  columns: Statement,
  conditions: Statement,
  trailingClauses: Statement,
): Statement => sql`select ${columns}
  from ${table}
  where (f.node_id = any (array(select g.node_id from geometry_node g))) is true
    and ${conditions}
  ${trailingClauses}`;

function featuresWithConditions(
  selection: FeatureSelection,
  columns: Statement,
  range: Statement,
  trailingClauses: Statement,
): Statement {
  const conditions = selectionConditions(selection, range);
  if (!readsNodesSeparately(selection))
    return featuresWhere(sql`feature f`, columns, conditions, trailingClauses);
  return sql`select o.*
  from geometry_node g
  cross join lateral (
    select ${columns}
    from feature f
    where f.node_id = g.node_id
      and ${conditions}
    ${trailingClauses}
  ) o`;
}

/**
 * Whether the statements for this selection are prepared. Those for mobile projects are not, nor rare ones: a type or requested
 * resource instances within a layer, UUIDs, and a box among requested resource instances.
 * @rule Database and local stack: Which reads of features are prepared?
 */
export function isPreparedSelection(query: FeatureQuery): boolean {
  const { boundingBox, mobileProject, layer, resources } = query;
  return (
    mobileProject === null &&
    (layer === null || resources === null) &&
    !filtersLayerByType(query) &&
    !needsUuid(query) &&
    (boundingBox === null || isInIndexOrder(query))
  );
}

function filtersLayerByType({ layer, geometryType }: FeatureSelection): boolean {
  return layer !== null && geometryType !== null;
}

/** Whether features are read in the order of an index. Only then can they be read in many calls. */
export function isInIndexOrder({
  resources,
  tile,
}: Pick<FeatureSelection, 'resources' | 'tile'>): boolean {
  return resources === null && tile === null;
}

/** Whether all features are read in the order of an index, without a box. The statements for further chunks are only prepared for these. */
export function isReadInOrder(selection: FeatureSelection): boolean {
  return isInIndexOrder(selection) && selection.boundingBox === null;
}

function readsNodesSeparately({
  nodes,
  graphs,
  layer,
  mobileProject,
  resources,
  tile,
}: FeatureSelection): boolean {
  const nodeFilters = [nodes, graphs, layer, mobileProject];
  return nodeFilters.some((value) => value !== null) && isInIndexOrder({ resources, tile });
}

function resourceConditions(selection: FeatureSelection): Statement {
  const { resources, gid } = selection;
  return sql`${gid === null ? sql`` : sql`and f.gid = ${int(gid)}`}
    ${resources === null ? sql`` : sql`and f.resource_id = any ((select r.resource_ids from requested_resources r)::uuid[])`}
    ${isInIndexOrder(selection) || isOfWholeResources(selection) ? sql`` : tileConditions(selection)}`;
}

/** The conditions on the tile and the UUID of the feature. If resource instances are requested, a tile need not be. */
function tileConditions({ resources, tile, feature }: FeatureSelection): Statement {
  const isOfTile =
    resources === null
      ? sql`f.tile_id = ${uuid(tile)}`
      : sql`(${uuid(tile)} is null or f.tile_id = ${uuid(tile)})`;
  return sql`and ${isOfTile}
    and (${text(feature)} is null or ${featureUuid} = ${text(feature)})`;
}

/** In a layer, pages and counts consist of single features of its kind and type. */
function layerConditions({ geometryType }: FeatureSelection): Statement {
  return sql`and ((select l.kind is null from layer l) or f.kind = (select l.kind from layer l))
    ${geometryType === null ? sql`` : sql`and f.geometry_type = ${text(geometryType)}`}`;
}

/** The condition on the type of a feature's geometry. It limits the features of a page, not its tiles. */
export function geometryTypeCondition({ geometryType, layer }: FeatureSelection): Statement {
  if (layer !== null) return sql`true`;
  return sql`(${text(geometryType)} is null or f.geometry_type = ${text(geometryType)})`;
}
