import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { errorSchema, toQuery } from '../../former-searches.ts';
import { allOf, hasGeometry, node } from '../../proofs.ts';
import { dataSets } from '../data-sets.ts';
import { openDataSet, type OpenDataSet } from '../open-data-set.ts';
import { isOfModel, says } from '../proven-parts.ts';
import { follow, readFeatures, type ReadFeature } from '../read-answers.ts';
import { allLanguages, model, noise, term } from '../sent-parameters.ts';

// Notebooks, R packages and import scripts read exports: features by the names of nodes and `resourceid`, and tables.

/** The texts of the exported node by record, sorted, from tiles alone. */
async function readTexts(set: OpenDataSet): Promise<ReadonlyMap<string, readonly string[]>> {
  const value = `(t.data -> ${node(set.exported, set.graphId)})`;
  const rows = await set.readRows(
    `select jsonb_build_array(t.resource_id, jsonb_agg(coalesce(${value} -> 'en-US' ->> 'value', ${value} #>> '{}')))::text
from tile t
where jsonb_typeof(${value}) <> 'null'
group by t.resource_id`,
    z.tuple([z.string(), z.array(z.string())]),
  );
  return new Map(rows.map(([id, texts]) => [id, texts.toSorted()]));
}

const splitTexts = (text: string | null | undefined): readonly string[] =>
  (text ?? '').split(', ').toSorted();

const idsOf = (features: readonly ReadFeature[]): readonly string[] =>
  [...new Set(features.map(({ properties }) => properties['resourceid'] ?? ''))].toSorted();

describe.each(dataSets)('a script that reads exports of $content', (data) => {
  let set: OpenDataSet;
  let texts: ReadonlyMap<string, readonly string[]>;

  beforeAll(async () => {
    set = await openDataSet(data);
    texts = await readTexts(set);
    await set.service.openToGuest();
  });

  afterAll(async () => set?.service.close());

  const search = (): string =>
    toQuery({
      ...noise('geojson'),
      ...allLanguages,
      ...term('term', set.terms[0]),
      ...model(set),
    });
  const proveSearch = async (): Promise<readonly string[]> =>
    set.prove(allOf(says(set.terms[0]), isOfModel(set), hasGeometry('true')));

  it('finds values by the names of nodes, several of them with commas between', async () => {
    const features = await readFeatures(set.administrator, '/api/search/export_results', {
      ...noise('geojson'),
      ...model(set),
    });
    const { label } = set.nodeNamed(set.exported);
    expect(idsOf(features)).toEqual(await set.prove(allOf(isOfModel(set), hasGeometry('true'))));
    for (const { properties } of features) {
      expect(splitTexts(properties[label])).toEqual(texts.get(properties['resourceid'] ?? ''));
    }
  });

  it('has a geometry in each feature, as exact as it asked', async () => {
    const geometries = await set.readRows(
      `select (st_asgeojson(g, 6)::jsonb)::text
from resource r
join tile t on t.resource_id = r.resource_id
cross join lateral jsonb_each(t.data) d
cross join lateral jsonb_array_elements(case when jsonb_typeof(d.value -> 'features') = 'array' then d.value -> 'features' end) f
cross join lateral st_geomfromgeojson(f -> 'geometry') g
where ${isOfModel(set)}`,
      z.looseObject({ type: z.string() }),
    );
    const features = await readFeatures(set.administrator, '/api/search/export_results', {
      ...noise('geojson'),
      ...model(set),
    });
    const written = (list: readonly object[]) =>
      list.map((item) => JSON.stringify(item)).toSorted();
    expect(written(features.map(({ geometry }) => geometry))).toEqual(
      written(geometries.map(({ type, ...geometry }) => ({ type, ...geometry }))),
    );
  });

  it('comes with a cookie and a language before the address, and is redirected', async () => {
    const response = await follow(
      {
        sendRequest: (method, path, _body, headers) =>
          set.service.fetch(path, { method, redirect: 'manual', headers: headers ?? {} }),
      },
      `/en/api/search/export_results?${search()}`,
      { cookie: 'csrftoken=abc; sessionid=def', accept: 'application/json, text/xml, */*' },
    );
    const { features } = z
      .object({ features: z.array(z.custom<ReadFeature>()) })
      .parse(await response.json());
    expect(idsOf(features)).toEqual(await proveSearch());
    expect(idsOf(features).length).toBeGreaterThan(0);
  });

  it('gets the records of all models if it names none, for a layer', async () => {
    const features = await readFeatures(set.administrator, '/api/search/export_results', {
      format: 'geojson',
      total: '0',
    });
    expect(idsOf(features)).toEqual(await set.prove(hasGeometry('true')));
    const graphs = await set.readRows(
      `select to_jsonb(r.graph_id)::text from resource r where r.resource_id = any ('{${idsOf(features).join(',')}}')`,
      z.string(),
    );
    expect(new Set(graphs).size).toBeGreaterThan(data.content === 'sample' ? 0 : 1);
  });

  it('collects the columns of all features from their properties', async () => {
    const features = await readFeatures(set.administrator, '/api/search/export_results', {
      ...noise('geojson'),
      ...allLanguages,
      ...term('string', set.terms[1]),
      ...model(set),
    });
    const columns = new Set(features.flatMap(({ properties }) => Object.keys(properties)));
    const exportable = await set.readRows(
      `select to_jsonb(coalesce(n.name ->> 'en-US', n.name #>> '{}'))::text
from node n
where n.graph_id = '${set.graphId}'
  and n.is_exportable
  and n.datatype not in ('semantic', 'geojson-feature-collection')`,
      z.string(),
    );
    expect([...columns].toSorted()).toEqual([...exportable, 'resourceid'].toSorted());
  });

  it('reads a table by the names of its columns', async () => {
    const response = await follow(
      set.administrator,
      `/search/export_results?${toQuery({ ...noise('tilecsv'), ...model(set) })}`,
    );
    const rows = z
      .array(z.record(z.string(), z.string()))
      .parse(parse(await response.text(), { columns: true }));
    const { label } = set.nodeNamed(set.exported);
    expect(rows.map((row) => row['resourceid'])).toEqual(await set.prove(isOfModel(set)));
    for (const row of rows) {
      expect(splitTexts(row[label])).toEqual(texts.get(row['resourceid'] ?? '') ?? ['']);
    }
  });

  it.each([
    ['with a rest after it', 'resource-type-filter', (text: string) => `${text}2`],
    ['that ends too early', 'resource-type-filter', (text: string) => text.slice(0, -2)],
    ['that is a template', 'resource-type-filter', () => '%s'],
    ['of conditions that ends too early', 'advanced-search', (text: string) => text.slice(0, 40)],
  ])('learns of broken JSON %s at every address', async (_what, name, breakIt) => {
    const sent = JSON.stringify([{ graphid: set.graphId, name: set.model, inverted: false }]);
    const query = toQuery({ ...noise('geojson'), ...term('term', 'x'), [name]: breakIt(sent) });
    for (const path of [
      '/api/search/export_results',
      '/search/export_results',
      '/search/resources',
    ]) {
      const response = await follow(set.administrator, `${path}?${query}`);
      const { message } = errorSchema.parse(await response.json());
      expect([response.status, message]).toEqual([
        400,
        expect.stringMatching(new RegExp(`^${name}: is not JSON: the text .* at character \\d+`)),
      ]);
    }
  });
});
