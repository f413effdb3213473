import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { importConcepts } from '../../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { withJsonFile, withTextFile } from '../../support/temporary-file.ts';
import { createWriters, type TestWriter } from '../writing/writers.ts';
import {
  buildingModel,
  buildingThesaurus,
  nodes,
  phaseNodes,
  surveyNodes,
} from './building-model.ts';
import { buildingId, drawBuilding } from './random-buildings.ts';
import { drawConditions, meets, toQuery, type ReadTile } from './naive-conditions.ts';

const count = 60;
const containerSchema = z.object({ 'ldp:contains': z.array(z.string()).default([]) });
const recordSchema = z.object({
  tiles: z.array(
    z.object({
      tileid: z.string(),
      nodegroup_id: z.string(),
      parenttile_id: z.string().nullable(),
      data: z.record(z.string(), z.unknown()),
    }),
  ),
});
const drawn = <Value>(runs: number, make: (draw: fc.GeneratorValue) => Value): readonly Value[] =>
  fc.sample(fc.gen().map(make), runs);

let service: TestService;
let callers: Readonly<Record<'administrator' | 'reader' | 'withGrants', TestWriter>>;

beforeAll(async () => {
  service = await openTestService();
  const { importContext: context } = service;
  await withJsonFile(buildingModel, (file) => importGraphs([file], context));
  await withTextFile('concepts.xml', buildingThesaurus, (file) => importConcepts([file], context));
  const [buildings = []] = drawn(1, (draw) =>
    Array.from({ length: count }, (_, number) => drawBuilding(draw, number, count)),
  );
  await withJsonFile(
    {
      business_data: {
        resources: buildings.map(({ tiles, ...resourceinstance }) => ({ resourceinstance, tiles })),
      },
    },
    (file) => importResources([file], context),
  );
  const { administrator, reader, author } = await createWriters(service);
  callers = { administrator, reader, withGrants: author };
  await service.stack.owner.write(
    rawSql(
      `update account_group set can_read = true where name in ('Resource Exporter', 'Resource Editor')`,
    ),
  );
  await service.stack.owner.write(
    rawSql(`insert into nodegroup_grant (nodegroup_id, account_group_id, no_access)
select '${nodes.survey}', g.account_group_id, true
from account_group g
where g.name = 'Resource Exporter'`),
  );
  await service.stack.owner.write(
    rawSql(`insert into resource_grant (resource_id, account_group_id, no_access)
select r.resource_id, g.account_group_id, true
from resource r
cross join account_group g
where g.name = 'Resource Editor'
  and right(r.resource_id::text, 1) in ('1', '2', '3')`),
  );
  await service.stack.owner.write(
    rawSql(`insert into resource_grant (resource_id, account_id, can_view)
select r.resource_id, ${author.accountId}, right(r.resource_id::text, 1) = '2'
from resource r
where right(r.resource_id::text, 1) in ('2', '4')`),
  );
});

afterAll(async () => service?.close());

async function readTiles(caller: TestWriter): Promise<ReadonlyMap<string, readonly ReadTile[]>> {
  const readable = new Map<string, readonly ReadTile[]>();
  for (let number = 0; number < count; number += 1) {
    const id = buildingId(number);
    const response = await caller.sendRequest('GET', `/resources/${id}?format=service-json`);
    if (response.status === 200) readable.set(id, recordSchema.parse(await response.json()).tiles);
  }
  return readable;
}

async function findIds(caller: TestWriter, query: string): Promise<readonly string[]> {
  const ids: string[] = [];
  let path: string | undefined = `/resources/?limit=12&${query}`;
  while (path !== undefined) {
    const response = await caller.sendRequest('GET', path);
    if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
    const { 'ldp:contains': uris } = containerSchema.parse(await response.json());
    ids.push(...uris.map((uri) => uri.replace(/.*\//, '')));
    const [, next] = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
    path = next === undefined ? undefined : next.replace(/^https?:\/\/[^/]+/, '');
  }
  return ids;
}

describe('conditions on nodes', () => {
  it.each(['administrator', 'reader', 'withGrants'] as const)(
    'find the records whose readable tiles meet them, page by page in the order of ids, for the %s',
    async (kind) => {
      const caller = callers[kind];
      const tilesById = await readTiles(caller);
      const names = kind === 'reader' ? phaseNodes : [...phaseNodes, ...surveyNodes];
      let matches = 0;
      for (const conditions of drawn(60, (draw) => drawConditions(draw, names))) {
        const query = toQuery(conditions);
        const expected = [...tilesById]
          .filter(([, tiles]) => meets(tiles, conditions))
          .map(([id]) => id)
          .toSorted();
        expect([query, await findIds(caller, query)]).toEqual([query, expected]);
        matches += expected.length;
      }
      expect(matches).toBeGreaterThan(60);
    },
  );

  it('on a node that the caller may not read are refused like those on an unknown one', async () => {
    const answers = await Promise.all(
      ['node.isopen=true', 'node.isopem=true'].map(async (query) => {
        const response = await callers.reader.sendRequest('GET', `/resources/?${query}`);
        return [
          response.status,
          (await response.text()).replaceAll(/isope[nm]|"requestId":"[^"]*"/g, ''),
        ];
      }),
    );
    expect(answers[0]?.[0]).toBe(400);
    expect(answers[0]).toEqual(answers[1]);
  });
});
