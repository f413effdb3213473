import path from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { listLoadedFiles } from '../../../infra/generate/loaded-files.ts';
import { loadOperations, loadSchedules } from '../../../infra/generate/operations.ts';
import { listPreparedStatementFiles } from '../../../infra/schema/prepared-statements.ts';
import {
  databaseRoleOf,
  functionDatabaseRoles,
  type FunctionDatabaseRole,
} from '../../../lib/capabilities.ts';
import type { DataApi } from '../../../lib/data-api/client.ts';
import { DatabaseError } from '../../../lib/data-api/errors.ts';
import type { Statement } from '../../../lib/data-api/sql.ts';
import { createTestDataApi } from '../../support/data-api-client.ts';
import { takeSample } from '../../support/random/take-sample.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';

const root = path.resolve(import.meta.dirname, '../../..');

let stack: TestStack;
let statementsByRole: ReadonlyMap<FunctionDatabaseRole, ReadonlySet<Statement>>;

beforeAll(async () => {
  stack = await openTestStack();
  statementsByRole = await listStatementsByRole();
});

afterAll(async () => stack.close());

/** Lists the prepared statements of the functions of each role. */
async function listStatementsByRole(): Promise<
  ReadonlyMap<FunctionDatabaseRole, ReadonlySet<Statement>>
> {
  const files = new Map(
    (await listPreparedStatementFiles()).map(({ name, statements }) => [
      path.join(root, 'lib/queries', name),
      statements,
    ]),
  );
  const functions = [
    ...(await loadOperations()).map(({ handler, operation }) => [handler, operation] as const),
    ...(await loadSchedules()).map(({ handler, schedule }) => [handler, schedule] as const),
  ];
  const byRole = new Map<FunctionDatabaseRole, Set<Statement>>(
    functionDatabaseRoles.map((role) => [role, new Set()]),
  );
  for (const [handler, declaration] of functions) {
    const { capability } = declaration;
    if (capability === 'none') continue;
    // A scheduled function has no caller with a token.
    const isSent = ({ text }: Statement): boolean =>
      'method' in declaration || !text.includes('check_credential(');
    const statements = byRole.get(databaseRoleOf[capability]);
    for (const file of listLoadedFiles(path.join(root, handler.replace(/\.handler$/, '.ts')))) {
      for (const statement of (files.get(file) ?? []).filter(isSent)) statements?.add(statement);
    }
  }
  return byRole;
}

class RolledBack extends Error {}

/**
 * Runs statements in as few transactions as possible, which are rolled back: an error ends one.
 * @returns the statements that the database refuses, with the reason
 */
async function findRefusals(
  dataApi: DataApi,
  statements: readonly Statement[],
): Promise<readonly unknown[]> {
  const refusals: unknown[] = [];
  for (let rest = statements; rest.length > 0;) {
    let attempts = 0;
    const outcome = await dataApi
      .transaction(async ({ execute }) => {
        attempts = 0;
        for (const statement of rest) {
          attempts += 1;
          await execute(statement);
        }
        throw new RolledBack();
      })
      .catch((error: unknown) => error);
    // HD401: the token of the statement does not exist.
    const isRefused =
      outcome instanceof DatabaseError
        ? outcome.sqlState !== 'HD401'
        : !(outcome instanceof RolledBack);
    if (isRefused) refusals.push([rest[attempts - 1]?.text, outcome]);
    rest = rest.slice(attempts);
  }
  return refusals;
}

/** None of the statements of the function that derives is prepared; its tests send them in its role. */
const rolesWithPreparedStatements = functionDatabaseRoles.filter((role) => role !== 'derive');

it.each(rolesWithPreparedStatements)(
  'every prepared statement of a function with the role %s runs with the rights of that role',
  async (role) => {
    const data = createTestDataApi(stack.server.url, role);
    // The tests of requests send them with these roles, too.
    const statements = takeSample([...(statementsByRole.get(role) ?? [])], 80);
    expect(statements.length).toBeGreaterThan(0);
    expect(await findRefusals(data, statements)).toEqual([]);
  },
);
