import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { grantNodegroup, removeGrant } from '../../../../../../infra/cli/rights/queries/grants.ts';
import {
  addMembers,
  deleteGroup,
  removeMembers,
  setGroupDefaults,
} from '../../../../../../infra/cli/accounts/queries/groups.ts';
import { runQuery } from '../../../../../../lib/data-api/query.ts';
import { rawSql } from '../../../../../../lib/data-api/sql.ts';
import { openWorkshop, type Workshop } from '../../importing.ts';
import { liveFolder } from '../rights/live-source.ts';
import { openFollowedSource, removeAccounts, type FollowedSource } from './followed-source.ts';

const ravi = 4;
const editorId = 2;

describe.skipIf(liveFolder === undefined)('rights that came from a live database', () => {
  let workshop: Workshop;
  let source: FollowedSource;

  beforeAll(async () => {
    workshop = await openWorkshop('dump');
    source = await openFollowedSource(workshop.stack);
    await source.run(`create table former_member as select * from auth_user_groups;
create table former_grant as select * from guardian_userobjectpermission`);
  });

  afterAll(async () => {
    await source?.drop();
    await workshop?.close();
  });

  beforeEach(async () => {
    await removeAccounts(workshop.stack);
    await source.run(`set session_replication_role = replica;
delete from auth_user_groups;
insert into auth_user_groups select * from former_member;
delete from guardian_userobjectpermission;
insert into guardian_userobjectpermission select * from former_grant`);
    await source.importAccounts();
  });

  const leave = (group: string): Promise<void> =>
    source.run(`delete from auth_user_groups m
using auth_group g
where g.id = m.group_id
  and g.name = '${group}'
  and m.user_id = ${ravi}`);

  const groups = async (): Promise<readonly unknown[]> =>
    (
      await workshop.rows(`select g.name
from group_member m
join account_group g on g.account_group_id = m.account_group_id
where m.account_id = ${ravi}
order by g.name`)
    ).map(([name]) => name);

  /** Stores a session of ravi, and returns a function that tells whether it is still there. */
  const openSession = async () => {
    await workshop.stack.owner.write(
      rawSql(`insert into browser_session (session_hash, account_id, expires_at)
values ('session', ${ravi}, now() + interval '1 hour')
on conflict (session_hash) do nothing`),
    );
    return async (): Promise<boolean> =>
      (
        await workshop.rows(
          `select s.session_hash from browser_session s where s.account_id = ${ravi}`,
        )
      ).length > 0;
  };

  it('end the sessions of an account that leaves a group there', async () => {
    const isOpen = await openSession();
    await source.importAccounts();
    expect(await isOpen()).toBe(true);
    await leave('Resource Reviewer');
    await source.importAccounts();
    expect(await groups()).toEqual(['Resource Editor']);
    expect(await isOpen()).toBe(false);
  });

  it('end the sessions of the members of a group that may do less there', async () => {
    await source.run(`insert into auth_group_permissions (group_id, permission_id)
select g.id, p.id
from auth_group g
cross join auth_permission p
where g.name = 'Resource Editor'
  and p.codename = 'delete_nodegroup'
on conflict do nothing`);
    await source.importAccounts();
    const isOpen = await openSession();
    await source.run(`delete from auth_group_permissions x
using auth_group g, auth_permission p
where g.id = x.group_id
  and p.id = x.permission_id
  and g.name = 'Resource Editor'
  and p.codename = 'delete_nodegroup'`);
    await source.importAccounts();
    expect(await isOpen()).toBe(false);
  });

  it('leave an account out of a group that it was taken out of here, and say so', async () => {
    const { dataApi } = workshop.stack;
    await runQuery(dataApi.write, removeMembers('Resource Editor', ['ravi']));
    const { problems } = await source.importAccounts();
    expect(problems).toContainEqual(
      expect.objectContaining({
        code: 'account_changed_here',
        record: 'ravi',
        message: expect.stringContaining('only in the source a member of Resource Editor'),
      }),
    );
    expect(await groups()).toEqual(['Resource Reviewer']);
    await source.importAccounts({ undoesChanges: true });
    expect(await groups()).toEqual(['Resource Editor', 'Resource Reviewer']);
  });

  it('follow the source again after a membership that was removed here is added here', async () => {
    const { dataApi } = workshop.stack;
    await runQuery(dataApi.write, removeMembers('Resource Reviewer', ['ravi']));
    await runQuery(dataApi.write, addMembers('Resource Reviewer', ['ravi']));
    expect((await source.importAccounts()).reports).toEqual([]);
    await leave('Resource Reviewer');
    await source.importAccounts();
    expect(await groups()).toEqual(['Resource Editor']);
  });

  it('keep a membership that was made here, until the changes of here are undone', async () => {
    await runQuery(workshop.stack.dataApi.write, addMembers('Graph Editor', ['ravi']));
    expect((await source.importAccounts()).reports).toEqual(['account_changed_here ravi']);
    expect(await groups()).toContain('Graph Editor');
    await source.importAccounts({ undoesChanges: true });
    expect(await groups()).toEqual(['Resource Editor', 'Resource Reviewer']);
  });

  const grantsOfEdith = async () =>
    workshop.rows(`select g.nodegroup_id::text, g.can_read, g.no_access, g.is_imported
from nodegroup_grant g
join account a on a.account_id = g.account_id
where a.username = 'edith'
order by 1`);

  it('keep a grant removed or changed that was removed or changed here, until the changes of here are undone', async () => {
    const { dataApi } = workshop.stack;
    const before = await grantsOfEdith();
    const edith = { kind: 'account', name: 'edith' } as const;
    const id = String(before[0]?.[0]);
    await runQuery(dataApi.write, removeGrant('nodegroup', id, edith));
    const removed = await grantsOfEdith();
    expect((await source.importAccounts()).reports).toContain('grants_kept');
    expect(await grantsOfEdith()).toEqual(removed);
    await runQuery(
      dataApi.write,
      grantNodegroup(id, edith, { read: true, write: false, delete: false, noAccess: false }),
    );
    await source.importAccounts();
    expect(await grantsOfEdith()).toContainEqual([id, true, false, false]);
    await runQuery(dataApi.write, removeGrant('nodegroup', id, edith));
    await source.importAccounts();
    expect(await grantsOfEdith()).toEqual(removed);
    await source.importAccounts({ undoesChanges: true });
    expect(await grantsOfEdith()).toEqual(before);
    expect((await source.importAccounts()).reports).not.toContain('grants_kept');
  });

  it('keep defaults that were changed here, until the changes of here are undone', async () => {
    const { dataApi } = workshop.stack;
    const defaults = async () =>
      workshop.rows(
        `select g.can_read, g.can_write from account_group g where g.account_group_id = ${editorId}`,
      );
    const before = await defaults();
    await runQuery(
      dataApi.write,
      setGroupDefaults('Resource Editor', { read: false, write: false, delete: false }),
    );
    expect((await source.importAccounts()).reports).toContain('defaults_kept Resource Editor');
    expect(await defaults()).toEqual([[false, false]]);
    await source.importAccounts({ undoesChanges: true });
    expect(await defaults()).toEqual(before);
  });

  it('come back with a group that was deleted here, which the report says', async () => {
    const { dataApi } = workshop.stack;
    await source.run(`set session_replication_role = replica;
insert into auth_group (id, name) values (900, 'Divers');
insert into auth_user_groups (user_id, group_id) values (${ravi}, 900)`);
    expect((await source.importAccounts()).reports).toContain('group_added Divers');
    expect((await source.importAccounts()).reports).not.toContain('group_added Divers');
    await runQuery(dataApi.write, deleteGroup('Divers'));
    expect(await groups()).not.toContain('Divers');
    expect((await source.importAccounts()).reports).toContain('group_added Divers');
    expect(await groups()).toContain('Divers');
    await source.run(`set session_replication_role = replica;
delete from auth_user_groups where group_id = 900;
delete from auth_group where id = 900`);
  });
});
