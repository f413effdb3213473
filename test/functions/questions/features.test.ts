import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import {
  countMatchingFeatures,
  openMatchingFeatures,
  readFeatures,
} from '../../../lib/geojson/matching-features.ts';
import { createStoredQueryReader } from '../../../lib/http/geojson/stored-query.ts';
import type { TileKey } from '../../../lib/model/geojson/feature-query.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { onceIn, pickOne } from '../../support/random/draw.ts';
import type { TestWriter } from '../writing/writers.ts';
import { nextPath } from './next-path.ts';
import { nodes, phaseNodes, surveyNodes } from './building-model.ts';
import { drawConditions, meets, toQuery } from './naive-conditions.ts';
import { recordConditions } from './naive-records.ts';
import {
  callerKinds,
  drawnFor,
  openBuildings,
  type Buildings,
  type CallerKind,
} from './open-buildings.ts';
import { buildingId, grid } from './random-buildings.ts';

const collectionSchema = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
      properties: z.looseObject({ resourceinstanceid: z.string(), tileid: z.string() }),
    }),
  ),
  numberMatched: z.number().optional(),
  numberReturned: z.number().optional(),
  _lastPage: z.boolean().optional(),
});

type Collection = z.output<typeof collectionSchema>;
type Feature = Collection['features'][number];

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings();
});

afterAll(async () => buildings?.close());

async function fetchPage(
  caller: TestWriter,
  path: string,
): Promise<{ readonly collection: Collection; readonly next: string | undefined }> {
  const response = await caller.sendRequest('GET', path);
  if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
  return {
    collection: collectionSchema.parse(await response.json()),
    next: nextPath(response),
  };
}

async function fetchAll(caller: TestWriter, query: string): Promise<readonly Feature[]> {
  const features: Feature[] = [];
  let path: string | undefined = `/geojson?${query}`;
  while (path !== undefined) {
    const { collection, next }: Awaited<ReturnType<typeof fetchPage>> = await fetchPage(
      caller,
      path,
    );
    features.push(...collection.features);
    path = next;
  }
  return features;
}

/** Random questions with the ids of the visible buildings that meet them. */
async function drawQuestions(
  kind: CallerKind,
  count: number,
): Promise<readonly { readonly query: string; readonly ids: ReadonlySet<string> }[]> {
  const tilesById = await buildings.readTiles(buildings.callers[kind]);
  const names = kind === 'reader' ? phaseNodes : [...phaseNodes, ...surveyNodes];
  // A box of features is no condition on records.
  const withoutBox = recordConditions.filter(({ name }) => name !== 'bbox');
  return drawnFor(kind, count, (draw) => {
    const onNodes = onceIn(draw, 4) ? [] : drawConditions(draw, names).slice(0, 2);
    const onRecord = onNodes.length > 0 && onceIn(draw, 2) ? undefined : pickOne(draw, withoutBox);
    const ids = [...tilesById].flatMap(([id, tiles]) =>
      (onNodes.length === 0 || meets(tiles, onNodes)) && (onRecord?.isMet(id, tilesById) ?? true)
        ? [id]
        : [],
    );
    const parts = [
      ...(onNodes.length === 0 ? [] : [toQuery(onNodes)]),
      ...(onRecord === undefined ? [] : [`${onRecord.name}=${encodeURIComponent(onRecord.sent)}`]),
    ];
    return { query: parts.join('&'), ids: new Set(ids) };
  });
}

