import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { search } from '../former-searches.ts';
import { hasGeometry } from '../proofs.ts';
import { dataSets, places } from './data-sets.ts';
import { openDataSet, type OpenDataSet } from './open-data-set.ts';
import { readFeatureIds } from './read-answers.ts';
import { noise } from './sent-parameters.ts';
import { shapes, unlimitedSearches } from './shapes.ts';

// Searches as they are found in public scripts, notebooks and pages, about data of which SQL knows the answer.

describe.each(dataSets)('a search in a form that people have sent, in $content,', (data) => {
  let set: OpenDataSet;
  let idsOnMaps: ReadonlySet<string>;

  beforeAll(async () => {
    set = await openDataSet(data);
    idsOnMaps = new Set(await set.prove(hasGeometry('true')));
  });

  afterAll(async () => set?.service.close());

  it.each(shapes)('finds and exports: %s', async (_title, parametersOf, proofOf) => {
    const parameters = parametersOf(set);
    const proven = await set.prove(proofOf(set));
    expect(proven.length).toBeGreaterThan(0);
    expect(await search(set.administrator, { ...noise('tilecsv'), ...parameters })).toEqual(proven);
    const query = { ...noise('geojson'), ...parameters };
    expect(await readFeatureIds(set.administrator, '/search/export_results', query)).toEqual(
      proven.filter((id) => idsOnMaps.has(id)),
    );
  });
});

describe('a search without a condition', () => {
  let set: OpenDataSet;

  beforeAll(async () => {
    set = await openDataSet(places);
  });

  afterAll(async () => set?.service.close());

  it.each(unlimitedSearches)('finds and exports everything: %s', async (_what, parameters) => {
    const [all, onMaps] = [await set.prove('true'), await set.prove(hasGeometry('true'))];
    expect(await search(set.administrator, parameters)).toEqual(all);
    const path = '/api/search/export_results';
    expect(await readFeatureIds(set.administrator, path, parameters)).toEqual(onMaps);
  });
});
