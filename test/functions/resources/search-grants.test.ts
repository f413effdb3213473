import { isDeepStrictEqual } from 'node:util';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { setGroupDefaults } from '../../../infra/cli/accounts/queries/groups.ts';
import { skipWithoutNativeServer } from '../../support/has-native-server.ts';
import { waitUntilBlocked } from '../../support/lock-waits.ts';
import { takeInTurn } from '../../support/random/take-sample.ts';
import { runStatement } from '../../support/sample.ts';
import { house } from '../names/house-model.ts';
import { openHouses, type Houses } from '../names/named-houses.ts';
import { holdCommitOf } from '../writing/slow-statements.ts';
import { rankNames } from './rank-names.ts';
import { readShownNames, searchNames } from './search-names.ts';

/*
 * Grants of groups decide by the sets of entries which names are compared at all. Whatever the grants are, a search returns what a comparison
 * with every shown name returns.
 */

let houses: Houses;

beforeAll(async () => {
  houses = await openHouses();
});

beforeEach(async () => houses.clear());

afterAll(async () => houses?.service.close());

const rightsOfGrants = [undefined, 'can_view', 'can_change', 'no_access'] as const;
type Rights = (typeof rightsOfGrants)[number];
type Grants = Readonly<Record<'guest' | 'group' | 'account', Rights>>;

/** Every combination of grants for Guest, a group and an account in it, one for each house. */
const allGrants: readonly Grants[] = rightsOfGrants.flatMap((guest) =>
  rightsOfGrants.flatMap((group) => rightsOfGrants.map((account) => ({ guest, group, account }))),
);

const principals = {
  guest: `select null::integer as account_id, g.account_group_id from account_group g where g.name = 'Guest'`,
  group: `select null::integer as account_id, g.account_group_id from account_group g where g.name = 'Resource Exporter'`,
  account: `select a.account_id, null::integer as account_group_id from account a where a.username = 'writing-reader'`,
} as const;

async function addGrants(number: number, grants: Partial<Grants>): Promise<void> {
  for (const principal of ['guest', 'group', 'account'] as const) {
    const rights = grants[principal];
    if (rights === undefined) continue;
    await runStatement(
      houses.service,
      `insert into resource_grant (resource_id, account_id, account_group_id, ${rights})
       select '${house(number)}', p.account_id, p.account_group_id, true
       from (${principals[principal]}) p`,
    );
  }
}

async function setReadingByDefault(guest: boolean, group: boolean): Promise<void> {
  const { dataApi } = houses.service.stack;
  const onlyRead = (read: boolean) => ({ read, write: false, delete: false });
  await dataApi.write(setGroupDefaults('Guest', onlyRead(guest)));
  await dataApi.write(setGroupDefaults('Resource Exporter', onlyRead(group)));
}

/**
 * The searches of an anonymous caller, a member of the group and an administrator that differ from a comparison with all shown names. Each
 * searches for another text.
 * @param firstText the number of the text for which the first of them searches
 */
async function listWrongSearches(situation: string, firstText = 0): Promise<readonly unknown[]> {
  const { service, writers } = houses;
  const callers = [
    { id: null, fetchPath: service.fetch },
    ...[writers.reader, writers.administrator].map(({ accountId, sendRequest }) => ({
      id: accountId,
      fetchPath: (path: string) => sendRequest('GET', path),
    })),
  ];
  const wrong: unknown[] = [];
  for (const [turn, { id, fetchPath }] of callers.entries()) {
    const names = await readShownNames(service, id);
    for (const text of takeInTurn(['mill', 'old', 'odl mill'], firstText + turn, 1)) {
      const results = await searchNames(fetchPath, text);
      const expected = rankNames(names, text);
      if (!isDeepStrictEqual(results, expected)) {
        wrong.push({ situation, caller: id, text, results, expected });
      }
    }
  }
  return wrong;
}

const defaults = [true, false].flatMap((guest) => [true, false].map((group) => ({ guest, group })));

describe('a search among resource instances with grants', () => {
  it('finds the names that each caller is shown, for every combination of grants and defaults', async () => {
    const numbered = allGrants.map((grants, index) => ({ number: index + 1, grants }));
    await houses.importHouses(
      Object.fromEntries(numbered.map(({ number }) => [number, { title: `Old mill ${number}` }])),
    );
    // A group without any grant is a case of its own, so its grants follow, and are removed in the end.
    for (const { number, grants } of numbered) {
      await addGrants(number, { guest: grants.guest, account: grants.account });
    }
    const wrong: unknown[] = [];
    const tryDefaults = async (situation: string): Promise<void> => {
      for (const [turn, { guest, group }] of defaults.entries()) {
        await setReadingByDefault(guest, group);
        wrong.push(
          ...(await listWrongSearches(
            `${situation}, Guest reads: ${guest}, group reads: ${group}`,
            turn,
          )),
        );
      }
    };
    await tryDefaults('no grants of the group');
    for (const { number, grants } of numbered) await addGrants(number, { group: grants.group });
    await tryDefaults('all grants');
    await runStatement(houses.service, 'update resource_grant set no_access = false');
    await tryDefaults('nothing is closed');
    await runStatement(houses.service, 'update resource_grant set no_access = true');
    await tryDefaults('everything is closed');
    await runStatement(houses.service, 'delete from resource_grant where account_id is null');
    await tryDefaults('only grants of the account');
    expect(wrong).toEqual([]);
  });
});

describe.skipIf(skipWithoutNativeServer())('a name that is written while grants change', () => {
  const close = () => addGrants(1, { guest: 'no_access' });
  const open = () => runStatement(houses.service, 'delete from resource_grant');

  it.each([
    { change: 'close', before: open, during: close },
    { change: 'open', before: close, during: open },
  ])('is found by whom it is shown to after grants $change it', async ({ before, during }) => {
    await setReadingByDefault(true, true);
    await houses.importConcepts({ 1: { 'en-US': 'mill' } });
    await houses.importHouses({ 1: { title: 'Old', type: 1 } });
    await before();
    await houses.importConcepts({ 1: { 'en-US': 'windmill' } });
    const heldWrite = holdCommitOf(houses.service.stack.database, 'incoming_mark');
    const writing = houses.refreshNames();
    await heldWrite.reached;
    const changing = during();
    await waitUntilBlocked(houses.service.stack);
    heldWrite.release();
    await Promise.all([writing, changing]);
    expect(await listWrongSearches('after both')).toEqual([]);
    await open();
    expect(await listWrongSearches('open')).toEqual([]);
  });
});
