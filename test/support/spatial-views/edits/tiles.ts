import * as z from 'zod';

import { int, json, plain, sql, uuid } from '../../../../lib/data-api/sql.ts';
import { anyOf, between, onceIn, someOf, type Draw } from '../../../functions/permissions/draw.ts';
import { graphs, nodegroupOf, nodegroups, nodes } from '../model.ts';
import { drawData, drawValue } from '../values.ts';
import { anyRow, byStatement, newId, type DrawEdit, type EditedWorld } from './edit.ts';

const siteNodegroups = Object.values(nodegroups).filter((one) => one !== nodegroups.keeper);
const isOf = (nodegroupId: string) => sql`any_row.nodegroup_id = ${uuid(nodegroupId)}`;
const sortOrder = (draw: Draw) => int(onceIn(draw, 5) ? null : between(draw, -1, 3));

const insertTile: DrawEdit = (draw, { targets }) => {
  const nodegroup = anyOf(draw, siteNodegroups);
  const data = json(drawData(draw, nodegroup, targets));
  const above = anyRow(draw, 'tile', 'tile_id', isOf(nodegroups.places));
  const site = anyRow(draw, 'resource', 'resource_id', sql`graph_id = ${uuid(graphs.site)}`);
  const order = sortOrder(draw);
  return byStatement(
    `a tile is added to ${nodegroup}`,
    nodegroup === nodegroups.parts
      ? sql`insert into tile (tile_id, resource_id, nodegroup_id, parent_tile_id, sort_order, data)
select ${uuid(newId(draw))}, p.resource_id, ${uuid(nodegroup)}, p.tile_id, ${order}, ${data}
from tile p
where p.tile_id = ${above}`
      : sql`insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
select ${uuid(newId(draw))}, r.resource_id, ${uuid(nodegroup)}, ${order}, ${data}
from resource r
where r.resource_id = ${site}`,
  );
};

const updateTile: DrawEdit = (draw, { targets }) => {
  const nodegroup = anyOf(draw, Object.values(nodegroups));
  return byStatement(
    `a tile of ${nodegroup} gets other data`,
    sql`update tile
set data = ${json(drawData(draw, nodegroup, targets))}
where tile_id = ${anyRow(draw, 'tile', 'tile_id', isOf(nodegroup))}`,
  );
};

/** One value in many tiles of a nodegroup, by one statement. */
const updateMany: DrawEdit = (draw, { targets }) => {
  const [alias, nodeId] = anyOf(draw, Object.entries(nodes));
  const nodegroup = nodegroupOf.get(nodeId) ?? '';
  const digit = anyOf(draw, '0123456789abcdef'.split(''));
  return byStatement(
    `${alias} of several tiles`,
    sql`update tile
set data = data || ${json({ [nodeId]: drawValue(draw, alias, targets) })}
where nodegroup_id = ${uuid(nodegroup)}
  and md5(tile_id::text) > ${plain(`'${digit}'`)}`,
  );
};

const order: DrawEdit = (draw) =>
  byStatement(
    'a tile takes another place',
    sql`update tile
set sort_order = ${sortOrder(draw)}
where tile_id = ${anyRow(draw, 'tile', 'tile_id')}`,
  );

const removeTile: DrawEdit = (draw) =>
  byStatement(
    'a tile is deleted with those below it',
    sql`delete from tile where tile_id = ${anyRow(draw, 'tile', 'tile_id')}`,
  );

const removeMany: DrawEdit = (draw) =>
  byStatement(
    'several tiles are deleted',
    sql`delete from tile where md5(tile_id::text || ${plain(`'${between(draw, 0, 99)}'`)}) > 'f9'`,
  );

const emptyTile: DrawEdit = (draw) =>
  byStatement(
    'a tile loses its data',
    sql`update tile set data = '{}' where tile_id = ${anyRow(draw, 'tile', 'tile_id')}`,
  );

const propose: DrawEdit = (draw, { targets }) => {
  const nodegroup = anyOf(draw, siteNodegroups);
  const edit = { status: 'review', action: 'update', value: drawData(draw, nodegroup, targets) };
  return byStatement(
    `a tile of ${nodegroup} gets a provisional edit`,
    sql`update tile
set provisional_edits = ${json({ 1: edit })}
where tile_id = ${anyRow(draw, 'tile', 'tile_id', isOf(nodegroup))}`,
  );
};

