import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { answerSchema, toQuery, type Parameters } from '../../former-searches.ts';
import { allOf, hasTile } from '../../proofs.ts';
import { dataSets } from '../data-sets.ts';
import { openDataSet, type OpenDataSet } from '../open-data-set.ts';
import { isOfModel, isOf, nameBegins, says } from '../proven-parts.ts';
import { follow } from '../read-answers.ts';
import { allLanguages, begins, model, noise, term } from '../sent-parameters.ts';

// Front ends, add-ins and import scripts read pages of hits.

const hitsSchema = answerSchema.extend({
  results: z.object({
    hits: z.object({
      total: z.object({ value: z.number(), relation: z.string() }),
      hits: z.array(
        z.object({
          _id: z.string(),
          _source: z.object({
            resourceinstanceid: z.string(),
            graph_id: z.string(),
            displayname: z.string(),
            displaydescription: z.string(),
            displayname_language: z.string().nullable(),
            map_popup: z.array(z.object({ value: z.string(), language: z.string() })),
            root_ontology_class: z.string().nullable(),
            geometries: z.array(z.object({ geom: z.object({ features: z.array(z.unknown()) }) })),
            tiles: z
              .array(z.object({ tileid: z.string(), data: z.record(z.string(), z.unknown()) }))
              .optional(),
          }),
        }),
      ),
    }),
  }),
});

