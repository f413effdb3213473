import * as z from 'zod';

import { int, json, rawSql, sql, uuid } from '../../../../lib/data-api/sql.ts';
import { pickOne, integerBetween, onceIn, pickSome, type Draw } from '../../random/draw.ts';
import {
  siteGraphs,
  nodegroupOfSiteNode,
  siteNodegroups,
  siteNodes,
} from '../../world/sites/site-model.ts';
import { drawSiteData, drawSiteValue } from '../../world/sites/site-values.ts';
import {
  selectRandomKey,
  createStatementEdit,
  drawId,
  type DrawEdit,
  type EditableWorld,
} from './edit.ts';

const nodegroupsOfSites = Object.values(siteNodegroups).filter(
  (nodegroup) => nodegroup !== siteNodegroups.keeper,
);
const isInNodegroup = (nodegroupId: string) => sql`any_row.nodegroup_id = ${uuid(nodegroupId)}`;
const drawSortOrder = (draw: Draw) => int(onceIn(draw, 5) ? null : integerBetween(draw, -1, 3));

const insertTile: DrawEdit = (draw, { targets }) => {
  const nodegroup = pickOne(draw, nodegroupsOfSites);
  const data = json(drawSiteData(draw, nodegroup, targets));
  const parentTile = selectRandomKey(draw, 'tile', 'tile_id', isInNodegroup(siteNodegroups.places));
  const site = selectRandomKey(
    draw,
    'resource',
    'resource_id',
    sql`graph_id = ${uuid(siteGraphs.site)}`,
  );
  const order = drawSortOrder(draw);
  return createStatementEdit(
    `a tile is added to ${nodegroup}`,
    nodegroup === siteNodegroups.parts
      ? sql`insert into tile (tile_id, resource_id, nodegroup_id, parent_tile_id, sort_order, data)
select ${uuid(drawId(draw))}, p.resource_id, ${uuid(nodegroup)}, p.tile_id, ${order}, ${data}
from tile p
where p.tile_id = ${parentTile}`
      : sql`insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
select ${uuid(drawId(draw))}, r.resource_id, ${uuid(nodegroup)}, ${order}, ${data}
from resource r
where r.resource_id = ${site}`,
  );
};

const updateTile: DrawEdit = (draw, { targets }) => {
  const nodegroup = pickOne(draw, Object.values(siteNodegroups));
  return createStatementEdit(
    `a tile of ${nodegroup} gets other data`,
    sql`update tile
set data = ${json(drawSiteData(draw, nodegroup, targets))}
where tile_id = ${selectRandomKey(draw, 'tile', 'tile_id', isInNodegroup(nodegroup))}`,
  );
};

const updateManyTiles: DrawEdit = (draw, { targets }) => {
  const [alias, nodeId] = pickOne(draw, Object.entries(siteNodes));
  const nodegroup = nodegroupOfSiteNode.get(nodeId) ?? '';
  const digit = pickOne(draw, '0123456789abcdef'.split(''));
  return createStatementEdit(
    `${alias} of several tiles`,
    sql`update tile
set data = data || ${json({ [nodeId]: drawSiteValue(draw, alias, targets) })}
where nodegroup_id = ${uuid(nodegroup)}
  and md5(tile_id::text) > ${rawSql(`'${digit}'`)}`,
  );
};

const changeOrder: DrawEdit = (draw) =>
  createStatementEdit(
    'a tile gets another sort order',
    sql`update tile
set sort_order = ${drawSortOrder(draw)}
where tile_id = ${selectRandomKey(draw, 'tile', 'tile_id')}`,
  );

const removeTile: DrawEdit = (draw) =>
  createStatementEdit(
    'a tile is deleted with those below it',
    sql`delete from tile where tile_id = ${selectRandomKey(draw, 'tile', 'tile_id')}`,
  );

const removeManyTiles: DrawEdit = (draw) =>
  createStatementEdit(
    'several tiles are deleted',
    sql`delete from tile where md5(tile_id::text || ${rawSql(`'${integerBetween(draw, 0, 99)}'`)}) > 'f9'`,
  );

const emptyTile: DrawEdit = (draw) =>
  createStatementEdit(
    'a tile loses its data',
    sql`update tile set data = '{}' where tile_id = ${selectRandomKey(draw, 'tile', 'tile_id')}`,
  );

const proposeEdit: DrawEdit = (draw, { targets }) => {
  const nodegroup = pickOne(draw, nodegroupsOfSites);
  const edit = {
    status: 'review',
    action: 'update',
    value: drawSiteData(draw, nodegroup, targets),
  };
  return createStatementEdit(
    `a tile of ${nodegroup} gets a provisional edit`,
    sql`update tile
set provisional_edits = ${json({ 1: edit })}
where tile_id = ${selectRandomKey(draw, 'tile', 'tile_id', isInNodegroup(nodegroup))}`,
  );
};

const rewriteTiles: DrawEdit = (draw) =>
  createStatementEdit(
    'tiles are written without a change',
    sql`update tile set data = data where nodegroup_id = ${uuid(pickOne(draw, nodegroupsOfSites))}`,
  );

const insertResource: DrawEdit = (draw, { targets }) => {
  const site = drawId(draw);
  const placeTile = drawId(draw);
  const createTile = (tileId: string, nodegroup: string, parentTileId: string | null = null) => ({
    tile_id: tileId,
    nodegroup_id: nodegroup,
    parent_tile_id: parentTileId,
    data: drawSiteData(draw, nodegroup, targets),
  });
  const tiles = [
    createTile(placeTile, siteNodegroups.places),
    createTile(drawId(draw), siteNodegroups.parts, placeTile),
    ...pickSome(draw, [siteNodegroups.names, siteNodegroups.facts, siteNodegroups.links]).map(
      (nodegroup) => createTile(drawId(draw), nodegroup),
    ),
  ];
  return createStatementEdit(
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
  createStatementEdit(
    'a resource instance is deleted',
    sql`delete from resource where resource_id = ${selectRandomKey(draw, 'resource', 'resource_id')}`,
  );

async function readRow(world: EditableWorld, statement: ReturnType<typeof sql>): Promise<string[]> {
  const [row] = await world.service.stack.dataApi.read(statement);
  return z.array(z.string()).parse(row ?? []);
}

const updateViaHttp =
  (writer: 'administrator' | 'author'): DrawEdit =>
  (draw, { targets }) => {
    const nodegroup = pickOne(draw, nodegroupsOfSites);
    const key = selectRandomKey(draw, 'tile', 'tile_id', isInNodegroup(nodegroup));
    const data = drawSiteData(draw, nodegroup, targets);
    return {
      title: `the ${writer} stores a tile of ${nodegroup} over HTTP`,
      change: async (world) => {
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
  const key = selectRandomKey(draw, 'resource', 'resource_id');
  return {
    title: 'the administrator deletes a resource instance over HTTP',
    change: async (world) => {
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
  [4, updateManyTiles],
  [4, changeOrder],
  [4, removeTile],
  [1, removeManyTiles],
  [2, emptyTile],
  [3, proposeEdit],
  [1, rewriteTiles],
  [3, insertResource],
  [1, removeResource],
  [4, updateViaHttp('administrator')],
  [2, updateViaHttp('author')],
  [1, removeViaHttp],
];
