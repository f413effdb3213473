import fc from 'fast-check';
import * as z from 'zod';

import { importConcepts } from '../../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { takeInTurn } from '../../support/random/take-sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { withJsonFile, withTextFile } from '../../support/temporary-file.ts';
import { createWriters, type TestWriter } from '../writing/writers.ts';
import { nextPath } from './next-path.ts';
import { buildingModel, buildingThesaurus, nodes } from './building-model.ts';
import type { ReadTile } from './naive-conditions.ts';
import { buildingId, drawBuilding } from './random-buildings.ts';

export const buildingCount = 60;

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

/** Samples of a generator with a fixed seed. */
export const drawn = <Value>(
  runs: number,
  make: (draw: fc.GeneratorValue) => Value,
): readonly Value[] => fc.sample(fc.gen().map(make), runs);

export const callerKinds = ['administrator', 'reader', 'withGrants'] as const;
export type CallerKind = (typeof callerKinds)[number];

/** Unless tests try all cases, each item of a list is for one of the callers, in turn. */
export const inTurn = <Item>(kind: CallerKind, items: readonly Item[]): readonly Item[] =>
  takeInTurn(items, callerKinds.indexOf(kind), Math.ceil(items.length / callerKinds.length));

/** Samples of a generator with a fixed seed, for one of the callers. */
export const drawnFor = <Value>(
  kind: CallerKind,
  runs: number,
  make: (draw: fc.GeneratorValue) => Value,
): readonly Value[] => inTurn(kind, drawn(runs, make));

/** A service with random buildings, and callers with different rights on them. */
export type Buildings = {
  readonly service: TestService;
  readonly callers: Readonly<Record<CallerKind, TestWriter>>;
  /** The readable tiles of each building that a caller sees. */
  readonly readTiles: (caller: TestWriter) => Promise<ReadonlyMap<string, readonly ReadTile[]>>;
  /** The ids that a query finds, from all pages. @throws Error if a page is refused */
  readonly findIds: (caller: TestWriter, query: string) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

/** Opens a service with random buildings: the reader may not read surveys, and some buildings are closed to the caller with grants. */
export async function openBuildings(
  model: Omit<typeof buildingModel, 'cards'> & {
    readonly cards: readonly unknown[];
  } = buildingModel,
): Promise<Buildings> {
  const service = await openTestService();
  const { importContext: context } = service;
  await withJsonFile(model, (file) => importGraphs([file], context));
  await withTextFile('concepts.xml', buildingThesaurus, (file) => importConcepts([file], context));
  const [buildings = []] = drawn(1, (draw) =>
    Array.from({ length: buildingCount }, (_, number) => drawBuilding(draw, number, buildingCount)),
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
  const write = async (statement: string) => service.stack.owner.write(rawSql(statement));
  await write(
    `update account_group set can_read = true where name in ('Resource Exporter', 'Resource Editor')`,
  );
  await write(`insert into nodegroup_grant (nodegroup_id, account_group_id, no_access)
select '${nodes.survey}', g.account_group_id, true
from account_group g
where g.name = 'Resource Exporter'`);
  await write(`insert into resource_grant (resource_id, account_group_id, no_access)
select r.resource_id, g.account_group_id, true
from resource r
cross join account_group g
where g.name = 'Resource Editor'
  and right(r.resource_id::text, 1) in ('1', '2', '3')`);
  await write(`insert into resource_grant (resource_id, account_id, can_view)
select r.resource_id, ${author.accountId}, right(r.resource_id::text, 1) = '2'
from resource r
where right(r.resource_id::text, 1) in ('2', '4')`);
  return {
    service,
    callers: { administrator, reader, withGrants: author },
    readTiles,
    findIds,
    close: async () => service.close(),
  };
}

async function readTiles(caller: TestWriter): Promise<ReadonlyMap<string, readonly ReadTile[]>> {
  const readable = new Map<string, readonly ReadTile[]>();
  for (let number = 0; number < buildingCount; number += 1) {
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
    path = nextPath(response);
  }
  return ids;
}