describe.each(dataSets)('a program that reads hits of $content', (data) => {
  let set: OpenDataSet;

  beforeAll(async () => {
    set = await openDataSet(data);
    await set.service.openToGuest();
  });

  afterAll(async () => set?.service.close());

  const read = async (query: Parameters | string) => {
    const response = await follow(
      set.administrator,
      `/search/resources?${typeof query === 'string' ? query : toQuery(query)}`,
    );
    expect(response.status).toBe(200);
    const answer = hitsSchema.parse(await response.json());
    const { hits, total } = answer.results.hits;
    return {
      hits,
      ids: hits.map(({ _id: id }) => id),
      total,
      hasNext: answer['paging-filter'].paginator.has_next,
    };
  };

  /** Reads pages until there is no next one, as a select box does while one scrolls. */
  const readAll = async (query: Parameters) => {
    const hits: Awaited<ReturnType<typeof read>>['hits'][number][] = [];
    for (let page = 1; ; page += 1) {
      const answer = await read({ ...query, 'paging-filter': String(page) });
      hits.push(...answer.hits);
      if (!answer.hasNext) return { hits, ids: hits.map(({ _id: id }) => id), pages: page };
    }
  };

  it('shows names of whatever comes first', async () => {
    const { hits } = await read('');
    expect(hits).toHaveLength(5);
    expect(hits.every(({ _source: source }) => source.displayname !== '')).toBe(true);
  });

  it('pages through a model without an order, and gets each record once', async () => {
    const { ids, pages } = await readAll({ ...noise('tilecsv'), ...model(set) });
    expect(ids.toSorted()).toEqual(await set.prove(isOfModel(set)));
    expect(pages).toBe(Math.ceil(ids.length / 5));
  });

  it('opens the fourth page of a saved search', async () => {
    const { ids } = await read({ ...noise('tilecsv'), ...model(set), 'paging-filter': '4' });
    expect(ids).toEqual((await set.prove(isOfModel(set))).slice(15, 20));
  });

  it.each(['asc', 'desc'])(
    'pages through what one typed in a select box, in the order of names: %s',
    async (order) => {
      const { hits, ids } = await readAll({
        ...model(set),
        ...term('string', set.words[0]),
        'sort-results': order,
        limit: '12',
      });
      expect(ids.toSorted()).toEqual(
        await set.prove(allOf(isOfModel(set), says(set.words[0], true))),
      );
      const names = hits.map(({ _source: source }) => source.displayname.toLowerCase());
      expect(names.length).toBeGreaterThan(4);
      expect(names).toEqual(order === 'asc' ? names.toSorted() : names.toSorted().toReversed());
    },
  );

  it('turns a pasted address of the page into one of hits, whatever its format', async () => {
    const pasted = `/search?${toQuery({ ...noise('shp'), ...model(set), ...allLanguages })}`;
    const response = await follow(
      set.administrator,
      pasted.replace('/search?', '/search/resources?'),
    );
    const { results } = hitsSchema.parse(await response.json());
    expect(results.hits.total.value).toBe((await set.prove(isOfModel(set))).length);
  });

  it('reads one record by its id, with the tiles of its visible cards', async () => {
    const [first = ''] = await set.prove(isOfModel(set));
    const { ids, hits } = await read({ id: first, tiles: 'true' });
    expect(ids).toEqual([first]);
    const stored = await set.readRows(
      `select to_jsonb(t.tile_id)::text
from tile t
join nodegroup n on n.nodegroup_id = t.nodegroup_id
where t.resource_id = '${first}'
  and not n.is_hidden`,
      z.string(),
    );
    expect(hits[0]?._source.tiles?.map(({ tileid }) => tileid).toSorted()).toEqual(
      stored.toSorted(),
    );
  });

  it.each(['100', '1000'])('reads hits with a cookie, %s at a time', async (limit) => {
    const query = toQuery({
      'resource-type-filter': [{ graphid: set.graphId, inverted: false }],
      ...term('string', set.words[0]),
      limit,
    });
    const response = await set.service.fetch(`/search/resources?${query}`, {
      headers: { cookie: 'sessionid=abc' },
    });
    const { results } = hitsSchema.parse(await response.json());
    expect(results.hits.hits.map(({ _id: id }) => id)).toEqual(
      await set.prove(allOf(isOfModel(set), says(set.words[0], true))),
    );
  });

  it('reads tiles if it names them without a value', async () => {
    const { hits } = await read(
      `paging-filter=1&${toQuery({ 'resource-type-filter': [{ graphid: set.graphId }] })}&tiles`,
    );
    expect(hits.every(({ _source: source }) => (source.tiles ?? []).length > 0)).toBe(true);
  });

  it('reads what a remote store keeps of records, without tiles', async () => {
    const group = {
      op: 'and',
      [set.nodeNamed(set.name.node).nodeId]: { op: 'eq', lang: 'en', val: set.words[0] },
    };
    const { hits, ids } = await read({
      'paging-filter': '1',
      tiles: 'false',
      limit: '500',
      'advanced-search': [group],
    });
    expect(ids).toEqual(await set.prove(hasTile(nameBegins(set, String.raw`${set.words[0]}\M`))));
    for (const { _id: id, _source: source } of hits) {
      expect([source.resourceinstanceid, source.graph_id, source.tiles]).toEqual([
        id,
        set.graphId,
        undefined,
      ]);
    }
  });

  it('draws the geometries of everything, read as one page of ten thousand', async () => {
    const { hits, ids, hasNext } = await read({
      tiles: 'true',
      mobiledownload: 'true',
      resourcecount: '10000',
      'paging-filter': '1',
    });
    expect([ids, hasNext]).toEqual([await set.prove('true'), false]);
    const [count] = await set.readRows(
      `select count(*)::text
from tile t
cross join lateral jsonb_each(t.data) d
cross join lateral jsonb_array_elements(case when jsonb_typeof(d.value -> 'features') = 'array' then d.value -> 'features' end) f`,
      z.number(),
    );
    expect(
      hits.flatMap(({ _source: source }) => source.geometries.flatMap(({ geom }) => geom.features)),
    ).toHaveLength(count ?? 0);
  });

  it('picks among records with a condition and a text together', async () => {
    const group = {
      op: 'and',
      [set.nodeNamed(set.name.node).nodeId]: begins(set.words[0]),
      [set.nodeNamed(set.name.kind.node).nodeId]: { op: '', val: set.valueId(set.name.kind.value) },
    };
    const { total } = await read({ 'advanced-search': [group], ...term('term', set.terms[2]) });
    const proven = await set.prove(
      allOf(hasTile(nameBegins(set, set.words[0]), isOf(set, set.name.kind)), says(set.terms[2])),
    );
    expect([total.value, total.relation]).toEqual([proven.length, 'eq']);
  });

  it.each(['/search/resources', '/api/search/export_results'])(
    'sends what is too long as a form, and the rest in the query, to %s',
    async (path) => {
      const group = { op: 'or', [set.nodeNamed(set.name.node).nodeId]: begins(set.words[0]) };
      const response = await set.administrator.sendRequest(
        'POST',
        `${path}?${toQuery({ ...model(set), limit: '500', format: 'tilecsv' })}`,
        toQuery({ 'advanced-search': Array.from({ length: 40 }, () => group) }),
        { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      );
      const text = await response.text();
      expect([response.status, text.slice(0, 300)]).toEqual([200, expect.anything()]);
      const proven = await set.prove(hasTile(nameBegins(set, set.words[0])));
      const others = await set.prove(
        allOf(isOfModel(set), `not ${hasTile(nameBegins(set, set.words[0]))}`),
      );
      expect(proven.filter((id) => !text.includes(id))).toEqual([]);
      expect(others.filter((id) => text.includes(id))).toEqual([]);
    },
  );

  it('edits all records of a pasted search, which it runs as an export', async () => {
    const pasted = toQuery({ ...noise('tilecsv'), ...model(set), export: 'true' });
    const { hits, hasNext } = await read(pasted);
    expect([hits.map(({ _source: source }) => source.resourceinstanceid), hasNext]).toEqual([
      await set.prove(isOfModel(set)),
      false,
    ]);
  });

  it('reads the first page and ten more at once', async () => {
    const query = { ...noise('tilecsv'), ...model(set) };
    const all = await set.prove(isOfModel(set));
    expect((await read({ ...query, pages: '10' })).ids).toEqual(all.slice(0, 55));
  });
});
