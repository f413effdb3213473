import * as z from 'zod';

import { int, json, rawSql, sql, uuid } from '../../../../lib/data-api/sql.ts';
import { pickOne, integerBetween, onceIn, pickSome, type Draw } from '../../random/draw.ts';
import {
  siteGraphs,
  siteNodegroupOf,
  siteNodegroups,
  siteNodes,
} from '../../world/sites/site-model.ts';
import { drawSiteData, drawSiteValue } from '../../world/sites/site-values.ts';
import { randomRowId, statementEdit, randomId, type DrawEdit, type EditableWorld } from './edit.ts';

const drawnNodegroups = Object.values(siteNodegroups).filter(
  (nodegroup) => nodegroup !== siteNodegroups.keeper,
);
const isOf = (nodegroupId: string) => sql`any_row.nodegroup_id = ${uuid(nodegroupId)}`;
const sortOrder = (draw: Draw) => int(onceIn(draw, 5) ? null : integerBetween(draw, -1, 3));

const insertTile: DrawEdit = (draw, { targets }) => {
  const nodegroup = pickOne(draw, drawnNodegroups);
  const data = json(drawSiteData(draw, nodegroup, targets));
  const above = randomRowId(draw, 'tile', 'tile_id', isOf(siteNodegroups.places));
  const site = randomRowId(
    draw,
    'resource',
    'resource_id',
    sql`graph_id = ${uuid(siteGraphs.site)}`,
  );
  const order = sortOrder(draw);
  return statementEdit(
    `a tile is added to ${nodegroup}`,
    nodegroup === siteNodegroups.parts
      ? sql`insert into tile (tile_id, resource_id, nodegroup_id, parent_tile_id, sort_order, data)
select ${uuid(randomId(draw))}, p.resource_id, ${uuid(nodegroup)}, p.tile_id, ${order}, ${data}
from tile p
where p.tile_id = ${above}`
      : sql`insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
select ${uuid(randomId(draw))}, r.resource_id, ${uuid(nodegroup)}, ${order}, ${data}
from resource r
where r.resource_id = ${site}`,
  );
};

const updateTile: DrawEdit = (draw, { targets }) => {
  const nodegroup = pickOne(draw, Object.values(siteNodegroups));
  return statementEdit(
    `a tile of ${nodegroup} gets other data`,
    sql`update tile
set data = ${json(drawSiteData(draw, nodegroup, targets))}
where tile_id = ${randomRowId(draw, 'tile', 'tile_id', isOf(nodegroup))}`,
  );
};

const updateMany: DrawEdit = (draw, { targets }) => {
  const [alias, nodeId] = pickOne(draw, Object.entries(siteNodes));
  const nodegroup = siteNodegroupOf.get(nodeId) ?? '';
  const digit = pickOne(draw, '0123456789abcdef'.split(''));
  return statementEdit(
    `${alias} of several tiles`,
    sql`update tile
set data = data || ${json({ [nodeId]: drawSiteValue(draw, alias, targets) })}
where nodegroup_id = ${uuid(nodegroup)}
  and md5(tile_id::text) > ${rawSql(`'${digit}'`)}`,
  );
};

const changeOrder: DrawEdit = (draw) =>
  statementEdit(
    'a tile gets another sort order',
    sql`update tile
set sort_order = ${sortOrder(draw)}
where tile_id = ${randomRowId(draw, 'tile', 'tile_id')}`,
  );

const removeTile: DrawEdit = (draw) =>
  statementEdit(
    'a tile is deleted with those below it',
    sql`delete from tile where tile_id = ${randomRowId(draw, 'tile', 'tile_id')}`,
  );

const removeMany: DrawEdit = (draw) =>
  statementEdit(
    'several tiles are deleted',
    sql`delete from tile where md5(tile_id::text || ${rawSql(`'${integerBetween(draw, 0, 99)}'`)}) > 'f9'`,
  );

const emptyTile: DrawEdit = (draw) =>
  statementEdit(
    'a tile loses its data',
    sql`update tile set data = '{}' where tile_id = ${randomRowId(draw, 'tile', 'tile_id')}`,
  );

