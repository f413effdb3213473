import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  grantResource,
  removeGrant,
  type Grantee,
} from '../../../../../infra/cli/rights/queries/grants.ts';
import { createGroup, deleteGroup } from '../../../../../infra/cli/accounts/queries/groups.ts';
import { runQuery } from '../../../../../lib/data-api/query.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { parseResourceId } from '../../../../../lib/model/ids.ts';
import { writeDeletion } from '../../../../../lib/queries/resources/write-deletion.ts';
import { runWhileBlocked } from '../../../../support/lock-waits.ts';
import { hasNativeServer } from '../../../../support/has-native-server.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { id } from '../../import/graphs/example.ts';

const GRAPH = id(100);
const RESOURCES = [id(1), id(2)];
const MAY_VIEW = { view: true, change: false, delete: false, noAccess: false };
const ROUNDS = Array.from({ length: triesAllCases ? 60 : 15 }, (_, round) => round);

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
  await stack.dataApi.write(
    rawSql(`insert into graph (graph_id, publication_id, name, is_resource_model, source)
values ('${GRAPH}', gen_random_uuid(), '"graph"', true, '{}')`),
  );
  await ensureResources();
});

afterAll(async () => stack?.close());

async function ensureResources(): Promise<void> {
  for (const resource of RESOURCES) {
    await stack.dataApi.write(
      rawSql(`insert into resource (resource_id, graph_id)
values ('${resource}', '${GRAPH}')
on conflict do nothing`),
    );
  }
}

const groups: readonly Grantee[] = ['Surveyors', 'Editors'].map((name) => ({
  kind: 'group',
  name,
}));

/** Grants each resource instance to each group, and removes the grant, many times. */
async function grantAndRemove(): Promise<void> {
  for (const round of ROUNDS) {
    for (const grantee of groups) {
      const resource = RESOURCES[round % RESOURCES.length] ?? '';
      await runQuery(stack.dataApi.write, grantResource(resource, grantee, MAY_VIEW));
      if (round % 3 === 0)
        await runQuery(stack.dataApi.write, removeGrant('resource', resource, grantee));
    }
  }
}

/** Deletes a resource instance in one statement, as the service does. */
async function deleteResource(resource: string): Promise<void> {
  const deletion = {
    resourceId: parseResourceId(resource),
    version: '1',
    isProposed: false,
    refusesReferrers: false,
    dependantLanguages: null,
  };
  const writer = { caller: null, transactionId: id(3) };
  await runQuery(stack.dataApi.write, writeDeletion(deletion, writer));
}

async function createAndDelete({ name }: Grantee): Promise<void> {
  for (const _round of ROUNDS) {
    await runQuery(stack.dataApi.write, createGroup(name));
    await runQuery(stack.dataApi.write, deleteGroup(name));
  }
}

describe('grants of resource instances', () => {
  it.skipIf(!hasNativeServer)(
    'never end in a deadlock with the deletion of their groups',
    async () => {
      const work = [grantAndRemove(), grantAndRemove(), ...groups.map(createAndDelete)];
      const failures = (await Promise.allSettled(work)).filter(
        (outcome) => outcome.status === 'rejected',
      );
      expect(failures).toEqual([]);
    },
  );

  it.skipIf(!hasNativeServer)(
    'do not lock the group while they wait for another change of rights',
    async () => {
      await runQuery(stack.dataApi.write, createGroup('Surveyors'));
      const [grantee = { kind: 'group', name: 'Surveyors' }] = groups;
      const [resource = ''] = RESOURCES;
      const lockGroup = rawSql(
        "select g.account_group_id from account_group g where g.name = 'Surveyors' for update nowait",
      );
      await runWhileBlocked(
        stack,
        "select c.subject from last_change c where c.subject = 'permission' for no key update",
        () => runQuery(stack.dataApi.write, grantResource(resource, grantee, MAY_VIEW)),
        async (transaction) => expect(await transaction.execute(lockGroup)).toHaveLength(1),
      );
      await runQuery(stack.dataApi.write, deleteGroup('Surveyors'));
    },
  );

  it.skipIf(!hasNativeServer)(
    'never end in a deadlock when their groups and resource instances are deleted together',
    async () => {
      for (const _round of ROUNDS) {
        await ensureResources();
        for (const grantee of groups) {
          await runQuery(stack.dataApi.write, createGroup(grantee.name));
          for (const resource of RESOURCES) {
            await runQuery(stack.dataApi.write, grantResource(resource, grantee, MAY_VIEW));
          }
        }
        const deletions = [
          ...groups.map(({ name }) => runQuery(stack.dataApi.write, deleteGroup(name))),
          ...RESOURCES.map(deleteResource),
        ];
        const failures = (await Promise.allSettled(deletions)).filter(
          (outcome) => outcome.status === 'rejected',
        );
        expect(failures).toEqual([]);
      }
      await ensureResources();
    },
  );

  it('are only stored for existing groups and resource instances', async () => {
    const grantee: Grantee = { kind: 'group', name: 'Guest' };
    const [resource = ''] = RESOURCES;
    const removed = { granteeExists: true, wasRemoved: true };
    expect(await runQuery(stack.dataApi.write, grantResource(resource, grantee, MAY_VIEW))).toBe(
      true,
    );
    expect(await runQuery(stack.dataApi.write, grantResource(resource, grantee, MAY_VIEW))).toBe(
      true,
    );
    expect(await runQuery(stack.dataApi.write, grantResource(id(9), grantee, MAY_VIEW))).toBe(
      false,
    );
    const unknown: Grantee = { kind: 'group', name: 'nobody' };
    expect(await runQuery(stack.dataApi.write, grantResource(resource, unknown, MAY_VIEW))).toBe(
      false,
    );
    const remove = () => runQuery(stack.dataApi.write, removeGrant('resource', resource, grantee));
    expect(await remove()).toEqual(removed);
    expect(await remove()).toEqual({ ...removed, wasRemoved: false });
    expect(await runQuery(stack.dataApi.write, removeGrant('resource', resource, unknown))).toEqual(
      {
        granteeExists: false,
        wasRemoved: false,
      },
    );
  });
});
