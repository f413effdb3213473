import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { exampleResourceId } from '../../../infra/local/sample/access.ts';
import { queryColumn, openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { createWriters, type TestWriters } from './writers.ts';

const record = z.looseObject({
  graph_id: z.string(),
  legacyid: z.string().nullable(),
  resourceinstanceid: z.string(),
  tiles: z.array(
    z.looseObject({
      tileid: z.string(),
      nodegroup_id: z.string(),
      data: z.record(z.string(), z.unknown()),
      sortorder: z.number().nullable(),
    }),
  ),
});

let service: TestService;
let writers: TestWriters;

beforeAll(async () => {
  service = await openSampleService();
  writers = await createWriters(service);
});

afterAll(async () => service?.close());

const path = `/resources/${exampleResourceId}`;
const query = 'format=service-json&hidden=false';

/** A text that changes with every write to log, activities, versions or tiles. */
async function traces(): Promise<readonly string[]> {
  return queryColumn(
    service,
    `select concat_ws(' ',
      (select count(*) from edit_log),
      (select ordinal from activity_counter),
      (select sum(version) from resource),
      (select md5(string_agg(t::text, '' order by t.tile_id)) from tile t)
    )`,
  );
}

describe('PUT /resources/{id}?format=service-json', () => {
  it('changes nothing, logs nothing and adds no activity if the document is that of GET', async () => {
    const before = await traces();
    const document = await writers.reviewer.read(`${path}?${query}`);
    const calls = await service.countCalls(async () => {
      const answer = await writers.reviewer.sendRequest(
        'PUT',
        `${path}?${query.replace('&hidden=false', '')}`,
        document,
      );
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('@id')]);
    });
    expect(calls).toBe(1);
    expect(await traces()).toEqual(before);
  });

  it.each(['json-ld', 'json-ld&profile=linked', 'service-json', 'json'])(
    'keeps tiles of hidden nodegroups, which GET leaves out by default: %s',
    async (form) => {
      const before = await traces();
      const document = await writers.reviewer.read(`${path}?format=${form}`);
      const answer = await writers.reviewer.sendRequest(
        'PUT',
        `${path}?format=${form.split('&')[0]}`,
        document,
      );
      expect([answer.status, await traces()]).toEqual([200, before]);
    },
  );

  it('deletes tiles of hidden nodegroups that the document leaves out with hidden=false', async () => {
    const document = await writers.reviewer.read(`${path}?format=service-json`);
    const completeRecord = record.parse(await writers.reviewer.read(`${path}?${query}`));
    const visibleTileIds = new Set(record.parse(document).tiles.map(({ tileid }) => tileid));
    const hiddenTileIds = completeRecord.tiles
      .map(({ tileid }) => tileid)
      .filter((id) => !visibleTileIds.has(id));
    expect(hiddenTileIds).not.toEqual([]);
    const answer = await writers.reviewer.sendRequest(
      'PUT',
      `${path}?${query}&dry_run=true`,
      document,
    );
    const { tiles } = z
      .looseObject({
        tiles: z.looseObject({ deleted: z.array(z.looseObject({ tileid: z.string() })) }),
      })
      .parse(await answer.json());
    expect(tiles.deleted.map(({ tileid }) => tileid)).toEqual(hiddenTileIds);
  });

  it('makes the writer the owner of a new resource instance, and nobody else', async () => {
    const { reviewer, author, administrator } = writers;
    const document = record.parse(await reviewer.read(`${path}?format=service-json`));
    const id = '5a3c1f7e-0d52-4d5b-9a39-3f0f5f6f1c11';
    const named = (principaluser_id: number, tiles: unknown) => ({
      ...document,
      resourceinstanceid: id,
      legacyid: null,
      tiles,
      principaluser_id,
    });
    const ownerAfter = async (body: unknown): Promise<readonly unknown[]> => {
      const answer = await reviewer.sendRequest('PUT', `/resources/${id}?format=arches-json`, body);
      const { principaluser_id: owner } = z
        .looseObject({ principaluser_id: z.unknown() })
        .parse(await reviewer.read(`/resources/${id}?format=arches-json`));
      return [answer.status, owner];
    };
    expect(await ownerAfter(named(author.accountId, []))).toEqual([201, reviewer.accountId]);
    expect(await ownerAfter(named(administrator.accountId, []))).toEqual([200, reviewer.accountId]);
  });

  it('writes only the tile that differs, in two Data API calls', async () => {
    const document = record.parse(await writers.reviewer.read(`${path}?${query}`));
    const tile = document.tiles.find(({ data }) =>
      Object.values(data).some((value) => JSON.stringify(value)?.includes('"value"')),
    );
    if (tile === undefined) throw new Error('No tile has a text.');
    const nodeId =
      Object.keys(tile.data).find((id) => JSON.stringify(tile.data[id])?.includes('"value"')) ?? '';
    const changed = {
      ...document,
      tiles: document.tiles.map((original) =>
        original === tile
          ? {
              ...original,
              data: { ...original.data, [nodeId]: { en: { value: 'Changed', direction: 'ltr' } } },
            }
          : original,
      ),
    };
    const [countBefore] = await queryColumn(service, 'select count(*) from edit_log');
    const calls = await service.countCalls(async () => {
      const answer = await writers.reviewer.sendRequest(
        'PUT',
        `${path}?format=service-json`,
        changed,
      );
      expect([answer.status, await answer.text()]).toEqual([
        200,
        expect.stringContaining('Changed'),
      ]);
    });
    expect(calls).toBe(2);
    expect(await queryColumn(service, 'select count(*) from edit_log')).toEqual([
      String(Number(countBefore) + 1),
    ]);
    const after = record.parse(await writers.reviewer.read(`${path}?${query}`));
    expect(after.tiles).toEqual(changed.tiles);
  });
});
