import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { crm } from '../../lib/json-ld/mill.ts';
import { modelOf } from '../../lib/json-ld/match/small-models.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { queryColumn } from '../../support/sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { plannedBy, readRecord, type MillRecord, type TileRecord } from './mills.ts';
import { createWriters, type TestWriter } from './writers.ts';

const thingClass = crm('E24_Physical_Man-Made_Thing');
const note = crm('P3_has_note');

/**
 * A model with hidden nodegroups of every kind: with the same property as a visible one or with a property of its own, and as
 * child or parent of other nodegroups.
 */
const model = modelOf({
  name: { property: note, tiles: 'n' },
  secretName: { property: note, tiles: 'n', isHidden: true },
  formerName: { property: crm('P102_has_title'), tiles: '1', isHidden: true },
  remark: { property: crm('P62_depicts'), tiles: 'n', isHidden: true },
  part: {
    property: crm('P46_is_composed_of'),
    datatype: 'semantic',
    class: thingClass,
    tiles: 'n',
  },
  partName: { in: 'part', property: note },
  partRemark: { in: 'part', property: crm('P62_depicts'), tiles: 'n', isHidden: true },
  vault: {
    property: crm('P59_has_section'),
    datatype: 'semantic',
    class: thingClass,
    tiles: 'n',
    isHidden: true,
  },
  vaultName: { in: 'vault', property: note },
  drawer: { in: 'vault', property: crm('P62_depicts'), tiles: 'n' },
});

const text = (value: string) => ({ en: { value, direction: 'ltr' } });

let storeCount = 0;
let service: TestService;
let reviewer: TestWriter;
let resourceId = '';
let hiddenTileIds: readonly string[] = [];

/** Stores a new resource instance with tiles of all nodegroups of the model. */
async function store(): Promise<void> {
  storeCount += 1;
  resourceId = id(5000 + storeCount);
  const tile = (
    number: number,
    nodegroup: string,
    node: string,
    value: string,
    parent?: number,
  ) => ({
    tileid: id(100_000 * storeCount + number),
    nodegroup_id: model.idOf(nodegroup),
    parenttile_id: parent === undefined ? null : id(100_000 * storeCount + parent),
    sortorder: number,
    data: { [model.idOf(node)]: text(value) },
  });
  const tiles = [
    tile(1, 'name', 'name', `named ${id(100_000 * storeCount + 5)}`),
    tile(2, 'name', 'name', 'one'),
    tile(3, 'secretName', 'secretName', 'one'),
    tile(4, 'formerName', 'formerName', 'old'),
    tile(5, 'remark', 'remark', 'first'),
    tile(6, 'remark', 'remark', 'second'),
    tile(7, 'part', 'partName', 'gate'),
    tile(8, 'partRemark', 'partRemark', 'third', 7),
    tile(9, 'part', 'partName', 'gate'),
    tile(10, 'vault', 'vaultName', 'deep'),
    tile(11, 'drawer', 'drawer', 'gold', 10),
    tile(12, 'drawer', 'drawer', 'silver', 10),
  ];
  hiddenTileIds = [3, 4, 5, 6, 8, 10, 11, 12].map((number) => id(100_000 * storeCount + number));
  const answer = await put('B', 'hidden=false', JSON.stringify({ tiles }));
  expect([answer.status, (await record()).tiles.length]).toEqual([201, tiles.length]);
}

beforeAll(async () => {
  service = await openTestService();
  reviewer = (await createWriters(service)).reviewer;
  await withJsonFile({ graph: [model.document] }, (file) =>
    importGraphs([file], service.importContext),
  );
  await service.openToGuest();
});

beforeEach(store);

afterAll(async () => service?.close());

const tileId = (number: number): string => id(100_000 * storeCount + number);
const graphId = model.graph.graphId;
/** The path in form A, without the graph, or in form B, with the graph. */
const pathOf = (form: 'A' | 'B'): string =>
  form === 'A' ? `/resources/${resourceId}` : `/resources/${graphId}/${resourceId}`;

const put = async (form: 'A' | 'B', query: string, document: string): Promise<Response> =>
  reviewer.sendRequest('PUT', `${pathOf(form)}?${query}`, document);

async function get(query: string): Promise<string> {
  const answer = await reviewer.sendRequest('GET', `${pathOf('A')}?${query}`);
  expect(answer.status).toBe(200);
  return answer.text();
}

const record = async (): Promise<MillRecord> => readRecord(reviewer, resourceId);

