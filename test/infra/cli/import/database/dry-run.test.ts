import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  formatResultLine,
  type ImportResult,
} from '../../../../../infra/cli/import/import-summary.ts';
import { openSourceDatabase, type SourceDatabase } from '../../../../support/source-database.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { fingerprint } from '../importing.ts';
import { runDatabaseImport } from './importing-database.ts';

/** What the source takes away and changes after the first import. */
const laterChanges = `set session_replication_role = replica;
-- A resource instance with grants and its tiles, and tiles of others.
create temporary table removed as
select o.object_pk::uuid as id
from guardian_groupobjectpermission o
join resource_instances r on r.resourceinstanceid::text = o.object_pk
order by o.object_pk
limit 1;
delete from tiles t using removed d where t.resourceinstanceid = d.id;
delete from resource_instances r using removed d where r.resourceinstanceid = d.id;
delete from guardian_groupobjectpermission o using removed d where o.object_pk = d.id::text;
delete from guardian_userobjectpermission o using removed d where o.object_pk = d.id::text;
delete from tiles
where tileid in (
  select t.tileid
  from tiles t
  where not exists (select from tiles c where c.parenttileid = t.tileid)
    and t.parenttileid is null
  order by t.tileid
  limit 2
);
-- A concept whose uses are taken away, and one that is still used.
create temporary table used as
select distinct v.valueid, v.conceptid
from tiles t
join nodes n on n.nodegroupid = t.nodegroupid and n.datatype = 'concept'
join "values" v on v.valueid::text = t.tiledata ->> n.nodeid::text
where v.valuetype = 'prefLabel'
order by v.valueid
limit 2;
create temporary table taken as select * from used order by valueid limit 1;
update tiles t
set tiledata = t.tiledata || jsonb_build_object(n.nodeid::text, null)
from nodes n, taken u
where n.nodegroupid = t.nodegroupid
  and n.datatype = 'concept'
  and t.tiledata ->> n.nodeid::text = u.valueid::text;
delete from relations r using used u where u.conceptid in (r.conceptidfrom, r.conceptidto);
delete from "values" v using used u where v.conceptid = u.conceptid;
delete from concepts c using used u where c.conceptid = u.conceptid;
-- A membership, an account, and a grant.
delete from auth_user_groups where id = (select min(id) from auth_user_groups);
delete from guardian_groupobjectpermission where id = (select max(id) from guardian_groupobjectpermission);
insert into auth_user (id, username, password, is_superuser, is_staff, is_active, first_name, last_name, email, date_joined)
values (77, 'newcomer', '!', false, false, true, '', '', '', now());
insert into auth_user_groups (user_id, group_id) select 77, min(group_id) from auth_user_groups;
set session_replication_role = origin`;

describe
  .skipIf(findTestData('arches81-dump') === undefined)
  .each(['default-allow', 'default-deny'] as const)(
  'a dry run of the import of a database that has %s',
  (permissions) => {
    let source: SourceDatabase;
    let stack: TestStack;

    beforeAll(async () => {
      source = await openSourceDatabase('arches81-dump');
      stack = await openTestStack();
    });

    afterAll(async () => {
      await stack?.close();
      await source?.drop();
    });

    const run = async (dryRun: boolean) => {
      const accounts = {
        owner: stack.owner,
        permissions,
        opensGuest: false,
        keepsMfaPasswords: false,
        undoesChanges: false,
      };
      const { imported, context } = await runDatabaseImport(source.url, stack.dataApi, {
        accounts,
        allowsDeletions: true,
        dryRun,
      });
      const { accountsAndRights, graphs, concepts, resources, deleted } = imported;
      const results: readonly ImportResult[] = [...accountsAndRights, graphs, concepts, resources];
      return {
        lines: [
          ...results.flatMap((result) => [formatResultLine(result), ...(result.notes ?? [])]),
          JSON.stringify(deleted),
        ],
        codes: context.problems.map(({ code, record }) => `${code} ${record ?? ''}`).toSorted(),
      };
    };

    const expectForetold = async (): Promise<readonly string[]> => {
      const before = await fingerprint(stack.owner);
      const foretold = await run(true);
      expect(await fingerprint(stack.owner)).toEqual(before);
      const imported = await run(false);
      expect(foretold).toEqual(imported);
      return foretold.lines;
    };

    it('tells the accounts, memberships and grants that the first import makes', async () => {
      const lines = await expectForetold();
      expect(lines).toContainEqual(expect.stringMatching(/^Memberships: .* [1-9]\d* new/));
      expect(lines).toContainEqual(
        expect.stringMatching(/^Grants of resource instances: .* [1-9]\d* new/),
      );
    });

    it('tells what a later import deletes and changes', async () => {
      await source.run(laterChanges);
      const lines = await expectForetold();
      expect(lines).toContainEqual(
        expect.stringMatching(/^{"resources":1,"tiles":2,"concepts":[1-9]\d*}$/),
      );
      expect(lines).toContainEqual(expect.stringMatching(/^Memberships: .* [12] new/));
    });

    it('tells that a third import changes nothing', async () => {
      const lines = await expectForetold();
      expect(lines).toContainEqual('{"resources":0,"tiles":0,"concepts":0}');
    });
  },
);
