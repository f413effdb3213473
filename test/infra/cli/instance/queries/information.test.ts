import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { describeDatabase, describeLocaleProblem } from '../../../../../infra/cli/commands/info.ts';
import { runQuery } from '../../../../../lib/data-api/query.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { setGroupDefaults } from '../../../../../infra/cli/accounts/queries/groups.ts';
import {
  countReadersByGrant,
  listReadingGroups,
} from '../../../../../infra/cli/instance/queries/information.ts';
import { id } from '../../import/graphs/example.ts';
import { queryColumn } from '../../../../support/sample.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';

const GRAPH = '00000000-0000-4000-8000-000000000100';
const NAME_NODEGROUP = '00000000-0000-4000-8000-000000000001';
const PLACE_NODEGROUP = '00000000-0000-4000-8000-000000000002';
const RESOURCE = '00000000-0000-4000-8000-000000000003';

let stack: TestStack;

const runSql = (statement: string) => stack.dataApi.write(rawSql(statement));
const readReadingGroups = () => runQuery(stack.dataApi.read, listReadingGroups());

beforeAll(async () => {
  stack = await openTestStack();
  await runSql(`insert into graph (graph_id, publication_id, name, is_resource_model, source)
values ('${GRAPH}', gen_random_uuid(), '"graph"', true, '{}')`);
  await runSql(`insert into nodegroup (nodegroup_id, graph_id, cardinality, depth, model_position, is_hidden)
values ('${NAME_NODEGROUP}', '${GRAPH}', 'n', 0, 0, false), ('${PLACE_NODEGROUP}', '${GRAPH}', 'n', 0, 1, false)`);
  await runSql(`insert into resource (resource_id, graph_id) values ('${RESOURCE}', '${GRAPH}')`);
  await runSql(`insert into account (account_id, username) values (101, 'anna'), (102, 'bert')`);
});

afterAll(async () => stack.close());

beforeEach(async () => {
  for (const table of ['group_member', 'nodegroup_grant', 'resource_grant']) {
    await runSql(`delete from ${table}`);
  }
  await runSql('update account set is_active = true');
  await stack.dataApi.write(
    setGroupDefaults('Guest', { read: false, write: false, delete: false }),
  );
});

describe('a concept scheme in hds info', () => {
  it('is listed with its label in the language of the project, or else with any label', async () => {
    const [first, second] = [id(50), id(51)];
    await runSql(
      `insert into concept (concept_id, node_type) values ('${first}', 'ConceptScheme'), ('${second}', 'ConceptScheme')`,
    );
    await runSql(`insert into concept_value (value_id, concept_id, value_type, language_id, value)
values
  ('${id(60)}', '${first}', 'prefLabel', 'ar', 'مواد'),
  ('${id(61)}', '${first}', 'prefLabel', 'en', 'Materials'),
  ('${id(62)}', '${first}', 'title', 'de', 'Titel'),
  ('${id(63)}', '${first}', 'prefLabel', 'de', 'Materialien'),
  ('${id(64)}', '${second}', 'title', null, 'Periods')`);
    const readSchemeLines = async (language: string) =>
      (await describeDatabase(stack.dataApi, language)).filter((line) =>
        / \(.*\): 0 concepts$/.test(line),
      );
    for (const [language, label] of [
      ['en-US', 'Materials'],
      ['de', 'Materialien'],
      ['ar-EG', 'مواد'],
    ] as const) {
      expect(await readSchemeLines(language)).toEqual(
        [`  ${label} (${first}): 0 concepts`, `  Periods (${second}): 0 concepts`].toSorted(),
      );
    }
    await runSql('delete from concept');
  });
});

describe('the locale in hds info', () => {
  it('is a warning if searches ignore letters of other alphabets', () => {
    const [warning] = describeLocaleProblem({ characterType: 'C', hasTrigramsOfAllLetters: false });
    expect(warning).toContain('LC_CTYPE C,');
    expect(
      describeLocaleProblem({ characterType: 'C.UTF-8', hasTrigramsOfAllLetters: true }),
    ).toEqual([]);
  });

  it('is recognised by the database itself', async () => {
    const [characterType = ''] = await queryColumn(
      { stack },
      'select datctype from pg_database where datname = current_database()',
    );
    const lines = await describeDatabase(stack.dataApi, 'en-US');
    // A database without the letters of a locale has none of their trigrams.
    expect(lines.some((line) => line.includes('warning: with LC_CTYPE'))).toBe(
      characterType === 'C' || characterType === 'POSIX',
    );
  });
});

