import { boolean, int, json, plain, sql, text, uuid } from '../../../../lib/data-api/sql.ts';
import { anyOf, between, onceIn, someOf, type Draw } from '../../../functions/permissions/draw.ts';
import { nodes } from '../model.ts';
import { attributesOf, insertView } from '../world.ts';
import { anyRow, byStatement, newId, type DrawEdit } from './edit.ts';

const geometryNodes = [nodes.geometry, nodes.part];
const notOfSites = new Set<string>([...geometryNodes, nodes.keeper_name, nodes.keeper_rank]);
/** The nodes that may be attributes of a view of sites. */
export const attributeNodes: readonly string[] = Object.values(nodes).filter(
  (nodeId) => !notOfSites.has(nodeId),
);

const anyView = (draw: Draw) => anyRow(draw, 'spatial_view', 'spatial_view_id');
const attributes = (draw: Draw) => {
  const some = someOf(draw, attributeNodes);
  const from = between(draw, 0, some.length);
  return attributesOf(...some.slice(from), ...some.slice(0, from));
};
const language = (draw: Draw) => anyOf(draw, ['en', 'en-US', 'fr', 'fr-CH', 'de-CH', 'ar', 'pt']);

const change = (title: string, set: (draw: Draw) => ReturnType<typeof sql>): DrawEdit => {
  return (draw) =>
    byStatement(
      title,
      sql`update spatial_view set ${set(draw)}, changed_at = clock_timestamp() where spatial_view_id = ${anyView(draw)}`,
    );
};

const create: DrawEdit = (draw) => {
  const id = newId(draw);
  return byStatement(
    `the spatial view ${id} is made`,
    insertView({
      id,
      slug: `view_${id.slice(0, 8)}`,
      geometryNode: anyOf(draw, geometryNodes),
      language: language(draw),
      isActive: !onceIn(draw, 4),
      isMixed: onceIn(draw, 2),
      attributes: attributes(draw),
      srid: anyOf(draw, [3857, 4326]),
    }),
  );
};

const remove: DrawEdit = (draw) =>
  byStatement(
    'a spatial view is deleted',
    sql`delete from spatial_view where spatial_view_id = ${anyView(draw)}`,
  );

const rename: DrawEdit = (draw) =>
  byStatement(
    'a spatial view gets another slug',
    sql`update spatial_view
set slug = ${text(`other_${newId(draw).slice(0, 8)}`)}
where spatial_view_id = ${anyView(draw)}`,
  );

/** Edits of the spatial views themselves, each with how often it is drawn. */
export const viewEdits: readonly (readonly [times: number, draw: DrawEdit])[] = [
  [1, create],
  [1, remove],
  [1, rename],
  [
    2,
    change(
      'a spatial view becomes active or not',
      (draw) => sql`is_active = ${boolean(!onceIn(draw, 4))}`,
    ),
  ],
  [
    1,
    change('a spatial view is mixed or not', () =>
      plain('is_mixed_geometry_types = not is_mixed_geometry_types'),
    ),
  ],
  [
    1,
    change(
      'a spatial view gets another language',
      (draw) => sql`language_id = ${text(language(draw))}`,
    ),
  ],
  [
    1,
    change(
      'a spatial view gets other attributes',
      (draw) => sql`attribute_nodes = ${json(attributes(draw))}`,
    ),
  ],
  [
    1,
    change(
      'a spatial view is of another node',
      (draw) => sql`geometry_node_id = ${uuid(anyOf(draw, geometryNodes))}`,
    ),
  ],
  [
    1,
    change(
      'a spatial view has another reference system',
      (draw) => sql`srid = ${int(anyOf(draw, [3857, 4326]))}`,
    ),
  ],
];