const touch: DrawEdit = (draw) =>
  byStatement(
    'tiles are written as they are',
    sql`update tile set data = data where nodegroup_id = ${uuid(anyOf(draw, siteNodegroups))}`,
  );

const insertResource: DrawEdit = (draw, { targets }) => {
  const site = newId(draw);
  const place = newId(draw);
  const tile = (tileId: string, nodegroup: string, above: string | null = null) => ({
    tile_id: tileId,
    nodegroup_id: nodegroup,
    parent_tile_id: above,
    data: drawData(draw, nodegroup, targets),
  });
  const tiles = [
    tile(place, nodegroups.places),
    tile(newId(draw), nodegroups.parts, place),
    ...someOf(draw, [nodegroups.names, nodegroups.facts, nodegroups.links]).map((nodegroup) =>
      tile(newId(draw), nodegroup),
    ),
  ];
  return byStatement(
    `the site ${site} comes with all its tiles at once`,
    sql`with site as (
  insert into resource (resource_id, graph_id)
  values (${uuid(site)}, ${uuid(graphs.site)})
)
insert into tile (tile_id, resource_id, nodegroup_id, parent_tile_id, sort_order, data)
select t.tile_id, ${uuid(site)}, t.nodegroup_id, t.parent_tile_id, 0, t.data
from jsonb_to_recordset(${json(tiles)}) as t (tile_id uuid, nodegroup_id uuid, parent_tile_id uuid, data jsonb)`,
  );
};

const removeResource: DrawEdit = (draw) =>
  byStatement(
    'a resource instance is deleted',
    sql`delete from resource where resource_id = ${anyRow(draw, 'resource', 'resource_id')}`,
  );

/** A row of ids that a statement finds. */
async function found(world: EditedWorld, statement: ReturnType<typeof sql>): Promise<string[]> {
  const [row] = await world.service.stack.data.read(statement);
  return z.array(z.string()).parse(row ?? []);
}

const viaHttp =
  (who: 'administrator' | 'author'): DrawEdit =>
  (draw, { targets }) => {
    const nodegroup = anyOf(draw, siteNodegroups);
    const wanted = anyRow(draw, 'tile', 'tile_id', isOf(nodegroup));
    const data = drawData(draw, nodegroup, targets);
    return {
      title: `the ${who} stores a tile of ${nodegroup} over HTTP`,
      work: async (world) => {
        const [tileid, resource] = await found(
          world,
          sql`select tile_id::text, resource_id::text from tile where tile_id = ${wanted}`,
        );
        if (tileid === undefined) return;
        const body = { tileid, nodegroup_id: nodegroup, resourceinstance_id: resource, data };
        const answer = await world.writers[who].ask('POST', `/api/tiles/${tileid}`, body);
        if (answer.status >= 500) throw new Error(await answer.text());
      },
    };
  };

const removeViaHttp: DrawEdit = (draw) => {
  const wanted = anyRow(draw, 'resource', 'resource_id');
  return {
    title: 'the administrator deletes a resource instance over HTTP',
    work: async (world) => {
      const [resource] = await found(
        world,
        sql`select resource_id::text from resource where resource_id = ${wanted}`,
      );
      if (resource === undefined) return;
      const answer = await world.writers.administrator.ask('DELETE', `/resources/${resource}`);
      if (answer.status >= 500) throw new Error(await answer.text());
    },
  };
};

/** Edits of tiles and resource instances, each with how often it is drawn. */
export const tileEdits: readonly (readonly [times: number, draw: DrawEdit])[] = [
  [8, insertTile],
  [8, updateTile],
  [4, updateMany],
  [4, order],
  [4, removeTile],
  [1, removeMany],
  [2, emptyTile],
  [3, propose],
  [1, touch],
  [3, insertResource],
  [1, removeResource],
  [4, viaHttp('administrator')],
  [2, viaHttp('author')],
  [1, removeViaHttp],
];
