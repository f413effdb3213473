import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { grantResource, removeGrant, type Grantee } from '../../../infra/queries/grants.ts';
import { createGroup, deleteGroup } from '../../../infra/queries/groups.ts';
import { run } from '../../../lib/data-api/query.ts';
import { plain } from '../../../lib/data-api/sql.ts';
import { onServer } from '../../support/on-server.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import { id } from '../cli/import/graphs/example.ts';

const GRAPH = id(100);
const RESOURCES = [id(1), id(2)];
const VIEW = { view: true, change: false, delete: false, noAccess: false };
const ROUNDS = Array.from({ length: 60 }, (_, round) => round);

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
  await stack.data.write(
    plain(`insert into graph (graph_id, publication_id, name, is_resource_model, source)
values ('${GRAPH}', gen_random_uuid(), '"graph"', true, '{}')`),
  );
  for (const resource of RESOURCES) {
    await stack.data.write(
      plain(`insert into resource (resource_id, graph_id) values ('${resource}', '${GRAPH}')`),
    );
  }
});

afterAll(async () => stack?.close());

const groups: readonly Grantee[] = ['Surveyors', 'Editors'].map((name) => ({
  kind: 'group',
  name,
}));

/** Grants each resource instance to each group, and takes it away again, over and over. */
async function grantAndRemove(): Promise<void> {
  for (const round of ROUNDS) {
    for (const grantee of groups) {
      const resource = RESOURCES[round % RESOURCES.length] ?? '';
      await run(stack.data.write, grantResource(resource, grantee, VIEW));
      if (round % 3 === 0) await run(stack.data.write, removeGrant('resource', resource, grantee));
    }
  }
}

async function makeAndDelete({ name }: Grantee): Promise<void> {
  for (const _round of ROUNDS) {
    await run(stack.data.write, createGroup(name));
    await run(stack.data.write, deleteGroup(name));
  }
}

describe('grants of resource instances', () => {
  it.skipIf(!onServer)(
    'never wait in a circle with those who delete the groups that they are for',
    async () => {
      const work = [grantAndRemove(), grantAndRemove(), ...groups.map(makeAndDelete)];
      const failures = (await Promise.allSettled(work)).filter(
        (outcome) => outcome.status === 'rejected',
      );
      expect(failures).toEqual([]);
    },
  );

  it('are taken by groups and resource instances that are there', async () => {
    const grantee: Grantee = { kind: 'group', name: 'Guest' };
    const [resource = ''] = RESOURCES;
    const removed = { isKnown: true, wasThere: true };
    expect(await run(stack.data.write, grantResource(resource, grantee, VIEW))).toBe(true);
    expect(await run(stack.data.write, grantResource(resource, grantee, VIEW))).toBe(true);
    expect(await run(stack.data.write, grantResource(id(9), grantee, VIEW))).toBe(false);
    const unknown: Grantee = { kind: 'group', name: 'nobody' };
    expect(await run(stack.data.write, grantResource(resource, unknown, VIEW))).toBe(false);
    const remove = () => run(stack.data.write, removeGrant('resource', resource, grantee));
    expect(await remove()).toEqual(removed);
    expect(await remove()).toEqual({ ...removed, wasThere: false });
    expect(await run(stack.data.write, removeGrant('resource', resource, unknown))).toEqual({
      isKnown: false,
      wasThere: false,
    });
  });
});
