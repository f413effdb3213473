import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openBesideService, type BesideService } from './beside-service.ts';

let service: BesideService;

beforeAll(async () => {
  service = await openBesideService();
  await service.said('account', 'create', 'anna', '--no-password');
  await service.said('account', 'create', 'bert', '--no-password');
  await service.said('group', 'create', 'Volunteers');
});

afterAll(async () => service.close());

const lineOfVolunteers = async (): Promise<string> => {
  const lines = (await service.said('group', 'list')).split('\n');
  return lines.find((line) => line.startsWith('Volunteers')) ?? 'none';
};

describe('hds group', () => {
  it('lists the groups with their members and defaults', async () => {
    const list = await service.said('group', 'list');
    expect(list).toContain('Guest (1): 0 members; by default: nothing\n');
    expect(list).toContain(
      'Resource Editor (2): 0 members; by default: read, write, delete, history',
    );
    expect(list).toContain('System Administrator (7): 0 members; its members are administrators');
    expect(await lineOfVolunteers()).toBe('Volunteers (12): 0 members; by default: nothing');
  });

  it('refuses a name that another group has, and a name with control characters', async () => {
    expect((await service.run('group', 'create', 'Volunteers')).error).toContain('already');
    expect((await service.run('group', 'create', '\u0007')).error).toContain('control character');
  });

  it('adds accounts to a group, and may be repeated', async () => {
    const words = ['group', 'add', 'Volunteers', 'anna', 'bert'] as const;
    expect(await service.said(...words)).toBe('Volunteers has 2 new members.\n');
    expect(await service.said(...words)).toBe('Volunteers has 0 new members.\n');
    expect(await lineOfVolunteers()).toContain('2 members');
  });

  it('changes no membership if one of the accounts is unknown', async () => {
    const { code, error } = await service.run('group', 'remove', 'Volunteers', 'anna', 'nobody');
    expect(error).toContain('There is no account nobody. There are: anna, bert.');
    expect(code).toBe(1);
    expect(await lineOfVolunteers()).toContain('2 members');
  });

  it('removes accounts from a group', async () => {
    expect(await service.said('group', 'remove', 'Volunteers', 'anna')).toBe(
      'Volunteers has 1 member less.\n',
    );
    expect(await lineOfVolunteers()).toContain('1 member;');
  });

  it('warns if members of the group are administrators', async () => {
    expect(await service.said('group', 'add', 'System Administrator', 'anna')).toContain(
      'Members of this group may do everything.',
    );
  });

  it('sets whether members may read the history, and whether they are administrators', async () => {
    await service.said('group', 'defaults', 'Volunteers', 'read,history');
    expect(await lineOfVolunteers()).toContain('by default: read, history');
    await service.said('group', 'administrators', 'Volunteers', 'on');
    expect(await lineOfVolunteers()).toContain('its members are administrators');
    await service.said('group', 'administrators', 'Volunteers', 'off');
    await service.said('group', 'defaults', 'Volunteers', 'none');
    expect(await lineOfVolunteers()).toContain('by default: nothing');
  });

  it('deletes a group with its memberships', async () => {
    expect(await service.said('group', 'delete', 'Volunteers')).toBe(
      'Group Volunteers was deleted, with 1 membership and 0 grants.\n',
    );
    expect(await lineOfVolunteers()).toBe('none');
  });

  it.each(['Mobile Project Administrator', 'Spatial View Reader'])(
    'refuses to delete %s, which every instance needs',
    async (group) => {
      const { code, error } = await service.run('group', 'delete', group);
      expect(error).toContain('exists in every instance and cannot be deleted');
      expect(code).toBe(1);
      expect(await service.said('group', 'list')).toContain(`${group} (`);
    },
  );

  it.each([
    ['add', 'Nobodies', 'anna'],
    ['remove', 'Nobodies', 'anna'],
    ['delete', 'Nobodies'],
    ['administrators', 'Nobodies', 'on'],
  ])('lists the groups if %s gets an unknown group', async (...words) => {
    const { code, error } = await service.run('group', ...words);
    expect(error).toMatch(/There is no group Nobodies\. There are: .*Guest, /);
    expect(code).toBe(1);
  });
});
