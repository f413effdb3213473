import { int, sql, text, textArray, uuid, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { FeatureQuery, TileKey, FeatureSelection } from '../../model/geojson/feature-query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { parseCollectionId } from '../../model/ogc/collection-id.ts';
import { boxCountTable, selectFeaturesInBox } from './bounding-box.ts';
import { selectFeaturesInProject, projectTables } from './mobile-project.ts';
import { keyColumns, keyOrLowest, keyOrHighest, keyValues } from './feature-key.ts';
import { featureUuid, needsUuid } from './feature-uuid.ts';

/**
 * The common table expressions of a selection: `geometry_node`, the readable nodes in the order of the model;
 * `denied_resource`, the resource instances to which grants deny the caller access; `unreadable_tile`, the tiles in
 * former nodegroups that the caller may not read (ADR 061); and `requested_resources`, the requested ids, if any. A
 * readable nodegroup belongs to a readable graph, so nothing else can hide a feature.
 */
export function selectionTables(
  caller: Caller,
  { resources, nodes, graphs, layer, mobileProject, boundingBox }: FeatureSelection,
): Statement {
  const tables = sql`${resources === null ? sql`` : requestedResourcesTable(resources)}${layer === null ? sql`` : layerTable(caller, layer)}${
    mobileProject === null ? sql`` : projectTables(caller, mobileProject)
  }${boundingBox === null ? sql`` : boxCountTable(boundingBox)}`;
  return sql`${tables}geometry_node as materialized (
  select n.node_id, n.graph_id, row_number() over (order by n.model_position, n.node_id)::int as position
  from node n
  join readable_nodegroup(${int(caller)}) r on r.nodegroup_id = n.nodegroup_id
  where n.holds = 'geometry'
    ${nodes === null ? sql`` : sql`and n.node_id = any (${uuidArray(nodes)})`}
    ${layer === null ? sql`` : sql`and n.node_id in (select l.geometry_node_id from layer l)`}
    ${graphs === null ? sql`` : sql`and n.graph_id in (${graphsByIdOrSlugQuery(graphs)})`}
    ${mobileProject === null ? sql`` : sql`and n.graph_id in (select c.graph_id from project_card c)`}
),
denied_resource as materialized (
  select g.resource_id
  from granted_resource(${int(caller)}) g
  where (select c.has_resource_grants and not c.is_administrator from caller_rights(${int(caller)}) c)
    and not g.can_view
),
unreadable_tile as materialized (
  select t.tile_id
  from unreadable_moved_tile(${int(caller)}) t
)`;
}

/** The table `requested_resources`, of one row. The list is sent once, because it can fill half of a request. */
function requestedResourcesTable(resources: readonly string[]): Statement {
  return sql`requested_resources as materialized (
  select ${uuidArray(resources)} as resource_ids
),
`;
}

/**
 * The table `layer`: the spatial view of a collection, and its geometry kind; null for all kinds. An id that is the slug of
 * an active, readable view stands for all kinds of that view. Otherwise it is the slug of a view followed by a kind.
 */
function layerTable(caller: Caller, id: string): Statement {
  const parsedId = parseCollectionId(id);
  return sql`layer as materialized (
  select v.spatial_view_id, v.geometry_node_id, v.language_id, c.kind
  from (
    values (${text(id)}, null), (${text(parsedId?.slug ?? null)}, ${text(parsedId?.kind ?? null)})
  ) c (slug, kind)
  join spatial_view v on v.slug = c.slug
  join node n on n.node_id = v.geometry_node_id
  join readable_nodegroup(${int(caller)}) r on r.nodegroup_id = n.nodegroup_id
  where v.is_active
    and n.holds = 'geometry'
  order by c.kind nulls first
  limit 1
),
`;
}

/** The graphs with these ids or slugs. */
function graphsByIdOrSlugQuery(graphs: readonly string[]): Statement {
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
 * @param columns such as `f.tile_id`
 * @param range a condition on the key of `f`
 * @param trailingClauses grouping, order and limit. They apply to each node separately, so the limit must be the number of
 *   rows that are needed in total
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
  const selectWithinBox = (condition: Statement): Statement =>
    boundingBox === null
      ? selectWhere(condition)
      : selectFeaturesInBox(boundingBox, (boxCondition) =>
          selectWhere(sql`${condition}${boxCondition}`),
        );
  return mobileProject === null ? selectWithinBox(sql``) : selectFeaturesInProject(selectWithinBox);
}

function featuresWithConditions(
  selection: FeatureSelection,
  columns: Statement,
  range: Statement,
  trailingClauses: Statement,
): Statement {
  const conditions = sql`${range}
    and f.resource_id not in (select d.resource_id from denied_resource d)
    and f.tile_id not in (select t.tile_id from unreadable_tile t)
    ${selection.layer === null ? sql`` : layerConditions(selection)}
    ${resourceConditions(selection)}`;
  if (readsNodesSeparately(selection)) {
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
  // The condition on nodes is hidden from the planner, because the index of nodes has another order.
  return sql`select ${columns}
  from feature f
  where (f.node_id = any (array(select g.node_id from geometry_node g))) is true
    and ${conditions}
  ${trailingClauses}`;
}

/**
 * Whether the statements for this selection are prepared. Most are; those with a box are not, because the best plan depends
 * on the box.
 */
export function isPreparedSelection(query: FeatureQuery): boolean {
  const { resources, nodes, graphs, tile, boundingBox, mobileProject, feature } = query;
  const isAnywhere = boundingBox === null && mobileProject === null;
  const isSimple =
    isAnywhere &&
    !filtersLayerByType(query) &&
    graphs === null &&
    feature === null &&
    !needsUuid(query);
  return isSimple && (resources === null || (nodes === null && tile === null));
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

function resourceConditions({ resources, tile, feature, gid }: FeatureSelection): Statement {
  return sql`${gid === null ? sql`` : sql`and f.gid = ${int(gid)}`}
    ${resources === null ? sql`` : sql`and f.resource_id = any ((select r.resource_ids from requested_resources r)::uuid[])`}
    ${tile === null ? sql`` : sql`and f.tile_id = ${uuid(tile)}`}
    ${feature === null ? sql`` : sql`and ${featureUuid} = ${text(feature)}`}`;
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
