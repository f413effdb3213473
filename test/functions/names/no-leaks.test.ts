import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { denyNodegroupsToGroup } from '../../../infra/queries/groups.ts';
import { runStatement } from '../../support/sample.ts';
import { findLeaks, listPaths, readEach, resourcePaths, type AnswerText } from '../every-answer.ts';
import { house, title, type House } from './house-model.ts';
import { openHouses, type Houses } from './named-houses.ts';

/*
 * Nobody sees a name made of what he may not read: while a mark waits, when the names are refreshed, and in between.
 */

let houses: Houses;

beforeAll(async () => {
  houses = await openHouses();
});

afterAll(async () => houses?.service.close());

const numbers = [1, 2, 3, 4, 5];

/** Everything that anybody is told of the houses. */
async function answers(): Promise<readonly AnswerText[]> {
  const rdf = numbers.map((number) => `/resources/${house(number)}?format=turtle&profile=linked`);
  const paths = [
    ...(await listPaths(houses.service)),
    ...resourcePaths(numbers.map(house)),
    ...rdf,
  ];
  return readEach(houses.service, paths);
}

const told = async (): Promise<readonly string[]> => findLeaks(await answers(), ['Secret']);

/** The houses, to one of which Guest is denied access in one way or another. @param name what it is called */
const withName = (name: string): Readonly<Record<number, House>> => ({
  1: { title: `Secret ${name}` },
  2: { title: 'Mill', within: [1] },
  3: { title: 'Wheel', within: [2], beside: 1 },
  4: { title: 'Barn', beside: 3 },
  5: { title: 'Shed', within: [1, 3] },
});

const denials = [
  {
    object: 'a resource instance',
    deny: async () =>
      runStatement(
        houses.service,
        `insert into resource_grant (resource_id, account_group_id, no_access) values ('${house(1)}', 1, true)`,
      ),
    shown: ['Mill'],
  },
  {
    object: 'the nodegroup of names',
    deny: async () => {
      await houses.service.stack.data.write(denyNodegroupsToGroup('Guest', [title]));
    },
    shown: [],
  },
];

describe.each(denials)('where Guest is denied access to $object', ({ deny, shown }) => {
  beforeEach(async () => {
    await houses.clear();
    await runStatement(houses.service, 'delete from resource_grant');
    await runStatement(houses.service, 'delete from nodegroup_grant');
    await houses.service.openToGuest();
    await houses.importHouses(withName('Yard'));
  });

  it('its name is shown while Guest may read it, and what remains without it when access is denied', async () => {
    expect(await told()).not.toEqual([]);
    await deny();
    expect(findLeaks(await answers(), shown).length > 0).toBe(shown.length > 0);
  });

  it('no answer has it, marked or refreshed, renamed or gone', async () => {
    await deny();
    const states: Record<string, readonly string[]> = { before: await told() };
    await houses.importHouses(withName('Court'), false);
    expect(await houses.marks()).not.toEqual([]);
    states['marked'] = await told();
    await houses.refreshNames();
    states['refreshed'] = await told();
    await runStatement(houses.service, `delete from resource where resource_id = '${house(1)}'`);
    expect(await houses.marks()).not.toEqual([]);
    states['gone'] = await told();
    await houses.refreshNames();
    states['gone and refreshed'] = await told();
    expect(new Set(Object.values(states).flat())).toEqual(new Set());
  });

  it('no answer has it while it is renamed and refreshed again and again', async () => {
    await deny();
    const seen: string[] = [];
    const state = { isOver: false };
    const writing = (async () => {
      for (const name of ['Court', 'Garth', 'Close', 'Green']) {
        await houses.put(1, { title: `Secret ${name}` });
        await houses.importHouses(withName(`${name} of old`), false);
        await houses.refreshNames();
      }
      state.isOver = true;
    })();
    while (!state.isOver) seen.push(...(await told()));
    await writing;
    expect(seen).toEqual([]);
    expect(await houses.nameOf(2)).toBe('Mill, Secret Green of old');
  });
});