const propose: DrawEdit = (draw, { targets }) => {
  const nodegroup = pickOne(draw, drawnNodegroups);
  const edit = {
    status: 'review',
    action: 'update',
    value: drawSiteData(draw, nodegroup, targets),
  };
  return statementEdit(
    `a tile of ${nodegroup} gets a provisional edit`,
    sql`update tile
set provisional_edits = ${json({ 1: edit })}
where tile_id = ${randomRowId(draw, 'tile', 'tile_id', isOf(nodegroup))}`,
  );
};

const rewriteTiles: DrawEdit = (draw) =>
  statementEdit(
    'tiles are written without a change',
    sql`update tile set data = data where nodegroup_id = ${uuid(pickOne(draw, drawnNodegroups))}`,
  );

const insertResource: DrawEdit = (draw, { targets }) => {
  const site = randomId(draw);
  const placeTile = randomId(draw);
  const tile = (tileId: string, nodegroup: string, above: string | null = null) => ({
    tile_id: tileId,
    nodegroup_id: nodegroup,
    parent_tile_id: above,
    data: drawSiteData(draw, nodegroup, targets),
  });
  const tiles = [
    tile(placeTile, siteNodegroups.places),
    tile(randomId(draw), siteNodegroups.parts, placeTile),
    ...pickSome(draw, [siteNodegroups.names, siteNodegroups.facts, siteNodegroups.links]).map(
      (nodegroup) => tile(randomId(draw), nodegroup),
    ),
  ];
  return statementEdit(
    `the site ${site} is added with all its tiles at once`,
    sql`with site as (
  insert into resource (resource_id, graph_id)
  values (${uuid(site)}, ${uuid(siteGraphs.site)})
)
insert into tile (tile_id, resource_id, nodegroup_id, parent_tile_id, sort_order, data)
select t.tile_id, ${uuid(site)}, t.nodegroup_id, t.parent_tile_id, 0, t.data
from jsonb_to_recordset(${json(tiles)}) as t (tile_id uuid, nodegroup_id uuid, parent_tile_id uuid, data jsonb)`,
  );
};

const removeResource: DrawEdit = (draw) =>
  statementEdit(
    'a resource instance is deleted',
    sql`delete from resource where resource_id = ${randomRowId(draw, 'resource', 'resource_id')}`,
  );

async function readRow(world: EditableWorld, statement: ReturnType<typeof sql>): Promise<string[]> {
  const [row] = await world.service.stack.data.read(statement);
  return z.array(z.string()).parse(row ?? []);
}

const updateViaHttp =
  (writer: 'administrator' | 'author'): DrawEdit =>
  (draw, { targets }) => {
    const nodegroup = pickOne(draw, drawnNodegroups);
    const key = randomRowId(draw, 'tile', 'tile_id', isOf(nodegroup));
    const data = drawSiteData(draw, nodegroup, targets);
    return {
      title: `the ${writer} stores a tile of ${nodegroup} over HTTP`,
      work: async (world) => {
        const [tileid, resource] = await readRow(
          world,
          sql`select tile_id::text, resource_id::text from tile where tile_id = ${key}`,
        );
        if (tileid === undefined) return;
        const body = { tileid, nodegroup_id: nodegroup, resourceinstance_id: resource, data };
        const answer = await world.writers[writer].sendRequest(
          'POST',
          `/api/tiles/${tileid}`,
          body,
        );
        if (answer.status >= 500) throw new Error(await answer.text());
      },
    };
  };

const removeViaHttp: DrawEdit = (draw) => {
  const key = randomRowId(draw, 'resource', 'resource_id');
  return {
    title: 'the administrator deletes a resource instance over HTTP',
    work: async (world) => {
      const [resource] = await readRow(
        world,
        sql`select resource_id::text from resource where resource_id = ${key}`,
      );
      if (resource === undefined) return;
      const answer = await world.writers.administrator.sendRequest(
        'DELETE',
        `/resources/${resource}`,
      );
      if (answer.status >= 500) throw new Error(await answer.text());
    },
  };
};

/** Edits of tiles and resource instances, with their weights. */
export const tileEdits: readonly (readonly [times: number, draw: DrawEdit])[] = [
  [8, insertTile],
  [8, updateTile],
  [4, updateMany],
  [4, changeOrder],
  [4, removeTile],
  [1, removeMany],
  [2, emptyTile],
  [3, propose],
  [1, rewriteTiles],
  [3, insertResource],
  [1, removeResource],
  [4, updateViaHttp('administrator')],
  [2, updateViaHttp('author')],
  [1, removeViaHttp],
];
