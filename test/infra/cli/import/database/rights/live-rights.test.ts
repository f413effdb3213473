import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openSource } from '../../../../../../infra/cli/import/database/source.ts';
import { rawSql } from '../../../../../../lib/data-api/sql.ts';
import { fingerprint } from '../../importing.ts';
import { liveFolder, openLiveSource, type LiveSource } from './live-source.ts';
import {
  allowRights,
  importRights,
  isExplained,
  listRights,
  readReferenceRights,
  readRightsHere,
  rightsWithout,
  type ReferenceRights,
} from './reference-rights.ts';

const tablesOfRights = [
  'account',
  'account_group',
  'group_member',
  'nodegroup_grant',
  'resource_grant',
];

const closedToGuest = '1b0076af-e506-11e7-b2cc-02e0c6d7ad7a';
const deniedToLone = '004d6c03-5c64-4648-a53e-f4e40649d5d3';
const grantedToLone = '004d6942-6b1e-4604-9391-fb4da515022a';

describe.skipIf(liveFolder === undefined)('rights of a live instance', () => {
  let reference: ReferenceRights;
  let live: LiveSource;

  beforeAll(async () => {
    reference = readReferenceRights(liveFolder ?? '');
    live = await openLiveSource();
  });

  afterAll(async () => live.close());

  beforeEach(async () => {
    for (const statement of [
      'delete from nodegroup_grant',
      'delete from resource_grant',
      'delete from account',
      'delete from account_group where account_group_id > 11',
      'update account_group set can_read = account_group_id in (2, 3, 4), imported_defaults = null',
    ])
      await live.workshop.stack.owner.write(rawSql(statement));
  });

  const compareNow = async (options: Parameters<typeof importRights>[1]) => {
    const imported = await importRights(live, options);
    const here = await readRightsHere(live, reference, imported.ids.accounts);
    return { ...imported, access: here, rights: listRights(reference, here) };
  };
  const comparisons = new Map<string, ReturnType<typeof compareNow>>();
  /** The rights here after an import with some options into a service without accounts. They are imported once for several tests. */
  const compare = async (options: Parameters<typeof importRights>[1] = allowRights) => {
    const key = JSON.stringify(options);
    const comparison = comparisons.get(key) ?? compareNow(options);
    comparisons.set(key, comparison);
    return comparison;
  };

  it.each([false, true])('never give more than there (Guest opened: %s)', async (opensGuest) => {
    const { rights } = await compare({ ...allowRights, opensGuest });
    expect(rightsWithout(rights.here, rights.there)).toEqual([]);
  });

  it.each([false, true])(
    'have a reason wherever they give less (Guest opened: %s)',
    async (opensGuest) => {
      const { rights, differences } = await compare({ ...allowRights, opensGuest });
      const less = rightsWithout(rights.there, rights.here);
      expect(less.length).toBeGreaterThan(0);
      expect(less.filter((lacking) => !isExplained(lacking, differences))).toEqual([]);
    },
  );

  it('open nothing to Guest unless that is requested', async () => {
    const { access } = await compare();
    expect(access.get('anonymous')?.visible).toBe(0);
    const { access: opened } = await compare({ ...allowRights, opensGuest: true });
    expect(opened.get('anonymous')?.visible).toBeGreaterThan(700);
    expect(opened.get('anonymous')?.nodegroups.get(closedToGuest)).toEqual([false, false]);
  });

  it.each([false, true])(
    'let nobody write whose writes the source refuses over HTTP (Guest opened: %s)',
    async (opensGuest) => {
      const { access } = await compare({ ...allowRights, opensGuest });
      const writers = [...access]
        .filter(
          ([, { nodegroups, resources }]) =>
            [...nodegroups.values()].some(([, write]) => write) ||
            [...resources.values()].some(([, change, remove]) => change || remove),
        )
        .map(([name]) => name);
      expect(writers.toSorted()).toEqual(['admin', 'edith', 'ravi']);
    },
  );

  it('keep what editors may do, except with the system settings, and what others may read', async () => {
    const { rights } = await compare();
    const settings = await live.workshop.rows(
      'select n.nodegroup_id::text from nodegroup n where n.graph_id = system_settings_graph()',
    );
    const lacking = rightsWithout(rights.there, rights.here)
      .filter((right) => /^(edith|ravi) |^cora (read|view) /.test(right))
      .filter((right) => !settings.some(([id]) => right.endsWith(String(id))));
    expect(lacking).toEqual([]);
  });

  it('change nothing when they are imported again', async () => {
    await importRights(live, allowRights);
    const before = await fingerprint(live.workshop.stack.owner, tablesOfRights);
    const { results } = await importRights(live, allowRights);
    expect(await fingerprint(live.workshop.stack.owner, tablesOfRights)).toEqual(before);
    expect(
      results.map(({ created = 0, updated = 0, changes = 0 }) => created + updated + changes),
    ).toEqual(results.map(() => 0));
  });

  it('keep grants that were made here', async () => {
    const { ids } = await importRights(live, allowRights);
    await live.workshop.stack.dataApi.write(
      rawSql(`update resource_grant
set no_access = true, can_view = false, can_change = false, is_imported = false
where resource_id = '${grantedToLone}'`),
    );
    const { problems } = await importRights(live, allowRights);
    expect(problems).toContainEqual(expect.objectContaining({ code: 'grants_kept' }));
    const access = await readRightsHere(live, reference, ids.accounts);
    expect(access.get('lone')?.resources.get(grantedToLone)).toEqual([false, false, false]);
  });

  it('remove a grant that the source no longer has, also if it closes something', async () => {
    await importRights(live, allowRights);
    await live.workshop.stack.dataApi.write(
      rawSql(`insert into resource_grant (resource_id, account_group_id, no_access, is_imported)
select r.resource_id, 2, true, true
from resource r
where r.resource_id = '${deniedToLone}'`),
    );
    const count = async (): Promise<unknown> =>
      (
        await live.workshop.rows(
          'select count(*)::text from resource_grant where account_group_id = 2',
        )
      )[0]?.[0];
    await importRights(live, allowRights);
    expect(await count()).toBe('0');
  });

  it('take an account out of a group that it leaves, also if the group closes something', async () => {
    await importRights(live, allowRights);
    for (const statement of [
      `insert into group_member (account_id, account_group_id, is_imported)
values
  (6, 3, true),
  (6, 4, false)`,
      `insert into resource_grant (resource_id, account_group_id, no_access)
values ('${deniedToLone}', 3, true)`,
    ])
      await live.workshop.stack.owner.write(rawSql(statement));
    await importRights(live, allowRights);
    expect(
      await live.workshop.rows(
        'select m.account_group_id::text from group_member m where m.account_id = 6 and m.account_group_id in (3, 4)',
      ),
    ).toEqual([['4']]);
  });

  it('close every resource instance without a row if the source denies by default', async () => {
    const { access } = await compare({
      ...allowRights,
      permissions: 'default-deny',
      opensGuest: true,
    });
    for (const name of ['edith', 'cora', 'ravi', 'anonymous'])
      expect([name, access.get(name)?.visible]).toEqual([name, 0]);
    expect(access.get('lone')?.visible).toBe(1);
  });

  it('list what every account sees because Guest does, and follow changes of the source', async () => {
    const denyRights = { ...allowRights, permissions: 'default-deny', opensGuest: true } as const;
    await importRights(live, denyRights);
    await live.database
      .run(`insert into guardian_groupobjectpermission (object_pk, content_type_id, group_id, permission_id)
select '${grantedToLone}', p.content_type_id, g.id, p.id
from auth_permission p
cross join auth_group g
where p.codename = 'view_resourceinstance'
  and g.name = 'Guest';
delete from auth_user_groups
where user_id = 5`);
    const source = await openSource(live.database.url);
    const changed = { ...live, source };
    const { ids, problems } = await importRights(changed, denyRights);
    await source.close();
    expect(problems.filter(({ code }) => code === 'more_guest_reads')).toContainEqual(
      expect.objectContaining({ record: grantedToLone }),
    );
    const access = await readRightsHere(live, reference, ids.accounts);
    expect(access.get('anonymous')?.visible).toBe(1);
    expect(
      await live.workshop.rows(`select g.name
from group_member m
join account_group g on g.account_group_id = m.account_group_id
where m.account_id = 5`),
    ).toEqual([['Imported accounts']]);
  });
});
