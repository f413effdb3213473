import fc from 'fast-check';
import * as z from 'zod';

import { readSampleModel } from '../../../../support/model-versions.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';
import { queryColumn } from '../../../../support/sample.ts';
import type { TestService } from '../../../../support/service.ts';
import { importVersion, openModelService } from './model-service.ts';
import { anyStep, type VersionStep } from './random-versions.ts';

export const placeModel = readSampleModel('heritage-place');

/** A timeout in milliseconds, for tests that import and check many versions. */
export const longTimeout = 900_000;

/** Opens a service, calls `work` with it, and closes it. @returns the result of `work` */
export async function withService<Result>(
  work: (service: TestService) => Promise<Result>,
): Promise<Result> {
  const service = await openModelService();
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}

/** Reads the nodegroups that are closed to the public: those with no_access for Guest, and all below them. */
export async function readClosedNodegroups(service: TestService): Promise<ReadonlySet<string>> {
  return new Set(
    await queryColumn(
      service,
      `with recursive closed as (
  select g.nodegroup_id from nodegroup_grant g where g.account_group_id = 1 and g.no_access
  union
  select n.nodegroup_id from closed c join nodegroup n on n.parent_nodegroup_id = c.nodegroup_id
)
select nodegroup_id::text from closed`,
    ),
  );
}

const storedTileSchema = z.object({
  tile_id: z.string(),
  resource_id: z.string(),
  nodegroup_id: z.string(),
  data: z.record(z.string(), z.unknown()),
});
const storedNodeSchema = z.object({
  node_id: z.string(),
  nodegroup_id: z.string().nullable(),
  holds: z.string().nullable(),
});

/** Reads all tiles and nodes directly from the tables. */
export async function readTilesAndNodes(service: TestService) {
  const tiles = await queryColumn(service, 'select to_jsonb(t)::text from tile t order by tile_id');
  const nodes = await queryColumn(service, 'select to_jsonb(n)::text from node n');
  return {
    tiles: tiles.map((row) => storedTileSchema.parse(JSON.parse(row))),
    nodes: new Map(
      nodes
        .map((row) => storedNodeSchema.parse(JSON.parse(row)))
        .map((node) => [node.node_id, node]),
    ),
  };
}

/** Random changes of the model, one after the other. */
export const anySteps = fc.array(anyStep, {
  minLength: triesAllCases ? 1 : 2,
  maxLength: triesAllCases ? 5 : 3,
});

/** Imports the version after each step, and checks the service after each import. */
export async function importSteps(
  service: TestService,
  steps: readonly VersionStep[],
  checkVersion: () => Promise<void>,
): Promise<void> {
  let version = placeModel;
  for (const step of steps) {
    version = step.apply(version);
    await importVersion(service, version);
    await checkVersion();
  }
}

/** Rows with the titles of the imported versions, which a failing test then shows. */
export function withVersionTitles(steps: readonly VersionStep[], rows: unknown) {
  return { versions: steps.map(({ title }) => title), rows };
}
