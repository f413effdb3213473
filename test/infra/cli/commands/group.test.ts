import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openCommandLineService, type CommandLineService } from '../beside-service.ts';

let service: CommandLineService;

beforeAll(async () => {
  service = await openCommandLineService();
  await service.outputOf('account', 'create', 'anna', '--no-password');
  await service.outputOf('account', 'create', 'bert', '--no-password');
  await service.outputOf('group', 'create', 'Volunteers');
});

afterAll(async () => service.close());

const readLineOfVolunteers = async (): Promise<string> => {
  const lines = (await service.outputOf('group', 'list')).split('\n');
  return lines.find((line) => line.startsWith('Volunteers')) ?? 'none';
};

describe('hds group', () => {
  it('lists the groups with their members and defaults', async () => {
    const list = await service.outputOf('group', 'list');
    expect(list).toContain('Guest (1): 0 members; by default: nothing\n');
    expect(list).toContain(
      'Resource Editor (2): 0 members; by default: read, write, delete, history',
    );
    expect(list).toContain('System Administrator (7): 0 members; its members are administrators');
    expect(await readLineOfVolunteers()).toBe('Volunteers (12): 0 members; by default: nothing');
  });

  it('refuses a name that another group has, and a name with control characters', async () => {
    expect((await service.run('group', 'create', 'Volunteers')).error).toContain('already');
    expect((await service.run('group', 'create', '\u0007')).error).toContain('control character');
  });

  it('adds accounts to a group, and changes nothing when repeated', async () => {
    const words = ['group', 'add', 'Volunteers', 'anna', 'bert'] as const;
    expect(await service.outputOf(...words)).toBe('Volunteers has 2 new members.\n');
    expect(await service.outputOf(...words)).toBe('Volunteers has 0 new members.\n');
    expect(await readLineOfVolunteers()).toContain('2 members');
  });

  it('changes no membership if one of the accounts is unknown', async () => {
    const { code, error } = await service.run('group', 'remove', 'Volunteers', 'anna', 'nobody');
    expect(error).toContain('There is no account nobody. There are: anna, bert.');
    expect(code).toBe(1);
    expect(await readLineOfVolunteers()).toContain('2 members');
  });

  it('removes accounts from a group', async () => {
    expect(await service.outputOf('group', 'remove', 'Volunteers', 'anna')).toBe(
      '1 member removed from Volunteers.\n',
    );
    expect(await readLineOfVolunteers()).toContain('1 member;');
  });

  it('warns when an account is added to a group whose members are administrators', async () => {
    expect(await service.outputOf('group', 'add', 'System Administrator', 'anna')).toContain(
      'Members of this group may do everything.',
    );
  });

  it('sets the defaults of a group, and whether its members are administrators', async () => {
    await service.outputOf('group', 'defaults', 'Volunteers', 'read,history');
    expect(await readLineOfVolunteers()).toContain('by default: read, history');
    await service.outputOf('group', 'administrators', 'Volunteers', 'on');
    expect(await readLineOfVolunteers()).toContain('its members are administrators');
    await service.outputOf('group', 'administrators', 'Volunteers', 'off');
    await service.outputOf('group', 'defaults', 'Volunteers', 'none');
    expect(await readLineOfVolunteers()).toContain('by default: nothing');
  });

  it('deletes a group with its memberships', async () => {
    expect(await service.outputOf('group', 'delete', 'Volunteers')).toBe(
      'Group Volunteers was deleted, with 1 membership and 0 grants.\n',
    );
    expect(await readLineOfVolunteers()).toBe('none');
  });

  it.each(['Mobile Project Administrator', 'Spatial View Reader'])(
    'refuses to delete %s, which every instance needs',
    async (group) => {
      const { code, error } = await service.run('group', 'delete', group);
      expect(error).toContain('exists in every instance and cannot be deleted');
      expect(code).toBe(1);
      expect(await service.outputOf('group', 'list')).toContain(`${group} (`);
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