describe('the groups that can read something', () => {
  it('are none on a new instance, although the defaults of some groups include read', async () => {
    expect(await readReadingGroups()).toEqual([]);
  });

  it('are only those with active members', async () => {
    await runSql('insert into group_member values (101, 2)');
    expect(await readReadingGroups()).toEqual([
      { name: 'Resource Editor', readable: 2, nodegroups: 2, granted: 0 },
    ]);
    await runSql('update account set is_active = false where account_id = 101');
    expect(await readReadingGroups()).toEqual([]);
  });

  it('do not include groups of administrators', async () => {
    await runSql('insert into group_member values (101, 7)');
    await runSql(
      `insert into nodegroup_grant (nodegroup_id, account_group_id, can_read) values ('${NAME_NODEGROUP}', 7, true)`,
    );
    expect(await readReadingGroups()).toEqual([]);
  });

  it('include Guest even without members, and a grant overrides its default', async () => {
    await stack.dataApi.write(
      setGroupDefaults('Guest', { read: true, write: false, delete: false }),
    );
    await runSql(
      `insert into nodegroup_grant (nodegroup_id, account_group_id) values ('${NAME_NODEGROUP}', 1)`,
    );
    expect(await readReadingGroups()).toEqual([
      { name: 'Guest', readable: 1, nodegroups: 2, granted: 0 },
    ]);
  });

  it('have a count of readable nodegroups that excludes closed nodegroups', async () => {
    await runSql(`insert into nodegroup_grant (nodegroup_id, account_group_id, can_read, no_access)
values ('${NAME_NODEGROUP}', 1, true, true), ('${PLACE_NODEGROUP}', 1, true, false)`);
    expect(await readReadingGroups()).toEqual([
      { name: 'Guest', readable: 1, nodegroups: 2, granted: 0 },
    ]);
  });

  it('have a count of readable nodegroups that excludes nodegroups below a closed nodegroup', async () => {
    await stack.dataApi.write(
      setGroupDefaults('Guest', { read: true, write: false, delete: false }),
    );
    await runSql(`insert into nodegroup_grant (nodegroup_id, account_group_id, no_access)
values ('${NAME_NODEGROUP}', 1, true)`);
    await runSql(
      `update nodegroup set parent_nodegroup_id = '${NAME_NODEGROUP}' where nodegroup_id = '${PLACE_NODEGROUP}'`,
    );
    expect(await readReadingGroups()).toEqual([]);
    await runSql(
      `update nodegroup set parent_nodegroup_id = null where nodegroup_id = '${PLACE_NODEGROUP}'`,
    );
    expect(await readReadingGroups()).toEqual([
      { name: 'Guest', readable: 1, nodegroups: 2, granted: 0 },
    ]);
  });

  it('have the same count of nested nodegroups as a member who is in no other group', async () => {
    await runSql('insert into group_member values (101, 2)');
    await runSql(
      `update nodegroup set parent_nodegroup_id = '${NAME_NODEGROUP}' where nodegroup_id = '${PLACE_NODEGROUP}'`,
    );
    const grants = ['false, false', 'true, false', 'false, true'];
    for (const [above, below] of grants.flatMap((one) => grants.map((other) => [one, other]))) {
      await runSql('delete from nodegroup_grant');
      await runSql(`insert into nodegroup_grant (nodegroup_id, account_group_id, can_read, no_access)
select g.nodegroup_id, 2, g.can_read, g.no_access
from (values ('${NAME_NODEGROUP}'::uuid, ${above}), ('${PLACE_NODEGROUP}', ${below})) as g (nodegroup_id, can_read, no_access)`);
      const member = await stack.dataApi.read(
        rawSql(`select count(*)::int from readable_nodegroup(101)`),
      );
      const readable = (await readReadingGroups()).map((group) => group.readable);
      expect([readable[0] ?? 0]).toEqual(member[0]?.map(Number));
    }
    await runSql(
      `update nodegroup set parent_nodegroup_id = null where nodegroup_id = '${PLACE_NODEGROUP}'`,
    );
  });

  it('include groups with a grant to view a resource instance', async () => {
    await runSql(
      `insert into resource_grant (resource_id, account_group_id, can_view) values ('${RESOURCE}', 1, true)`,
    );
    expect(await readReadingGroups()).toEqual([
      { name: 'Guest', readable: 0, nodegroups: 2, granted: 1 },
    ]);
  });
});

describe('the accounts that can read by grants of their own', () => {
  it('are counted once each, if they are active and a grant gives a right to read', async () => {
    await runSql(`insert into nodegroup_grant (nodegroup_id, account_id, can_read)
values ('${NAME_NODEGROUP}', 101, true), ('${PLACE_NODEGROUP}', 101, true), ('${NAME_NODEGROUP}', 102, false)`);
    await runSql(`insert into resource_grant (resource_id, account_id, can_view, no_access)
values ('${RESOURCE}', 101, true, false), ('${RESOURCE}', 102, true, true)`);
    expect(await runQuery(stack.dataApi.read, countReadersByGrant())).toBe(1);
    await runSql('update account set is_active = false where account_id = 101');
    expect(await runQuery(stack.dataApi.read, countReadersByGrant())).toBe(0);
  });

  it('are not counted for a grant below a nodegroup that is closed to them', async () => {
    await runSql(
      `update nodegroup set parent_nodegroup_id = '${NAME_NODEGROUP}' where nodegroup_id = '${PLACE_NODEGROUP}'`,
    );
    await runSql(`insert into nodegroup_grant (nodegroup_id, account_id, can_read, no_access)
values ('${NAME_NODEGROUP}', 101, false, true), ('${PLACE_NODEGROUP}', 101, true, false)`);
    expect(await runQuery(stack.dataApi.read, countReadersByGrant())).toBe(0);
    await runSql(
      `update nodegroup set parent_nodegroup_id = null where nodegroup_id = '${PLACE_NODEGROUP}'`,
    );
    expect(await runQuery(stack.dataApi.read, countReadersByGrant())).toBe(1);
  });
});

describe('the defaults of a group', () => {
  it('keep the right to read the history if `history` is not given', async () => {
    const rights = { read: true, write: false, delete: false };
    const mayReadHistory = () =>
      runSql(`select can_read_history from account_group where name = 'Guest'`);
    await stack.dataApi.write(setGroupDefaults('Guest', { ...rights, history: true }));
    await stack.dataApi.write(setGroupDefaults('Guest', rights));
    expect(await mayReadHistory()).toEqual([[true]]);
    await stack.dataApi.write(setGroupDefaults('Guest', { ...rights, history: false }));
    expect(await mayReadHistory()).toEqual([[false]]);
  });
});
