import { int, sql, text, textArray, uuid, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { FeatureQuery, TileKey, FeatureSelection } from '../../model/geojson/feature-query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { parseCollectionId } from '../../model/ogc/collection-id.ts';
import { boxTable, featuresInBox } from './bounding-box.ts';
import { featuresInProject, projectTables } from './mobile-project.ts';
import { keyColumns, keyOrLowest, keyOrHighest, keyValues } from './feature-key.ts';
import { featureUuid, needsUuid } from './feature-uuid.ts';

/**
 * The common table expressions of what is selected for a caller: `geometry_node`, the nodes that may be read, in the order of the
 * model; `closed`, the resource instances that grants of their own close to the caller; `closed_tile`, tiles of nodegroups that such a node was
 * in before, and that are closed (ADR 061); and where resource instances are named, `named_resource`, their ids. What stands in a readable nodegroup belongs to a readable graph, so nothing else closes a feature.
 */
export function selectionTables(
  caller: Caller,
  { resources, nodes, graphs, layer, mobileProject, boundingBox }: FeatureSelection,
): Statement {
  const tables = sql`${resources === null ? sql`` : resourcesNamed(resources)}${layer === null ? sql`` : layerNamed(caller, layer)}${
    mobileProject === null ? sql`` : projectTables(caller, mobileProject)
  }${boundingBox === null ? sql`` : boxTable(boundingBox)}`;
  return sql`${tables}geometry_node as materialized (
  select n.node_id, n.graph_id, row_number() over (order by n.model_position, n.node_id)::int as place
  from node n
  join readable_nodegroup(${int(caller)}) r on r.nodegroup_id = n.nodegroup_id
  where n.holds = 'geometry'
    ${nodes === null ? sql`` : sql`and n.node_id = any (${uuidArray(nodes)})`}
    ${layer === null ? sql`` : sql`and n.node_id in (select l.geometry_node_id from layer l)`}
    ${graphs === null ? sql`` : sql`and n.graph_id in (${graphsNamed(graphs)})`}
    ${mobileProject === null ? sql`` : sql`and n.graph_id in (select c.graph_id from project_card c)`}
),
closed as materialized (
  select g.resource_id
  from granted_resource(${int(caller)}) g
  where (select c.has_resource_grants and not c.is_administrator from caller_rights(${int(caller)}) c)
    and not g.can_view
),
closed_tile as materialized (
  select c.tile_id
  from unreadable_moved_tile(${int(caller)}) c
)`;
}

/** The table `named_resource`, of one row: a list may fill half of what one statement takes, so it is sent once. */
function resourcesNamed(resources: readonly string[]): Statement {
  return sql`named_resource as materialized (
  select ${uuidArray(resources)} as resource_ids
),
`;
}

/**
 * The table `layer`: the spatial view of a collection, and the kind of geometries that it has; null for all. An active view that has the id for its
 * slug comes before one of which it names a kind, for who may read it.
 */
function layerNamed(caller: Caller, id: string): Statement {
  const ofKind = parseCollectionId(id);
  return sql`layer as materialized (
  select v.spatial_view_id, v.geometry_node_id, v.language_id, c.kind
  from (
    values (${text(id)}, null), (${text(ofKind?.slug ?? null)}, ${text(ofKind?.kind ?? null)})
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
function graphsNamed(graphs: readonly string[]): Statement {
  return sql`
      select g.graph_id
      from graph g
      where g.graph_id::text = any (${textArray(graphs)})
        or g.slug = any (${textArray(graphs)})
    `;
}

/**
 * A condition that compares keys. Where resource instances are named it is hidden from the index, which is read by their ids: with both, PostgreSQL 15 reads
 * all that is behind the bound once for each id.
 */
export function keyCondition(
  { resources }: Pick<FeatureSelection, 'resources'>,
  condition: Statement,
): Statement {
  return resources === null ? condition : sql`(${condition}) is true`;
}

/** The condition that a feature comes behind a key; null where it may be the first. */
export function isKeyAfter(
  query: Pick<FeatureSelection, 'layer' | 'resources'>,
  after: TileKey | null,
): Statement {
  return sql`${keyCondition(query, sql`(${keyColumns(query, 'f')}) >= (${keyOrLowest(query, after)})`)}
    and (${keyColumns(query, 'f')}) is distinct from (${keyValues(query, after)})`;
}

/** The condition that a feature does not come behind a key; null where any may. */
export function isKeyUpTo(
  query: Pick<FeatureSelection, 'layer' | 'resources'>,
  until: TileKey | null,
): Statement {
  return keyCondition(query, sql`(${keyColumns(query, 'f')}) <= (${keyOrHighest(query, until)})`);
}

/**
 * The selected features of a range: a query of `columns` of `f`, a row of `feature`. Along all features the index of their keys is followed. Where nodes are named, each of
 * them is followed by itself, because the others may be a thousand times as many.
 * @param columns what is selected, such as `f.tile_id`
 * @param range a condition on the key of `f`
 * @param rest what comes behind the conditions: grouping, order and limit. Of each node it gives at least what all need together
 */
export function selectFeatures(
  selection: FeatureSelection,
  columns: Statement,
  range: Statement,
  rest: Statement,
): Statement {
  const { boundingBox, mobileProject } = selection;
  const where = (condition: Statement): Statement =>
    featuresWhere(selection, columns, sql`${range}${condition}`, rest);
  const within = (condition: Statement): Statement =>
    boundingBox === null
      ? where(condition)
      : featuresInBox(boundingBox, (box) => where(sql`${condition}${box}`));
  return mobileProject === null ? within(sql``) : featuresInProject(within);
}

function featuresWhere(
  selection: FeatureSelection,
  columns: Statement,
  range: Statement,
  rest: Statement,
): Statement {
  const conditions = sql`${range}
    and f.resource_id not in (select c.resource_id from closed c)
    and f.tile_id not in (select c.tile_id from closed_tile c)
    ${selection.layer === null ? sql`` : ofLayer(selection)}
    ${ofResources(selection)}`;
  if (isByNode(selection)) {
    return sql`select o.*
  from geometry_node g
  cross join lateral (
    select ${columns}
    from feature f
    where f.node_id = g.node_id
      and ${conditions}
    ${rest}
  ) o`;
  }
  // Hidden from the index of nodes, which would bring them in another order.
  return sql`select ${columns}
  from feature f
  where (f.node_id = any (array(select g.node_id from geometry_node g))) is true
    and ${conditions}
  ${rest}`;
}

/**
 * Whether statements about these features are kept (kept.ts): as most requests are. What a box holds depends on the box, so
 * the plan of such a statement does too.
 */
export function isPreparedSelection(query: FeatureQuery): boolean {
  const { resources, nodes, graphs, tile, boundingBox, mobileProject, feature } = query;
  const isAnywhere = boundingBox === null && mobileProject === null && !isOfTypeInLayer(query);
  const isSimple = isAnywhere && graphs === null && feature === null && !needsUuid(query);
  return isSimple && (resources === null || (nodes === null && tile === null));
}

function isOfTypeInLayer({ layer, geometryType }: FeatureSelection): boolean {
  return layer !== null && geometryType !== null;
}

/** Whether they are followed along an index: only then they may take many calls. */
export function isInIndexOrder({
  resources,
  tile,
}: Pick<FeatureSelection, 'resources' | 'tile'>): boolean {
  return resources === null && tile === null;
}

function isByNode({
  nodes,
  graphs,
  layer,
  mobileProject,
  resources,
  tile,
}: FeatureSelection): boolean {
  const named = [nodes, graphs, layer, mobileProject];
  return named.some((one) => one !== null) && isInIndexOrder({ resources, tile });
}

function ofResources({ resources, tile, feature, gid }: FeatureSelection): Statement {
  return sql`${gid === null ? sql`` : sql`and f.gid = ${int(gid)}`}
    ${resources === null ? sql`` : sql`and f.resource_id = any ((select n.resource_ids from named_resource n)::uuid[])`}
    ${tile === null ? sql`` : sql`and f.tile_id = ${uuid(tile)}`}
    ${feature === null ? sql`` : sql`and ${featureUuid} = ${text(feature)}`}`;
}

/** Of a layer, features are paged and counted by themselves: those of other kinds and types are none of it. */
function ofLayer({ geometryType }: FeatureSelection): Statement {
  return sql`and ((select l.kind is null from layer l) or f.kind = (select l.kind from layer l))
    ${geometryType === null ? sql`` : sql`and f.geometry_type = ${text(geometryType)}`}`;
}

/** The condition on the type of a feature's geometry. It narrows features, not the tiles that make a page. */
export function hasGeometryType({ geometryType, layer }: FeatureSelection): Statement {
  if (layer !== null) return sql`true`;
  return sql`(${text(geometryType)} is null or f.geometry_type = ${text(geometryType)})`;
}
