import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { importDatabaseAccounts } from '../../../../../../infra/cli/import/database/accounts/import-database-accounts.ts';
import { importDatabaseApplications } from '../../../../../../infra/cli/import/database/applications/import-database-applications.ts';
import { readSourceIdentity } from '../../../../../../infra/cli/import/database/release.ts';
import { openSource } from '../../../../../../infra/cli/import/database/source.ts';
import { rawSql } from '../../../../../../lib/data-api/sql.ts';
import { verifyPassword } from '../../../../../../lib/identity/passwords/verify.ts';
import { openSourceDatabase, type SourceDatabase } from '../../../../../support/source-database.ts';
import { createTestContext, openWorkshop, type Workshop } from '../../importing.ts';
import { liveFolder } from './live-source.ts';

/** A hash by PBKDF2PasswordHasher of Django, of the secret `lètmein`. */
const hashOfDjango =
  'pbkdf2_sha256$1000$of the source$dbMcCqiQCadlDg0A59X15QBmXFMty1UMWPpadc0lOFM=';

describe.skipIf(liveFolder === undefined)('accounts of a live instance', () => {
  let database: SourceDatabase;
  let workshop: Workshop;

  beforeAll(async () => {
    database = await openSourceDatabase();
    await database.run(`update user_profile
set encrypted_mfa_hash = 'secret'
where user_id = 3;
insert into oauth2_provider_application (
  id, client_id, redirect_uris, client_type, authorization_grant_type, client_secret, name, user_id, skip_authorization, created, updated, algorithm
)
values
  (90, 'hashed', '', 'confidential', 'client-credentials', '${hashOfDjango}', 'Hashed', 4, false, now(), now(), ''),
  (91, 'implicit', 'https://example.org', 'public', 'implicit', '', 'Implicit', 4, false, now(), now(), ''),
  (92, 'plain', '', 'confidential', 'client-credentials', repeat('x', 128), 'Plain', 4, false, now(), now(), ''),
  (93, 'secretive', '', 'confidential', 'password', repeat('x', 128), 'Secretive', 4, false, now(), now(), ''),
  (94, 'coded', 'https://example.org', 'public', 'authorization-code', '', 'Coded', 4, false, now(), now(), '')`);
    workshop = await openWorkshop();
  });

  afterAll(async () => {
    await workshop?.close();
    await database?.drop();
  });

  beforeEach(async () => {
    await workshop.stack.owner.write(rawSql('delete from oauth_application'));
    await workshop.stack.owner.write(rawSql('delete from account'));
  });

  const importAll = async (keepsMfaPasswords = false) => {
    const source = await openSource(database.url);
    const identity = await readSourceIdentity(source);
    const context = createTestContext(workshop.stack.dataApi);
    const { ids, results } = await importDatabaseAccounts(
      { source, identity },
      context,
      workshop.stack.owner,
      { keepsMfaPasswords, undoesChanges: false },
    );
    const applications = await importDatabaseApplications(source, context, ids.accounts);
    await source.close();
    return {
      ids,
      results,
      applications,
      codes: context.problems.map(({ code, record }) => [code, record]),
      messagesOf: (code: string) =>
        context.problems.filter((problem) => problem.code === code).map(({ message }) => message),
    };
  };

  const accountRows = async () =>
    workshop.rows(`select
  a.username,
  a.account_id::text,
  a.is_active,
  a.is_administrator,
  a.password_hash is not null
from account a
where not a.is_application
order by a.username`);

  it('come with ids and flags, and with their password unless they have a second factor', async () => {
    const { results, codes } = await importAll();
    expect(results).toMatchObject([{ created: 6, leftOut: 1 }, { read: 10 }]);
    expect(codes).toContainEqual(['second_factor', 'edith']);
    expect(await accountRows()).toEqual([
      ['admin', '1', true, true, true],
      ['cora', '5', true, false, true],
      ['edith', '3', true, false, false],
      ['lone', '6', true, false, true],
      ['olaf', '7', false, false, true],
      ['ravi', '4', true, false, true],
    ]);
  });

  it('keep the password of a second factor if that is requested', async () => {
    await importAll(true);
    expect(await accountRows()).toContainEqual(['edith', '3', true, false, true]);
  });

  it('get another id if theirs is taken, and the id of an account here that has their name', async () => {
    await workshop.stack.owner.write(
      rawSql(`insert into account (account_id, username, email)
values
  (5, 'bob', 'ravi@example.org'),
  (400, 'lone', '')`),
    );
    const { ids, codes } = await importAll();
    const rows = new Map((await accountRows()).map(([name, id]) => [name, Number(id)]));
    expect(ids.accounts.get(5)).toBe(rows.get('cora'));
    expect(rows.get('cora')).not.toBe(5);
    expect(ids.accounts.get(6)).toBe(400);
    expect(codes).toContainEqual(['id_changed', 'cora']);
    expect(codes).toContainEqual(['email_left_out', 'ravi']);
  });

  it('are reported if they exist here with other flags or in other groups, and only then', async () => {
    await workshop.stack.owner.write(
      rawSql(`insert into account (username, is_active, is_administrator)
values
  ('admin', true, false),
  ('cora', true, false),
  ('lone', true, true),
  ('olaf', true, false),
  ('somebody else', false, true)`),
    );
    await workshop.stack.owner.write(
      rawSql(`insert into group_member (account_id, account_group_id)
select a.account_id, g.account_group_id
from account a
join account_group g on g.name in ('Crowdsource Editor', 'Graph Editor')
where a.username in ('cora', 'olaf')`),
    );
    const { messagesOf } = await importAll();
    const begin = (name: string) =>
      `Account ${name} already exists and is not changed, although it differs from the source: `;
    expect(messagesOf('account_kept')).toEqual([
      `${begin('admin')}not an administrator in this service, but an administrator in the source.`,
      `${begin('cora')}only in this service a member of Graph Editor.`,
      `${begin('lone')}an administrator in this service, but not an administrator in the source.`,
      `${begin('olaf')}active in this service, but deactivated in the source; only in this service a member of Crowdsource Editor, Graph Editor.`,
    ]);
    expect((await importAll()).messagesOf('account_kept')).toEqual(messagesOf('account_kept'));
  });

  it('are not reported if they are as they came', async () => {
    await importAll();
    expect((await importAll()).messagesOf('account_kept')).toEqual([]);
  });

  it('come with the group of administrators as a renamed group that is not of administrators', async () => {
    const { ids } = await importAll();
    const [group] = await workshop.rows(
      `select g.account_group_id::text, g.is_administrator from account_group g where g.name = 'System Administrator (imported)'`,
    );
    expect(group).toEqual([String(ids.groups.get(5)), false]);
  });

  it('own the applications that can get tokens here with their former secret, and those with a flow that is not served yet', async () => {
    const { applications, codes } = await importAll();
    expect(applications).toMatchObject({ created: 5, leftOut: 2 });
    expect(codes).toContainEqual(['application_left_out', 'implicit']);
    expect(codes).toContainEqual(['application_left_out', 'secretive']);
    expect(codes).toContainEqual(['application_without_tokens', 'coded']);
    expect(
      await workshop.rows(`select o.client_id, o.client_type, o.owner_account_id::text
from oauth_application o
order by o.client_id collate "C"`),
    ).toEqual([
      ['Dk4LEkzGVmogBQo7ehNVn1P5oC8mCfRgUBvSCEr4', 'public', '4'],
      ['bench-client-id', 'public', '1'],
      ['coded', 'public', '4'],
      ['hashed', 'confidential', '4'],
      ['plain', 'confidential', '4'],
    ]);
    expect((await importAll()).applications).toMatchObject({ created: 0, unchanged: 5 });
  });

  it('keep the hash of the secret of an application, so that the secret can be verified', async () => {
    await importAll();
    const hashes = await workshop.rows(
      `select o.client_secret_hash from oauth_application o where o.client_id = 'hashed'`,
    );
    expect(hashes).toEqual([[hashOfDjango]]);
    expect(await verifyPassword('lètmein', hashOfDjango)).toBe('right');
  });

  it('are told at each import of their applications that get no tokens, also of those that an earlier release imported', async () => {
    await importAll();
    await workshop.stack.owner.write(
      rawSql(`update oauth_application set client_type = 'confidential', client_secret_hash = 'x', grant_type = 'password'
where client_id = 'bench-client-id'`),
    );
    const { applications, codes, messagesOf } = await importAll();
    expect(applications).toMatchObject({ created: 0, unchanged: 5, leftOut: 2 });
    expect(codes).toContainEqual(['application_without_tokens', 'coded']);
    expect(codes).toContainEqual(['application_left_out', 'bench-client-id']);
    expect(messagesOf('application_left_out')).toContainEqual(
      expect.stringMatching(/was imported before, .* can make it public/),
    );
  });
});