/** A text that changes with every write. */
const traces = async (): Promise<string> =>
  (
    await queryColumn(
      service,
      `select concat_ws(' ',
        (select count(*) from edit_log),
        (select ordinal from activity_counter),
        (select md5(string_agg(r::text, '' order by r.resource_id)) from resource r),
        (select md5(string_agg(t::text, '' order by t.tile_id)) from tile t)
      )`,
    )
  ).join('\n');

const forms = ['json-ld', 'json-ld&profile=linked', 'service-json', 'json'];
const formatParameter = (form: string): string => `format=${form.split('&')[0] ?? ''}`;

/** The document without the tiles of the nodegroup `part`, in any form. */
function withoutParts(document: unknown): unknown {
  if (Array.isArray(document)) {
    return document.filter((item) => item?.nodegroup_id !== model.idOf('part')).map(withoutParts);
  }
  if (typeof document !== 'object' || document === null) return document;
  return Object.fromEntries(
    Object.entries(document)
      .filter(([key]) => !key.endsWith('P46_is_composed_of'))
      .map(([key, value]) => [key, withoutParts(value)]),
  );
}

/** The values of tiles without the ids of the tiles, sorted. */
const valuesOf = (tiles: readonly TileRecord[]): readonly string[] =>
  tiles.map(({ data }) => JSON.stringify(data)).sort();

describe.each(forms)(
  'a document that is read with or without hidden nodegroups and stored (%s)',
  (form) => {
    const [visibleQuery, completeQuery] = [`format=${form}`, `format=${form}&hidden=false`];

    it.each([
      ['with hidden nodegroups, and stored without hidden=false', completeQuery, ''],
      ['with hidden nodegroups, and stored with hidden=false', completeQuery, '&hidden=false'],
      ['without hidden nodegroups, and stored without hidden=false', visibleQuery, ''],
    ])('changes nothing if it was read %s', async (_, query, hiddenParameter) => {
      const [document, before] = [await get(query), await traces()];
      for (const pathForm of ['A', 'B'] as const) {
        const planned = await put(
          pathForm,
          `${formatParameter(form)}${hiddenParameter}&dry_run=true`,
          document,
        );
        expect((await plannedBy(planned)).change).toBe('none');
        const answer = await put(pathForm, `${formatParameter(form)}${hiddenParameter}`, document);
        expect([answer.status, await traces()]).toEqual([200, before]);
      }
    });

    it('deletes hidden tiles if it was read without hidden nodegroups and is stored with hidden=false', async () => {
      const document = await get(visibleQuery);
      const query = `${formatParameter(form)}&hidden=false`;
      const planned = await plannedBy(await put('A', `${query}&dry_run=true`, document));
      expect(planned.deleted.toSorted()).toEqual(hiddenTileIds.toSorted());
      const { tiles } = await record();
      expect((await put('A', query, document)).status).toBe(200);
      expect((await record()).tiles).toEqual(
        tiles.filter(({ tileid }) => !hiddenTileIds.includes(tileid)),
      );
    });

    it('changes only the tile that differs in the document', async () => {
      for (const query of [completeQuery, visibleQuery]) {
        await store();
        const changed = (await get(query)).replaceAll(/named /g, 'called ');
        const planned = await plannedBy(
          await put('A', `${formatParameter(form)}&dry_run=true`, changed),
        );
        expect(planned).toEqual({
          change: 'update',
          created: [],
          changed: [tileId(1)],
          deleted: [],
        });
      }
    });

    it('keeps hidden tiles if their parent tile is left out, and removes only the values of the parent', async () => {
      const document = JSON.stringify(withoutParts(JSON.parse(await get(visibleQuery))));
      const planned = await plannedBy(
        await put('A', `${formatParameter(form)}&dry_run=true`, document),
      );
      expect(planned).toEqual({
        change: 'update',
        created: [],
        changed: [tileId(7)],
        deleted: [tileId(9)],
      });
    });

    it('creates a copy with the same values when it is sent with POST', async () => {
      const { tiles } = await record();
      const visibleTiles = tiles.filter(({ tileid }) => !hiddenTileIds.includes(tileid));
      for (const [query, copiedTiles] of [
        [completeQuery, tiles],
        [visibleQuery, visibleTiles],
      ] as const) {
        for (const hiddenParameter of ['', '&hidden=false']) {
          const document = await get(query);
          const path =
            form === 'service-json' || form === 'json' ? '/resources' : `/resources/${graphId}`;
          const answer = await reviewer.sendRequest(
            'POST',
            `${path}?${formatParameter(form)}${hiddenParameter}`,
            document,
          );
          expect(answer.status).toBe(201);
          const copy = answer.headers.get('location')?.slice(-36);
          expect(valuesOf((await readRecord(reviewer, copy)).tiles)).toEqual(valuesOf(copiedTiles));
        }
      }
    });
  },
);
