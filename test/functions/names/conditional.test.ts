import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runStatement } from '../../support/sample.ts';
import { house } from './house-model.ts';
import { openHouses, type Houses } from './named-houses.ts';

let houses: Houses;

beforeAll(async () => {
  houses = await openHouses();
  await houses.service.openToGuest();
  await houses.importHouses({
    1: { title: 'Yard' },
    2: { title: 'Mill', within: [1] },
    3: { title: 'Wheel', beside: 2 },
  });
});

afterAll(async () => houses?.service.close());

/** Sets the time of every change to 2020. */
const backdateChanges = async (): Promise<void> => {
  const { service } = houses;
  await runStatement(service, `update resource set changed_at = '2020-01-01'`);
  await runStatement(service, `update activity set end_time = '2020-01-01'`);
  await service.stack.owner.write({
    text: `do $$ begin
  alter table last_change disable trigger set_change_time_at_commit;
  update last_change set changed_at = '2020-01-01', is_pending = false;
  alter table last_change enable trigger set_change_time_at_commit;
end $$`,
    parameters: [],
  });
};

/** The parts of the ETag before and after its hyphen, and Last-Modified. */
const readValidators = async (number: number): Promise<readonly (string | undefined)[]> => {
  const { headers } = await houses.service.fetch(`/resources/${house(number)}?format=service-json`);
  const tag = headers.get('etag')?.replaceAll('"', '').split('-') ?? [];
  return [...tag, headers.get('last-modified') ?? 'none'];
};

describe('the update of names after a change', () => {
  it.each([
    { change: 'its own name changes', number: 2 },
    { change: 'a name in its description changes', number: 3 },
  ])(
    'changes the ETag and Last-Modified, but not the version in the ETag: $change',
    async ({ number }) => {
      await houses.importHouses({ 1: { title: `Court ${number}` } }, false);
      await backdateChanges();
      const [version, tag, time] = await readValidators(number);
      expect(time).toBe('Wed, 01 Jan 2020 00:00:00 GMT');
      expect(await houses.refreshNames()).toMatchObject({ changed: 2 });
      const [versionAfter, tagAfter, timeAfter] = await readValidators(number);
      expect(versionAfter).toBe(version);
      expect(tagAfter).not.toBe(tag);
      expect(timeAfter).not.toBe(time);
    },
  );
});
