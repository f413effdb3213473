import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importGraphs } from '../../../infra/cli/import/graphs.ts';
import { importResources } from '../../../infra/cli/import/resources.ts';
import { ambiguousPackage } from '../../lib/json-ld/random/ambiguous-package.ts';
import { column, openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { sources } from '../../support/sources.ts';
import { inFile } from '../../support/temporary-file.ts';
import { createWriters, type TestWriter } from './writers.ts';

const forms = ['format=json-ld', 'format=json-ld&profile=linked', 'format=service-json'] as const;

const all = [
  ...sources,
  {
    name: 'a model whose nodes have siblings just like them',
    load: async ({ imports }: TestService) => {
      const { graph, records } = ambiguousPackage();
      await inFile({ graph: [graph] }, (file) => importGraphs([file], imports));
      const data = { business_data: { resources: records } };
      await inFile(data, (file) => importResources([file], imports));
    },
  },
];

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
  return column(
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

/** Asks for a document and stores it again. @returns what the service said where that was not 200 */
async function storedAgain(id: string, form: string): Promise<string | undefined> {
  const path = `/resources/${id}?hidden=false&${form}`;
  const read = await writer.ask('GET', path);
  const document = await read.text();
  // A model without an ontology has no JSON-LD.
  if (read.status === 400 && document.includes('no_ontology')) return undefined;
  if (read.status !== 200) return `GET ${path}: ${document}`;
  const written = await writer.ask('PUT', path.replace('&profile=linked', ''), document);
  return written.status === 200 ? undefined : `PUT ${path}: ${await written.text()}`;
}

describe.each(all)('every resource instance of $name', ({ load }) => {
  let ids: readonly string[] = [];

  beforeAll(async () => {
    await load(service);
    const found = await column(service, 'select resource_id::text from resource order by 1');
    ids = found.filter((id) => !seen.has(id));
    for (const id of ids) seen.add(id);
  });

  it.each(forms)(
    'is left as it is by a PUT of what GET gave (%s)',
    async (form) => {
      expect(ids.length).toBeGreaterThan(15);
      const before = await traces();
      const refused: string[] = [];
      for (const id of ids) {
        const said = await storedAgain(id, form);
        if (said !== undefined) refused.push(said);
      }
      expect(refused).toEqual([]);
      expect(await traces()).toEqual(before);
    },
    aLongTime,
  );
});
