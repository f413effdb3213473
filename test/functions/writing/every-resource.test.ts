import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { ambiguousPackage } from '../../lib/json-ld/random/ambiguous-package.ts';
import { mapConcurrently } from '../../support/map-concurrently.ts';
import { queryColumn, openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { generatedDataSets } from '../../support/generated-data-sets.ts';
import { hasNativeServer } from '../../support/has-native-server.ts';
import { testDataSets } from '../../support/test-data-sets.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { createWriters, type TestWriter } from './writers.ts';

const forms = ['format=json-ld', 'format=json-ld&profile=linked', 'format=service-json'] as const;

const ambiguous = {
  name: 'a model whose nodes have siblings just like them',
  isSmall: true,
  load: async ({ importContext: imports }: TestService) => {
    const { graph, records } = ambiguousPackage();
    await withJsonFile({ graph: [graph] }, (file) => importGraphs([file], imports));
    const data = { business_data: { resources: records } };
    await withJsonFile(data, (file) => importResources([file], imports));
  },
};

/** Whole packages take minutes: one kind of database does for them. */
const all = [...testDataSets, ambiguous, ...generatedDataSets].filter(
  ({ isSmall }) => isSmall || hasNativeServer,
);

/** Milliseconds: thousands of requests. */
const aLongTime = 900_000;

let service: TestService;
let writer: TestWriter;
const seen = new Set<string>();

beforeAll(async () => {
  service = await openSampleService();
  writer = (await createWriters(service)).administrator;
});

afterAll(async () => service?.close());

/** Everything that a write would leave behind. */
async function traces(): Promise<readonly string[]> {
  return queryColumn(
    service,
    `select concat_ws(' ',
      (select count(*) from edit_log),
      (select ordinal from activity_counter),
      (select sum(version) from resource),
      (select md5(string_agg(t::text, '' order by t.tile_id)) from tile t),
      (select md5(string_agg(r.descriptors::text, '' order by r.resource_id)) from resource r)
    )`,
  );
}

/** A resource instance, and whether `hidden` makes a difference to it: to what is read, and to how that is stored. */
type Known = {
  readonly id: string;
  readonly hasHiddenTiles: boolean;
  readonly hasHiddenNodegroups: boolean;
};

async function known(): Promise<readonly Known[]> {
  const rows = await queryColumn(
    service,
    `select jsonb_build_object(
      'id', r.resource_id,
      'hasHiddenTiles', exists (
        select from tile t
        join nodegroup n on n.nodegroup_id = t.nodegroup_id
        where t.resource_id = r.resource_id and n.is_hidden
      ),
      'hasHiddenNodegroups', exists (
        select from nodegroup n
        where n.graph_id = r.graph_id and n.is_hidden
      )
    )
    from resource r
    order by r.resource_id`,
  );
  return rows.map((row) => JSON.parse(row));
}

/** Asks for a document with hidden nodegroups and without them, and stores each again. @returns what was said where that was not 200 */
async function storedAgain(
  { id, hasHiddenTiles, hasHiddenNodegroups }: Known,
  form: string,
): Promise<readonly string[]> {
  const path = `/resources/${id}?${form}`;
  const [whole, complete] = [`${path}&hidden=false`, '&hidden=false'];
  const refused: string[] = [];
  const readings = [
    { from: whole, to: hasHiddenNodegroups ? ['', complete] : [''] },
    ...(hasHiddenTiles ? [{ from: path, to: [''] }] : []),
  ];
  for (const { from, to } of readings) {
    const read = await writer.ask('GET', from);
    const document = await read.text();
    // A model without an ontology has no JSON-LD.
    if (read.status === 400 && document.includes('no_ontology')) return [];
    if (read.status !== 200) return [`GET ${from}: ${document}`];
    for (const query of to) {
      const stored = `${path.replace('&profile=linked', '')}${query}`;
      const written = await writer.ask('PUT', stored, document);
      if (written.status !== 200) refused.push(`${from}: PUT ${stored}: ${await written.text()}`);
    }
  }
  return refused;
}

describe.each(all)('every resource instance of $name', ({ load }) => {
  let resources: readonly Known[] = [];

  beforeAll(async () => {
    await load(service);
    resources = (await known()).filter(({ id }) => !seen.has(id));
    for (const { id } of resources) seen.add(id);
  });

  it.each(forms)(
    'is left as it is by a PUT of what GET gave, with hidden nodegroups or without them (%s)',
    async (form) => {
      expect(resources.length).toBeGreaterThan(2);
      const before = await traces();
      const refused = await mapConcurrently(resources, (resource) => storedAgain(resource, form));
      expect(refused.flat()).toEqual([]);
      expect(await traces()).toEqual(before);
    },
    aLongTime,
  );
});
