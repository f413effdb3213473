import fc from 'fast-check';
import * as z from 'zod';

import { readSampleModel } from '../../../../support/model-versions.ts';
import { queryColumn } from '../../../../support/sample.ts';
import type { TestService } from '../../../../support/service.ts';
import { importVersion, openModelService } from './model-service.ts';
import { anyStep, type VersionStep } from './random-versions.ts';

export const place = readSampleModel('heritage-place');

/** Milliseconds: each version is imported, and looked at from all sides. */
export const aLongTime = 900_000;

/** Gives a service to a piece of work, and closes it. */
export async function withService(work: (service: TestService) => Promise<void>): Promise<void> {
  const service = await openModelService();
  try {
    await work(service);
  } finally {
    await service.close();
  }
}

/** What is closed to the public, worked out from whole tables: nodegroups with all below those that are denied. */
export async function closedToPublic(service: TestService): Promise<ReadonlySet<string>> {
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

const storedTile = z.object({
  tile_id: z.string(),
  resource_id: z.string(),
  nodegroup_id: z.string(),
  data: z.record(z.string(), z.unknown()),
});
const storedNode = z.object({
  node_id: z.string(),
  nodegroup_id: z.string().nullable(),
  holds: z.string().nullable(),
});

/** All tiles, and the nodegroups and kinds of nodes, by plain selects. */
export async function storedValues(service: TestService) {
  const tiles = await queryColumn(service, 'select to_jsonb(t)::text from tile t order by tile_id');
  const nodes = await queryColumn(service, 'select to_jsonb(n)::text from node n');
  return {
    tiles: tiles.map((row) => storedTile.parse(JSON.parse(row))),
    nodes: new Map(
      nodes.map((row) => storedNode.parse(JSON.parse(row))).map((node) => [node.node_id, node]),
    ),
  };
}

export const versions = fc.array(anyStep, { minLength: 1, maxLength: 5 });

export async function importSteps(
  service: TestService,
  steps: readonly VersionStep[],
  look: () => Promise<void>,
): Promise<void> {
  let version = place;
  for (const step of steps) {
    version = step.next(version);
    await importVersion(service, version);
    await look();
  }
}

/** What was found after some versions, with their titles: a failing test shows them. */
export function found(steps: readonly VersionStep[], rows: unknown) {
  return { versions: steps.map(({ title }) => title), rows };
}
