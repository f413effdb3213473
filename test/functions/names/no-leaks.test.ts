import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { denyNodegroupsToGroup } from '../../../infra/cli/accounts/queries/groups.ts';
import { takeSample } from '../../support/random/take-sample.ts';
import { runStatement } from '../../support/sample.ts';
import { findLeaks, listPaths, readEach, resourcePaths, type AnswerText } from '../every-answer.ts';
import { house, title, type House } from './house-model.ts';
import { openHouses, type Houses } from './named-houses.ts';

/*
 * No caller sees a name with a text that the caller may not read, whether the names are marked, refreshed or in between.
 */

let houses: Houses;

beforeAll(async () => {
  houses = await openHouses();
});

afterAll(async () => houses?.service.close());

/** The names that house 1 gets while answers are read. */
const newNames = takeSample(['Court', 'Garth', 'Close', 'Green'], 1);

const houseNumbers = [1, 2, 3, 4, 5];

/** Reads all answers about the houses without a token. */
async function readAnswers(): Promise<readonly AnswerText[]> {
  const rdf = houseNumbers.map(
    (number) => `/resources/${house(number)}?format=turtle&profile=linked`,
  );
  const paths = [
    ...(await listPaths(houses.service)),
    ...resourcePaths(houseNumbers.map(house)),
    ...rdf,
  ];
  return readEach(houses.service, paths);
}

const findSecrets = async (): Promise<readonly string[]> =>
  findLeaks(await readAnswers(), ['Secret']);

/** Houses with names that contain the secret name of house 1. @param name a part of the secret name */
const housesWithSecret = (name: string): Readonly<Record<number, House>> => ({
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
    readableNames: ['Mill'],
  },
  {
    object: 'the nodegroup of names',
    deny: async () => {
      await houses.service.stack.dataApi.write(denyNodegroupsToGroup('Guest', [title]));
    },
    readableNames: [],
  },
];

describe.each(denials)('if Guest may not read $object', ({ deny, readableNames }) => {
  beforeEach(async () => {
    await houses.clear();
    await runStatement(houses.service, 'delete from resource_grant');
    await runStatement(houses.service, 'delete from nodegroup_grant');
    await houses.service.openToGuest();
    await houses.importHouses(housesWithSecret('Yard'));
  });

  it('the secret name is shown before access is denied, and readable names are still shown afterwards', async () => {
    expect(await findSecrets()).not.toEqual([]);
    await deny();
    expect(findLeaks(await readAnswers(), readableNames).length > 0).toBe(readableNames.length > 0);
  });

  it('no answer contains the secret name, whether it is changed, deleted, marked or refreshed', async () => {
    await deny();
    const states: Record<string, readonly string[]> = { before: await findSecrets() };
    await houses.importHouses(housesWithSecret('Court'), false);
    expect(await houses.readMarks()).not.toEqual([]);
    states['marked'] = await findSecrets();
    await houses.refreshNames();
    states['refreshed'] = await findSecrets();
    await runStatement(houses.service, `delete from resource where resource_id = '${house(1)}'`);
    expect(await houses.readMarks()).not.toEqual([]);
    states['gone'] = await findSecrets();
    await houses.refreshNames();
    states['gone and refreshed'] = await findSecrets();
    expect(new Set(Object.values(states).flat())).toEqual(new Set());
  });

  it('no answer contains the secret name while it is changed and refreshed repeatedly', async () => {
    await deny();
    const leaks: string[] = [];
    const state = { isOver: false };
    const writing = (async () => {
      for (const name of newNames) {
        await houses.put(1, { title: `Secret ${name}` });
        await houses.importHouses(housesWithSecret(`${name} of old`), false);
        await houses.refreshNames();
      }
      state.isOver = true;
    })();
    while (!state.isOver) leaks.push(...(await findSecrets()));
    await writing;
    expect(leaks).toEqual([]);
    expect(await houses.readName(2)).toBe(`Mill, Secret ${newNames.at(-1)} of old`);
  });
});
