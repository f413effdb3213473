import { afterAll, beforeAll, beforeEach } from 'vitest';

import { importAccounts } from '../../../../../infra/cli/import/accounts/import-accounts.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { createTestContext, openWorkshop, type Workshop } from '../importing.ts';

/** The database of a test file that has called `useWorkshop`. */
export let workshop: Workshop;

/** Gives a test file a database of its own. Each test begins without accounts. */
export function useWorkshop(): void {
  beforeAll(async () => {
    workshop = await openWorkshop();
  });

  afterAll(async () => workshop.close());

  beforeEach(async () => {
    for (const statement of [
      'truncate account restart identity cascade',
      'delete from account_group where account_group_id > 10',
      `select setval('account_group_account_group_id_seq', 10)`,
    ])
      await workshop.stack.owner.write(rawSql(statement));
  });
}

/** Imports account documents, each as a separate file. */
export async function importDocuments(
  documents: readonly unknown[],
  options?: Parameters<typeof createTestContext>[1],
) {
  const files = await Promise.all(
    documents.map((document, index) => workshop.file(`accounts-${index}.json`, document)),
  );
  return importFiles(files, options);
}

/** Imports files of accounts. */
export async function importFiles(
  files: readonly string[],
  options?: Parameters<typeof createTestContext>[1],
) {
  const context = createTestContext(workshop.stack.dataApi, options);
  const imported = await importAccounts(files, context, workshop.stack.owner);
  const problems = context.problems.map(({ severity, code, record, pointer }) => [
    severity,
    code,
    record ?? null,
    pointer,
  ]);
  return { imported, problems, context };
}

/** Reads an account: [id, is active, is administrator, has a password, groups]. */
export async function readAccount(username: string): Promise<readonly unknown[] | undefined> {
  const [row] = await workshop.rows(`select
  a.account_id,
  a.is_active,
  a.is_administrator,
  a.password_hash is not null,
  (
    select string_agg(g.name, ', ' order by g.name collate "C")
    from group_member m
    join account_group g on g.account_group_id = m.account_group_id
    where m.account_id = a.account_id
  )
from account a
where a.username = '${username}'`);
  return row === undefined ? undefined : [Number(row[0]), ...row.slice(1)];
}
