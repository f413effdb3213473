import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { migrate, readMigrations } from '../../../infra/migrations/run.ts';
import type { Row } from '../../../lib/data-api/client.ts';
import { json, plain, sql, uuid } from '../../../lib/data-api/sql.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import { id } from '../cli/import/graphs/example.ts';

const [graph, place, resource] = [id(1), id(2), id(3)];
const point = { type: 'Point', coordinates: [1, 2] };
const feature = { type: 'Feature', id: 'one', geometry: point, properties: { a: 1 } };
const collection = (...features: readonly unknown[]) => ({ type: 'FeatureCollection', features });

/** What tiles hold, each with the places that it stands for. */
const tiles = [
  { value: collection(feature, { ...feature, id: 'two' }), places: ['POINT(1 2)', 'POINT(1 2)'] },
  { value: point, places: ['POINT(1 2)'] },
  { value: feature, places: ['POINT(1 2)'] },
  { value: collection(point, feature), places: ['POINT(1 2)', 'POINT(1 2)'] },
  { value: collection({ ...feature, geometry: null }), places: [null] },
  { value: 'POINT (1 2)', places: [] },
  { value: null, places: [] },
].map((tile, index) => ({ ...tile, tileId: id(100 + index) }));

describe('the migration to features of bare geometries', () => {
  let stack: TestStack;
  let before: readonly Row[];
  const features = () =>
    stack.owner.read(
      plain(
        'select gid, tile_id::text, st_astext(geometry) from feature order by tile_id, position',
      ),
    );
  const stored = () =>
    stack.owner.read(plain('select tile_id::text, data::text from tile order by tile_id'));
  const rowVersions = () =>
    stack.owner.read(plain('select tile_id::text, xmin::text from tile order by tile_id'));

  beforeAll(async () => {
    stack = await openTestStack({ content: 'bare' });
    const migrations = await readMigrations();
    await migrate(
      stack.owner,
      migrations.filter(({ name }) => name < '015'),
    );
    for (const statement of [
      sql`insert into graph (graph_id, publication_id, name, is_resource_model, source)
values (${uuid(graph)}, ${uuid(graph)}, ${json('Mill')}, true, '{}')`,
      sql`insert into nodegroup (nodegroup_id, graph_id, cardinality, depth, model_position, is_hidden)
values (${uuid(place)}, ${uuid(graph)}, 'n', 0, 0, false)`,
      sql`insert into node (
  node_id, graph_id, nodegroup_id, name, datatype, property_name, config, is_required, is_exportable, model_position
)
values (
  ${uuid(place)}, ${uuid(graph)}, ${uuid(place)}, ${json('Place')}, 'geojson-feature-collection', 'place', '{}', false, false, 0
)`,
      sql`insert into resource (resource_id, graph_id) values (${uuid(resource)}, ${uuid(graph)})`,
      ...tiles.map(
        ({ tileId, value }) => sql`insert into tile (tile_id, resource_id, nodegroup_id, data)
values (${uuid(tileId)}, ${uuid(resource)}, ${uuid(place)}, ${json({ [place]: value })})`,
      ),
    ]) {
      await stack.owner.write(statement);
    }
    before = await features();
  });

  afterAll(async () => stack?.close());

  it('gives every such value its features, keeps the gid of all that were there, and touches no other tile', async () => {
    const [valuesBefore, versionsBefore] = [await stored(), await rowVersions()];
    await migrate(stack.owner, await readMigrations());
    const after = await features();
    const expected = tiles.flatMap(({ tileId, places }) => places.map((text) => [tileId, text]));
    expect(after.map(([, ...known]) => known)).toEqual(expected);
    expect(before.length).toBeLessThan(after.length);
    const gids = new Set(after.map(([gid]) => gid));
    expect(before.filter(([gid]) => !gids.has(gid ?? null))).toEqual([]);
    expect(await stored()).toEqual(valuesBefore);
    const versions = new Map((await rowVersions()).map(([tileId, version]) => [tileId, version]));
    const touched = versionsBefore.filter(
      ([tileId, version]) => versions.get(tileId ?? '') !== version,
    );
    expect(touched.map(([tileId]) => tileId)).toEqual(
      [1, 2, 3].map((index) => tiles[index]?.tileId),
    );
  });
});
