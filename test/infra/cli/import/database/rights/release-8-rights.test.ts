import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { rawSql } from '../../../../../../lib/data-api/sql.ts';
import { openSourceDatabase, type SourceDatabase } from '../../../../../support/source-database.ts';
import { openTestStack, type TestStack } from '../../../../../support/stack.ts';
import { findTestData } from '../../../../../support/test-data.ts';
import { runDatabaseImport } from '../importing-database.ts';

const folder = findTestData('arches81-dump') ?? '';

const rightsOfObject = z.object({
  readable: z.boolean(),
  editable: z.boolean(),
  deletable: z.boolean(),
});

/** What a POST of a tile wrote over HTTP; absent for accounts that cannot sign in. */
const rightsOfResource = rightsOfObject.extend({
  post_tile: z.object({ wrote: z.string().nullable() }).optional(),
});

const oracleSchema = z.object({
  accounts: z.record(
    z.string(),
    z.object({
      is_active: z.boolean(),
      nodegroups: z.record(z.string(), rightsOfObject),
      resources: z.record(z.string(), rightsOfResource),
    }),
  ),
});

type Oracle = z.output<typeof oracleSchema>['accounts'];

/** Texts such as `edith may edit resource …`. */
function listRights(
  account: string,
  kind: string,
  objects: Readonly<Record<string, z.output<typeof rightsOfObject>>>,
): readonly string[] {
  return Object.entries(objects).flatMap(([id, { readable, editable, deletable }]) => [
    ...(readable ? [`${account} may read ${kind} ${id}`] : []),
    ...(editable ? [`${account} may edit ${kind} ${id}`] : []),
    ...(deletable ? [`${account} may delete ${kind} ${id}`] : []),
  ]);
}

describe.skipIf(folder === '')('rights of a live instance of release 8.1', () => {
  let source: SourceDatabase;

  beforeAll(async () => {
    source = await openSourceDatabase('arches81-dump');
  });

  afterAll(async () => source?.drop());

  describe.each([
    ['default-allow', 'rights.json'],
    ['default-deny', 'rights-default-deny.json'],
  ] as const)('that is %s', (permissions, file) => {
    describe.each([false, true])('with Guest opened: %s', (opensGuest) => {
      let stack: TestStack;
      let oracle: Oracle;
      let here: ReadonlySet<string>;

      beforeAll(async () => {
        stack = await openTestStack();
        oracle = oracleSchema.parse(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))).accounts;
        await runDatabaseImport(source.url, stack.dataApi, {
          accounts: {
            permissions,
            opensGuest,
            undoesChanges: false,
            keepsMfaPasswords: false,
            owner: stack.owner,
          },
        });
        here = await readRightsHere();
      });

      afterAll(async () => stack?.close());

      const rows = (query: string) => stack.owner.read(rawSql(query));

      async function readRightsHere(): Promise<ReadonlySet<string>> {
        const accounts = new Map(
          (await rows('select a.username, a.account_id::text from account a')).map(([name, id]) => [
            String(name),
            String(id),
          ]),
        );
        const lists: string[] = [];
        for (const name of Object.keys(oracle)) {
          const caller = name === 'anonymous' ? 'null' : (accounts.get(name) ?? '-1');
          const ofNodegroups =
            await rows(`select p.nodegroup_id::text, p.can_read, p.can_write, p.can_delete
from nodegroup_permission(${caller}) p`);
          const ofResources =
            await rows(`select r.resource_id::text, p.can_view, p.can_change, p.can_delete
from resource r
cross join lateral resource_permission(${caller}, r.resource_id) p`);
          for (const [kind, list] of [
            ['nodegroup', ofNodegroups],
            ['resource', ofResources],
          ] as const)
            lists.push(
              ...listRights(
                name,
                kind,
                Object.fromEntries(
                  list.map(([id, read, edit, remove]) => [
                    String(id),
                    {
                      readable: read === true,
                      editable: edit === true,
                      deletable: remove === true,
                    },
                  ]),
                ),
              ),
            );
        }
        return new Set(lists);
      }

      const listThere = (): ReadonlySet<string> =>
        new Set(
          Object.entries(oracle).flatMap(([name, { nodegroups, resources, is_active: isActive }]) =>
            name === 'olaf' || !isActive
              ? []
              : [
                  ...listRights(name, 'nodegroup', nodegroups),
                  ...listRights(name, 'resource', resources),
                ],
          ),
        );

      const isOfOracle = (right: string): boolean =>
        (oracle['admin']?.nodegroups ?? {})[right.split(' ').at(-1) ?? ''] !== undefined ||
        !right.includes(' nodegroup ');

      it('never gives more than there', () => {
        // The oracle has no nodegroups of branches.
        expect([...here.difference(listThere())].filter(isOfOracle)).toEqual([]);
      });

      it('lets nobody write or delete whose writes are refused there over HTTP', () => {
        const writers = Object.entries(oracle)
          .filter(([, { resources }]) =>
            Object.values(resources).some(({ post_tile: post }) => (post?.wrote ?? null) !== null),
          )
          .map(([name]) => name);
        expect(writers).toEqual(['admin', 'edith', 'ravi']);
        const others = [...here].filter(
          (right) =>
            !writers.includes(right.split(' ')[0] ?? '') && / may (edit|delete) /.test(right),
        );
        expect(others).toEqual([]);
      });

      it('gives editors and reviewers all that they have there, in every state', () => {
        const lacking = [...listThere().difference(here)];
        expect(lacking.filter((right) => /^(admin|edith|ravi) /.test(right))).toEqual([]);
      });
    });
  });
});
