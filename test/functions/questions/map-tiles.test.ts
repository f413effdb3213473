import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runQuery } from '../../../lib/data-api/query.ts';
import { findTileRecords } from '../../../lib/http/map-tiles/map-tile-question.ts';
import { readQuestion } from '../../../lib/http/questions/read-question.ts';
import type { QuestionReader } from '../../../lib/http/questions/question-reader.ts';
import { findMapTile } from '../../../lib/queries/map-tiles/map-tile.ts';
import type { TestWriter } from '../writing/writers.ts';
import { decodeTile, tileOf, tilePath, type TileAddress } from '../ogc/vector-tiles.ts';
import { nodes, phaseNodes, surveyNodes } from './building-model.ts';
import { drawConditions, meets, toQuery } from './naive-conditions.ts';
import { callerKinds, drawnFor, openBuildings, type Buildings } from './open-buildings.ts';
import { grid } from './random-buildings.ts';

const middle = tileOf(grid.west + 3 * grid.step, grid.south + 3 * grid.step, 13);
const world: TileAddress = { zoom: 0, column: 0, row: 0 };

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings();
});

afterAll(async () => buildings?.close());

const nodeTilePath = ({ zoom, column, row }: TileAddress): string =>
  `/mvt/${nodes.shape}/${zoom}/${column}/${row}.pbf`;

/** The ids of the features of a tile with their resource instances, in order. */
async function readIds(
  caller: TestWriter,
  path: string,
  address: TileAddress,
): Promise<readonly (readonly [feature: number, resource: string])[]> {
  const response = await caller.sendRequest('GET', path);
  if (response.status === 204 || response.status === 404) return [];
  if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
  const features = decodeTile(new Uint8Array(await response.arrayBuffer()), address);
  return features.map(({ id, properties }) => [id ?? -1, String(properties['resourceinstanceid'])]);
}

/** Returns the ids of the features of a tile without conditions and clusters, with their resource instances, in order. */
async function readAllIds({ accountId }: TestWriter, address: TileAddress, nodeId: string | null) {
  const query = { ...address, nodeId, collectionId: null, representation: '', ifNoneMatch: [] };
  const { features } = await runQuery(
    buildings.service.stack.dataApi.read,
    findMapTile(accountId, { ...query, areSingle: true }),
  );
  return features.map(({ gid, resourceId }) => [gid, resourceId] as const);
}

const sortById = (ids: readonly (readonly [feature: number, resource: string])[]) =>
  ids.toSorted(([first], [second]) => first - second);

describe('map tiles with conditions', () => {
  it.each(callerKinds)(
    'show the features of exactly the found records as without conditions, for the %s',
    async (kind) => {
      const caller = buildings.callers[kind];
      const tilesById = await buildings.readTiles(caller);
      const names = kind === 'reader' ? phaseNodes : [...phaseNodes, ...surveyNodes];
      const addresses = [world, middle];
      const paths = addresses.flatMap((address) => [
        { path: nodeTilePath(address), address, nodeId: nodes.shape },
        { path: tilePath('/ogc/tiles', address), address, nodeId: null },
      ]);
      let matches = 0;
      for (const { path, address, nodeId } of paths) {
        const all = await readAllIds(caller, address, nodeId);
        for (const conditions of drawnFor(kind, 12, (draw) =>
          drawConditions(draw, names).slice(0, 2),
        )) {
          const query = toQuery(conditions);
          const expected = all.filter(([, id]) => meets(tilesById.get(id) ?? [], conditions));
          const shown = await readIds(caller, `${path}?${query}`, address);
          expect([path, query, sortById(shown)]).toEqual([path, query, sortById(expected)]);
          matches += expected.length;
        }
      }
      expect(matches).toBeGreaterThan(20);
    },
  );

  it('show those of the features that they show without conditions, if too many records are found', async () => {
    const { dataApi } = buildings.service.stack;
    const caller = buildings.callers.administrator.accountId;
    const read: QuestionReader['read'] = async (query) => runQuery(dataApi.read, query);
    const sent = new Map([['node.height', ['*']]]);
    const question =
      (await readQuestion(sent, caller, undefined, {
        read,
        settings: { areGridReferencesRead: false, datingNodes: [] },
      })) ?? [];
    const tile = {
      ...world,
      nodeId: null,
      collectionId: null,
      representation: '',
      ifNoneMatch: [],
    };
    const all = await findTileRecords({ dataApi, caller }, question, tile);
    const { features } = await read(findMapTile(caller, { ...tile, areSingle: true }));
    const shown = new Set<string>(features.map(({ resourceId }) => resourceId));
    const sampled = await findTileRecords({ dataApi, caller }, question, tile, 3);
    expect(sampled).toEqual(all.filter((id) => shown.has(id)));
    expect(sampled.length).toBeGreaterThan(3);
  });

  it('refuse conditions and models in headers, whatever the cache of the caller has', async () => {
    const { administrator } = buildings.callers;
    const path = tilePath('/ogc/tiles', world);
    const cached = await administrator.sendRequest('GET', path);
    const etag = cached.headers.get('etag') ?? '';
    const send = async (headers: Readonly<Record<string, string>>) =>
      (await administrator.sendRequest('GET', path, undefined, headers)).status;
    expect(await send({ 'If-None-Match': etag })).toBe(304);
    for (const name of ['period', 'node.height', 'graph', 'related.beside', 'ids']) {
      const headers = { 'If-None-Match': etag, [`X-SERVICE-${name}`]: '1850' };
      expect([name, await send(headers)]).toEqual([name, 400]);
    }
  });

  it('have another entity tag for another question, and refuse unknown nodes', async () => {
    const { administrator } = buildings.callers;
    const path = tilePath('/ogc/tiles', world);
    const responses = await Promise.all(
      ['', '?node.height=*', '?node.height=%3E0', '?graph=building'].map(async (query) =>
        administrator.sendRequest('GET', `${path}${query}`),
      ),
    );
    const tags = responses.map(({ headers }) => headers.get('etag'));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(tags).size).toBe(4);
    const unknown = await administrator.sendRequest('GET', `${path}?node.heigt=1`);
    expect(unknown.status).toBe(400);
    expect(await unknown.text()).toContain('height');
  });
});
