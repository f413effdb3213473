import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { hashPassword } from '../../../../../../lib/identity/passwords/hash.ts';
import {
  changePassword,
  deactivateAccount,
  activateAccount,
} from '../../../../../../infra/cli/accounts/queries/accounts.ts';
import { runQuery } from '../../../../../../lib/data-api/query.ts';
import { rawSql } from '../../../../../../lib/data-api/sql.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
  postForm,
  testPassword,
} from '../../../../../support/accounts.ts';
import { openTestService, type TestService } from '../../../../../support/service.ts';
import { fingerprint } from '../../importing.ts';
import { liveFolder } from '../rights/live-source.ts';
import {
  djangoHash,
  openFollowedSource,
  removeAccounts,
  type FollowedSource,
} from './followed-source.ts';

const tables = ['account', 'group_member', 'imported_account', 'nodegroup_grant', 'resource_grant'];

const ravi = 4;
const edith = 3;

describe.skipIf(liveFolder === undefined)('an account that came from a live database', () => {
  let service: TestService;
  let source: FollowedSource;
  let clientId: string;

  beforeAll(async () => {
    service = await openTestService('some_of_dump');
    source = await openFollowedSource(service.stack, 'some');
    await source.run(`
create table former_user as select * from auth_user;
create table former_member as select * from auth_user_groups`);
  });

  afterAll(async () => {
    await source?.drop();
    await service?.close();
  });

  beforeEach(async () => {
    await removeAccounts(service.stack);
    await service.stack.owner.write(rawSql('delete from sign_in_attempt'));
    const owner = await createTestAccount(service, 'owner of the application', {
      passwordHash: '!',
    });
    ({ clientId } = await createTestApplication(service, owner));
    await source.run(`
set session_replication_role = replica;
delete from oauth2_provider_application;
delete from auth_user;
insert into auth_user select * from former_user;
delete from auth_user_groups;
insert into auth_user_groups select * from former_member;
update auth_user set password = '${djangoHash(testPassword)}'`);
    await source.importAccounts();
  });

  const setUser = (id: number, assignments: string): Promise<void> =>
    source.run(`update auth_user set ${assignments} where id = ${id}`);
  const account = async (id: number) => {
    const [row] = await service.stack.dataApi.read(
      rawSql(`select a.username, a.is_active, a.is_administrator, a.password_hash
from account a
where a.account_id = ${id}`),
    );
    const [username, isActive, isAdministrator, passwordHash] = row ?? [];
    return { username, isActive, isAdministrator, passwordHash };
  };
  const signIn = async (username: string, password = testPassword): Promise<number> =>
    (
      await postForm(service, '/o/token', {
        grant_type: 'password',
        username,
        password,
        client_id: clientId,
      })
    ).status;
  const groupsOf = async (id: number): Promise<readonly unknown[]> =>
    (
      await service.stack.dataApi.read(
        rawSql(`select g.name
from group_member m
join account_group g on g.account_group_id = m.account_group_id
where m.account_id = ${id}
order by g.name`),
      )
    ).map(([name]) => name);

  /** Signs in, and returns a function that tells whether the token, the refresh token and the browser session still work. */
  const openSessions = async (username: string) => {
    const tokens = await fetchTokens(service, username, clientId);
    return async (): Promise<readonly number[]> => {
      const read = await service.fetch('/resources', {
        headers: bearerHeader(tokens.access_token),
      });
      const refresh = await postForm(service, '/o/token', {
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token,
        client_id: clientId,
      });
      return [read.status, refresh.status];
    };
  };
  const open = [200, 200];
  const ended = [401, 400];

  it('keeps its sessions when nothing of it has changed, also after its password was hashed anew', async () => {
    const sessions = await openSessions('ravi');
    const before = await fingerprint(service.stack.owner, tables);
    expect((await account(ravi)).passwordHash).toMatch(/^\$argon2id/);
    const { results, reports } = await source.importAccounts();
    expect(reports).toEqual([]);
    expect(results[0]).toMatchObject({ created: 0, updated: 0 });
    expect(await fingerprint(service.stack.owner, tables)).toEqual(before);
    expect(await sessions()).toEqual(open);
  });

  it('is recorded with all others, in a row when an import begins and one with counts when it ends', async () => {
    await service.stack.owner.write(rawSql('truncate access_change'));
    await setUser(ravi, 'is_active = false');
    await source.importAccounts({ dryRun: true });
    await source.importAccounts();
    const rows = await service.stack.owner.read(
      rawSql(`select event, target, after ->> 'Accounts', jsonb_exists(after, 'Memberships')
from access_change
order by access_change_id`),
    );
    expect(rows).toEqual([
      ['accounts-and-rights-import-begun', expect.stringMatching(/^database /), null, false],
      [
        'accounts-and-rights-imported',
        expect.stringMatching(/^database /),
        expect.stringContaining(' 1 changed'),
        true,
      ],
    ]);
  });

  it('is deactivated with its sessions when it is deactivated there, and active again with it', async () => {
    const sessions = await openSessions('ravi');
    await setUser(ravi, 'is_active = false');
    expect((await source.importAccounts()).reports).toEqual(['account_followed ravi']);
    expect(await sessions()).toEqual(ended);
    expect(await signIn('ravi')).toBe(401);
    await setUser(ravi, 'is_active = true');
    await source.importAccounts();
    expect(await signIn('ravi')).toBe(200);
    expect(await sessions()).toEqual(ended);
  });

  it('has the new password of there, and no session that the former one has opened', async () => {
    const sessions = await openSessions('ravi');
    await setUser(ravi, `password = '${djangoHash('the new password')}'`);
    await source.importAccounts();
    expect(await sessions()).toEqual(ended);
    expect(await signIn('ravi')).toBe(401);
    expect(await signIn('ravi', 'the new password')).toBe(200);
  });

  it.each([
    ['is made unusable', `password = '!unusable'`],
    ['is of a kind that this service does not know', `password = 'md5$salt$hash'`],
  ])('loses its password when that %s there', async (_, assignment) => {
    await setUser(ravi, assignment);
    await source.importAccounts();
    expect((await account(ravi)).passwordHash).toBeNull();
  });

  it('loses its password when it gets a second factor there', async () => {
    await source.run(`insert into user_profile (user_id, phone, encrypted_mfa_hash)
select ${ravi}, '', 'secret'
where not exists (select from user_profile where user_id = ${ravi});
update user_profile set encrypted_mfa_hash = 'secret' where user_id = ${ravi}`);
    await source.importAccounts();
    expect((await account(ravi)).passwordHash).toBeNull();
    await source.importAccounts({ keepsMfaPasswords: true });
    expect(await signIn('ravi')).toBe(200);
    await source.run(`update user_profile set encrypted_mfa_hash = null where user_id = ${ravi}`);
  });

  it('is no administrator any more when it is no superuser there', async () => {
    await setUser(ravi, 'is_superuser = true');
    await source.importAccounts();
    expect((await account(ravi)).isAdministrator).toBe(true);
    const sessions = await openSessions('ravi');
    await setUser(ravi, 'is_superuser = false');
    await source.importAccounts();
    expect((await account(ravi)).isAdministrator).toBe(false);
    expect(await sessions()).toEqual(ended);
  });

  it('is deactivated and in no group when it is deleted there', async () => {
    const sessions = await openSessions('ravi');
    await source.deleteUser(ravi);
    const { problems } = await source.importAccounts();
    expect(problems).toContainEqual(
      expect.objectContaining({
        code: 'account_followed',
        message:
          'Account ravi follows the source: it is deactivated, because the source no longer has it.',
      }),
    );
    expect(await account(ravi)).toMatchObject({ username: 'ravi', isActive: false });
    expect(await groupsOf(ravi)).toEqual([]);
    expect(await sessions()).toEqual(ended);
    expect((await source.importAccounts()).reports).toEqual([]);
  });

  it('gives its username to another person who gets it there, but nothing else', async () => {
    await source.deleteUser(ravi);
    await source.run(`insert into auth_user (id, username, password, is_superuser, first_name, last_name, email, is_staff, is_active, date_joined)
values (90, 'ravi', '${djangoHash('the other person')}', false, '', '', '', false, true, now())`);
    await source.importAccounts();
    expect(await account(ravi)).toMatchObject({ username: 'ravi (deleted 4)', isActive: false });
    expect(await account(90)).toMatchObject({ username: 'ravi', isActive: true });
    expect(await groupsOf(90)).toEqual([]);
    expect(await signIn('ravi')).toBe(401);
    expect(await signIn('ravi', 'the other person')).toBe(200);
    expect((await source.importAccounts()).reports).toEqual([]);
  });

  it('follows a new username, also when two accounts exchange theirs', async () => {
    await source.run(`
update auth_user set username = 'former ravi' where id = ${ravi};
update auth_user set username = 'ravi' where id = ${edith};
update auth_user set username = 'edith' where id = ${ravi}`);
    await source.importAccounts();
    expect((await account(ravi)).username).toBe('edith');
    expect((await account(edith)).username).toBe('ravi');
  });

  it('keeps its username if an account that was here first has the new one, and others never take its place', async () => {
    await createTestAccount(service, 'bob');
    await source.run(`
update auth_user set username = 'bob' where id = ${ravi};
insert into auth_user (id, username, password, is_superuser, first_name, last_name, email, is_staff, is_active, date_joined)
values (91, 'ravi', '${djangoHash('the other person')}', true, '', '', '', false, true, now())`);
    const { reports } = await source.importAccounts();
    expect(reports).toContain('username_kept ravi');
    expect(reports).toContain('username_taken ravi');
    expect(await account(ravi)).toMatchObject({ username: 'ravi', isAdministrator: false });
    expect(await signIn('ravi', 'the other person')).toBe(401);
  });

  it('keeps a password that was set here, with a report, until the changes of here are undone', async () => {
    const hash = await hashPassword('set here');
    await runQuery(service.stack.dataApi.write, changePassword('ravi', hash));
    expect((await source.importAccounts()).reports).toEqual([]);
    await setUser(ravi, `password = '${djangoHash('set there')}'`);
    expect((await source.importAccounts()).reports).toEqual(['account_changed_here ravi']);
    expect((await source.importAccounts()).reports).toEqual(['account_changed_here ravi']);
    expect(await signIn('ravi', 'set here')).toBe(200);
    await source.importAccounts({ undoesChanges: true });
    expect(await signIn('ravi', 'set here')).toBe(401);
    expect(await signIn('ravi', 'set there')).toBe(200);
  });

  it('stays deactivated if it was deactivated here, however often that changes there', async () => {
    await runQuery(service.stack.dataApi.write, deactivateAccount('ravi'));
    expect((await source.importAccounts()).reports).toEqual(['account_changed_here ravi']);
    await setUser(ravi, 'is_active = false');
    expect((await source.importAccounts()).reports).toEqual([]);
    await setUser(ravi, 'is_active = true');
    expect((await source.importAccounts()).reports).toEqual(['account_changed_here ravi']);
    expect((await account(ravi)).isActive).toBe(false);
    await source.importAccounts({ undoesChanges: true });
    expect((await account(ravi)).isActive).toBe(true);
  });

  it('stays active if it was activated here, with a report that does not say the opposite', async () => {
    await setUser(ravi, 'is_active = false');
    await source.importAccounts();
    await runQuery(service.stack.dataApi.write, activateAccount('ravi'));
    const { reports, problems } = await source.importAccounts();
    expect(reports).toEqual(['account_changed_here ravi']);
    expect((await account(ravi)).isActive).toBe(true);
    expect(
      problems.filter(
        ({ code, record }) => code === 'less_deactivated' && record?.includes('ravi') === true,
      ),
    ).toEqual([]);
  });

  it('that was here first is never followed, not even if it has no password', async () => {
    await service.stack.owner.write(rawSql(`delete from account where username = 'ravi'`));
    await service.stack.owner.write(
      rawSql(`insert into account (username, is_active) values ('ravi', false)`),
    );
    const { reports } = await source.importAccounts({ undoesChanges: true });
    expect(reports).toEqual(['account_kept ravi']);
    const [row] = await service.stack.dataApi.read(
      rawSql(`select a.is_active, a.password_hash from account a where a.username = 'ravi'`),
    );
    expect(row).toEqual([false, null]);
  });

  it('is recognised by its time of joining if it was imported before accounts followed their source', async () => {
    await service.stack.owner.write(rawSql('delete from imported_account'));
    await runQuery(service.stack.dataApi.write, deactivateAccount('edith'));
    await setUser(ravi, `is_active = false, password = '${djangoHash('set there')}'`);
    const { reports } = await source.importAccounts();
    expect(reports).toEqual(['account_followed ravi', 'account_changed_here edith']);
    expect((await account(ravi)).isActive).toBe(false);
    expect((await account(edith)).isActive).toBe(false);
    await setUser(ravi, 'is_active = true');
    await source.importAccounts();
    expect(await signIn('ravi')).toBe(401);
    expect(await signIn('ravi', 'set there')).toBe(200);
  });

  it('changes in no way in a dry run, which reports the same', async () => {
    await setUser(ravi, 'is_active = false');
    await source.deleteUser(edith);
    const before = await fingerprint(service.stack.owner, tables);
    const dry = await source.importAccounts({ dryRun: true });
    expect(await fingerprint(service.stack.owner, tables)).toEqual(before);
    const real = await source.importAccounts();
    expect(dry.reports).toEqual(real.reports);
    expect(dry.results[0]).toEqual(real.results[0]);
  });
});
