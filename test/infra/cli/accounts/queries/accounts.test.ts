import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hashPassword } from '../../../../../lib/identity/passwords/hash.ts';
import { runQuery } from '../../../../../lib/data-api/query.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import {
  changePassword,
  insertAccount,
  deactivateAccount,
  listAccounts,
  type NewAccount,
} from '../../../../../infra/cli/accounts/queries/accounts.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
});

afterAll(async () => stack.close());

const newAccount = (username: string, changes: Partial<NewAccount> = {}): NewAccount => ({
  username,
  email: '',
  firstName: '',
  lastName: '',
  isAdministrator: false,
  passwordHash: null,
  groups: [],
  ...changes,
});

const runSql = (statement: string) => stack.dataApi.write(rawSql(statement));

describe('insertAccount', () => {
  it('changes neither an account that already has the username nor its groups', async () => {
    await stack.dataApi.write(insertAccount(newAccount('anna', { groups: ['Guest'] })));
    const duplicate = newAccount('anna', {
      isAdministrator: true,
      groups: ['System Administrator'],
    });
    expect(await runQuery(stack.dataApi.write, insertAccount(duplicate))).toBeUndefined();
    const rows = await runSql(`select a.is_administrator, g.name
from account a
join group_member m on m.account_id = a.account_id
join account_group g on g.account_group_id = m.account_group_id`);
    expect(rows).toEqual([[false, 'Guest']]);
  });
});

describe('ending all sessions and tokens of an account', () => {
  const readTokenStates = async (username: string): Promise<readonly unknown[]> => {
    const rows = await runSql(`select f.revoked_at is null, f.revoked_at < now() - interval '1 hour'
from token_family f
join account a on a.account_id = f.account_id
where a.username = '${username}'
order by f.created_at`);
    return rows.map(([isOpen, isOld]) => {
      if (isOpen === true) return 'open';
      return isOld === true ? 'revoked before' : 'revoked now';
    });
  };

  it('changes neither the tokens of other accounts nor the time of an earlier revocation', async () => {
    for (const username of ['bert', 'clara']) {
      await stack.dataApi.write(insertAccount(newAccount(username)));
      await runSql(`insert into token_family (account_id, scope, created_at, expires_at, revoked_at)
select a.account_id, '{}', now() - t.age, now() + interval '1 day', t.revoked_at
from account a
cross join (
  values (interval '2 days', now() - interval '1 day'), (interval '1 day', null)
) as t (age, revoked_at)
where a.username = '${username}'`);
    }
    expect(await runQuery(stack.dataApi.write, deactivateAccount('bert'))).toEqual({
      tokens: 1,
      sessions: 0,
    });
    expect(await readTokenStates('bert')).toEqual(['revoked before', 'revoked now']);
    expect(await readTokenStates('clara')).toEqual(['revoked before', 'open']);
  });
});

describe('changing a password', () => {
  it('sets no password for the account of an application', async () => {
    await runSql(`insert into account (username, is_application) values ('application x', true)`);
    const hash = await hashPassword('correct horse battery');
    expect(
      await runQuery(stack.dataApi.write, changePassword('application x', hash)),
    ).toBeUndefined();
    const rows = await runSql(`select password_hash from account where username = 'application x'`);
    expect(rows).toEqual([[null]]);
  });
});

describe('listing accounts', () => {
  it('returns every account, even if there are 8004', async () => {
    await runSql(`insert into account (username, email)
select 'user ' || n, repeat('long.', 20) || n || '@example.org'
from generate_series(1, 8000) n`);
    const accounts = await runQuery(stack.dataApi.read, listAccounts());
    expect(accounts).toHaveLength(8004);
    expect(new Set(accounts.map(({ username }) => username)).size).toBe(8004);
  });
});