describe('/geojson with conditions', () => {
  it.each(callerKinds)(
    'has exactly the features of the found records in the same order, at once and page by page, for the %s',
    async (kind) => {
      const caller = buildings.callers[kind];
      const all = await fetchAll(caller, '');
      const questions = await drawQuestions(kind, 40);
      let matches = 0;
      for (const { query, ids } of questions) {
        const expected = all.filter(({ properties }) => ids.has(properties.resourceinstanceid));
        const { collection } = await fetchPage(caller, `/geojson?${query}&count=exact`);
        expect([query, collection.features]).toEqual([query, expected]);
        expect(collection).toMatchObject({
          numberMatched: expected.length,
          numberReturned: expected.length,
        });
        expect([query, await fetchAll(caller, `${query}&limit=3`)]).toEqual([query, expected]);
        matches += expected.length;
      }
      expect(all.length).toBeGreaterThan(30);
      expect(matches).toBeGreaterThan(questions.length);
    },
  );

  it('has numbered pages that are full before the last one', async () => {
    const caller = buildings.callers.administrator;
    const expected = await fetchAll(caller, 'node.height=*');
    const pages: Feature[][] = [];
    for (let page = 1; ; page += 1) {
      const { collection } = await fetchPage(caller, `/geojson?node.height=*&limit=4&page=${page}`);
      pages.push(collection.features);
      if (collection._lastPage === true) break;
    }
    const tileCounts = pages.map(
      (features) => new Set(features.map(({ properties }) => properties.tileid)).size,
    );
    expect(pages.flat()).toEqual(expected);
    expect(new Set(tileCounts.slice(0, -1))).toEqual(new Set([4]));
    const { collection: beyond } = await fetchPage(
      caller,
      '/geojson?node.height=*&limit=4&page=900',
    );
    expect(beyond).toMatchObject({ features: [], _lastPage: true });
  });

  it('is the same however many records are found in one call, also from a tile within and page by page', async () => {
    const { dataApi } = buildings.service.stack;
    const { accountId } = buildings.callers.administrator;
    const stored = { dataApi, caller: accountId, language: 'en' };
    const { query, question } = await createStoredQueryReader({
      areGridReferencesRead: false,
      datingNodes: [],
    })('node.height=*', stored);
    const baseUrl = 'https://heritage.test';
    const source = { dataApi, caller: accountId, query, question, baseUrl };
    const readAll = async (idsPerBatch: number, after: TileKey | null) =>
      (
        await Array.fromAsync(
          readFeatures({ ...source, idsPerBatch }, after),
          ({ features, next }) => ({
            features: Array.from(features),
            next,
          }),
        )
      ).flatMap(({ features }) => features);
    const all = await readAll(5000, null);
    expect(await readAll(7, null)).toEqual(all);
    for (const limit of [2, 5]) {
      const opened = await openMatchingFeatures(source, { kind: 'cursor', after: null, limit });
      const rest = await readAll(7, opened.pageEnd);
      expect([...opened.firstChunk.features, ...rest]).toEqual(all);
      const pages: string[] = [];
      for (let page = 1, isLast = false; !isLast; page += 1) {
        const position = { kind: 'page' as const, page, limit };
        const { firstChunk, pageEnd, readRemainingChunks } = await openMatchingFeatures(
          { ...source, idsPerBatch: 7 },
          position,
        );
        pages.push(...firstChunk.features);
        for await (const { features } of readRemainingChunks()) pages.push(...features);
        isLast = pageEnd === null;
      }
      expect(pages).toEqual(all);
    }
    expect(await countMatchingFeatures({ ...source, idsPerBatch: 4 })).toBe(all.length);
    const { estimateBytes } = await openMatchingFeatures(
      { ...source, idsPerBatch: 2 },
      { kind: 'all', after: null },
    );
    const written = Buffer.byteLength(all.join(''));
    expect(await estimateBytes(1e9)).toBeGreaterThan(written * 0.9);
  });

  it('selects by a box the features in it, not all of records that have one in it', async () => {
    const caller = buildings.callers.administrator;
    const [east, north] = [grid.west + 0.025, grid.south + 0.025];
    const expected = (await fetchAll(caller, 'node.height=*')).filter(
      ({ geometry: { coordinates } }) => coordinates[0] <= east && coordinates[1] <= north,
    );
    const box = `${grid.west - 0.001},${grid.south - 0.001},${east},${north}`;
    expect(await fetchAll(caller, `node.height=*&bbox=${box}`)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(0);
  });

  it('takes conditions from a form, a JSON object and headers too', async () => {
    const { administrator: caller, reader } = buildings.callers;
    const expected = await fetchAll(caller, 'node.height=%3E5&period=1850');
    const post = async (body: string, type: string) =>
      collectionSchema.parse(
        await (await caller.sendRequest('POST', '/geojson', body, { 'Content-Type': type })).json(),
      ).features;
    const form = 'application/x-www-form-urlencoded';
    expect(await post('node.height=%3E5&period=1850', form)).toEqual(expected);
    const json = JSON.stringify({ 'node.height': '>5', period: '1850' });
    expect(await post(json, 'application/json')).toEqual(expected);
    const response = await caller.sendRequest('GET', '/geojson?node.height=%3E5', undefined, {
      'X-SERVICE-PERIOD': '1850',
    });
    expect(collectionSchema.parse(await response.json()).features).toEqual(expected);
    expect(expected.length).toBeGreaterThan(0);
    const closed = await reader.sendRequest('GET', '/geojson?node.state=good');
    expect(closed.status).toBe(400);
  });

  it('has each feature once while others write, if its record meets the conditions all the time', async () => {
    const caller = buildings.callers.administrator;
    const query = 'node.height=*&limit=2';
    const before = await fetchAll(caller, query);
    const changed = buildingId(30);
    const seen: Feature[] = [];
    let path: string | undefined = `/geojson?${query}`;
    for (let page = 0; path !== undefined; page += 1) {
      const { collection, next }: Awaited<ReturnType<typeof fetchPage>> = await fetchPage(
        caller,
        path,
      );
      seen.push(...collection.features);
      path = next;
      if (page === 2) {
        await buildings.service.stack.owner.write(
          rawSql(
            `update tile set data = data || '{"${nodes.height}": null}' where resource_id = '${changed}'`,
          ),
        );
      }
    }
    const stable = (features: readonly Feature[]) =>
      features.filter(({ properties }) => properties.resourceinstanceid !== changed);
    expect(stable(seen)).toEqual(stable(before));
  });
});
