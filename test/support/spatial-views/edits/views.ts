import { boolean, int, json, rawSql, sql, text, uuid } from '../../../../lib/data-api/sql.ts';
import { pickOne, integerBetween, onceIn, pickSome, type Draw } from '../../random/draw.ts';
import { siteNodes } from '../../world/sites/site-model.ts';
import { viewAttributes, insertTestView } from '../../world/sites/site-world.ts';
import { selectRandomKey, createStatementEdit, drawId, type DrawEdit } from './edit.ts';

const geometryNodes = [siteNodes.geometry, siteNodes.part];
const excludedNodes = new Set<string>([
  ...geometryNodes,
  siteNodes.keeper_name,
  siteNodes.keeper_rank,
]);
/** The nodes that can be attributes of a view of sites. */
export const attributeNodeIds: readonly string[] = Object.values(siteNodes).filter(
  (nodeId) => !excludedNodes.has(nodeId),
);

const selectAnyView = (draw: Draw) => selectRandomKey(draw, 'spatial_view', 'spatial_view_id');
const drawAttributes = (draw: Draw) => {
  const nodeIds = pickSome(draw, attributeNodeIds);
  const start = integerBetween(draw, 0, nodeIds.length);
  return viewAttributes(...nodeIds.slice(start), ...nodeIds.slice(0, start));
};
const drawLanguage = (draw: Draw) =>
  pickOne(draw, ['en', 'en-US', 'fr', 'fr-CH', 'de-CH', 'ar', 'pt']);

const changeView = (title: string, set: (draw: Draw) => ReturnType<typeof sql>): DrawEdit => {
  return (draw) =>
    createStatementEdit(
      title,
      sql`update spatial_view set ${set(draw)}, changed_at = clock_timestamp() where spatial_view_id = ${selectAnyView(draw)}`,
    );
};

const createView: DrawEdit = (draw) => {
  const id = drawId(draw);
  return createStatementEdit(
    `the spatial view ${id} is created`,
    insertTestView({
      id,
      slug: `view_${id.slice(0, 8)}`,
      geometryNode: pickOne(draw, geometryNodes),
      language: drawLanguage(draw),
      isActive: !onceIn(draw, 4),
      isMixed: onceIn(draw, 2),
      attributes: drawAttributes(draw),
      srid: pickOne(draw, [3857, 4326]),
    }),
  );
};

const removeView: DrawEdit = (draw) =>
  createStatementEdit(
    'a spatial view is deleted',
    sql`delete from spatial_view where spatial_view_id = ${selectAnyView(draw)}`,
  );

const renameView: DrawEdit = (draw) =>
  createStatementEdit(
    'a spatial view gets another slug',
    sql`update spatial_view
set slug = ${text(`other_${drawId(draw).slice(0, 8)}`)}
where spatial_view_id = ${selectAnyView(draw)}`,
  );

/** Edits of spatial views, with their weights. */
export const viewEdits: readonly (readonly [times: number, draw: DrawEdit])[] = [
  [1, createView],
  [1, removeView],
  [1, renameView],
  [
    2,
    changeView(
      'a spatial view becomes active or inactive',
      (draw) => sql`is_active = ${boolean(!onceIn(draw, 4))}`,
    ),
  ],
  [
    1,
    changeView('a spatial view becomes mixed, or divided by geometry type', () =>
      rawSql('is_mixed_geometry_types = not is_mixed_geometry_types'),
    ),
  ],
  [
    1,
    changeView(
      'a spatial view gets another language',
      (draw) => sql`language_id = ${text(drawLanguage(draw))}`,
    ),
  ],
  [
    1,
    changeView(
      'a spatial view gets other attributes',
      (draw) => sql`attribute_nodes = ${json(drawAttributes(draw))}`,
    ),
  ],
  [
    1,
    changeView(
      'a spatial view gets another geometry node',
      (draw) => sql`geometry_node_id = ${uuid(pickOne(draw, geometryNodes))}`,
    ),
  ],
  [
    1,
    changeView(
      'a spatial view gets another reference system',
      (draw) => sql`srid = ${int(pickOne(draw, [3857, 4326]))}`,
    ),
  ],
];
