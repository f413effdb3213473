import { writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createTestDataApi } from '../../../support/data-api-client.ts';
import { rawSql } from '../../../../lib/data-api/sql.ts';
import { openCommandLineService, type CommandLineService } from '../beside-service.ts';
import { monumentGraph, namedMonument, resourceId } from '../import/monuments.ts';

const monument = resourceId(1);
const password = 'seven wet boots on a hill';

let service: CommandLineService;

/** Reads the recorded changes: what happened, to what, before and after. */
const readChanges = (): Promise<readonly (readonly unknown[])[]> =>
  service
    .rows(
      'select event, target, before::text, after::text from access_change order by access_change_id',
    )
    .then((rows) =>
      rows.map(([event, target, ...states]) => [
        event,
        target,
        ...states.map((state) => JSON.parse(String(state)) as unknown),
      ]),
    );

beforeAll(async () => {
  service = await openCommandLineService();
  const graph = path.join(service.folder, 'graph.json');
  const records = path.join(service.folder, 'records.json');
  await writeFile(graph, JSON.stringify(monumentGraph({ slug: 'monument' })));
  await writeFile(records, JSON.stringify([namedMonument(1, 'One')]));
  await service.outputOf('import', 'graphs', graph);
  await service.outputOf('import', 'resources', records);
  await service.outputOf('account', 'create', 'anna', '--no-password');
  await service.outputOf('group', 'create', 'Volunteers');
});

beforeEach(async () => {
  await service.stack.owner.write(rawSql('truncate access_change'));
});

afterAll(async () => service.close());

describe('a change by hds is recorded', () => {
  it('with the operator, the time, and the id of its target', async () => {
    await service.outputOf('group', 'defaults', 'Volunteers', 'read');
    const rows = await service.rows(
      `select c.author_account_id is null, c.author, c.target_id = g.account_group_id::text, c.changed_at > now() - interval '1 minute'
from access_change c
join account_group g on g.name = c.target`,
    );
    expect(rows).toEqual([[true, userInfo().username, true, true]]);
  });

  it('for a new account, without its password and its e-mail address', async () => {
    const words = ['account', 'create', 'bert', '--email', 'bert@example.org', '--administrator'];
    await service.runWithInput(password, ...words, '--group', 'Volunteers');
    expect(await readChanges()).toEqual([
      [
        'account-created',
        'bert',
        null,
        { is_administrator: true, password: 'set', groups: ['Volunteers'] },
      ],
    ]);
  });

  it('for a new password, without the password and its hash', async () => {
    await service.runWithInput(password, 'account', 'password', 'anna');
    expect(await readChanges()).toEqual([
      ['account-password-changed', 'anna', null, { password: 'changed' }],
    ]);
  });

  it('for an account that is deactivated or activated, unless it is so already', async () => {
    await service.outputOf('account', 'activate', 'anna');
    await service.outputOf('account', 'deactivate', 'anna');
    await service.outputOf('account', 'deactivate', 'anna');
    await service.outputOf('account', 'activate', 'anna');
    expect(await readChanges()).toEqual([
      ['account-deactivated', 'anna', { is_active: true }, { is_active: false }],
      ['account-activated', 'anna', { is_active: false }, { is_active: true }],
    ]);
  });

  it('for a group from its creation to its deletion', async () => {
    await service.outputOf('group', 'create', 'Surveyors');
    await service.outputOf('group', 'add', 'Surveyors', 'anna');
    await service.outputOf('group', 'defaults', 'Surveyors', 'read,history');
    await service.outputOf('group', 'administrators', 'Surveyors', 'on');
    await service.outputOf('group', 'administrators', 'Surveyors', 'on');
    await service.outputOf('grant', 'nodegroup', 'monument/name', 'read', '--group', 'Surveyors');
    await service.outputOf('group', 'delete', 'Surveyors');
    const none = { rights: [], is_administrator: false };
    const readers = { rights: ['read', 'history'], is_administrator: false };
    const administrators = { ...readers, is_administrator: true };
    expect(await readChanges()).toMatchObject([
      ['group-created', 'Surveyors', null, none],
      ['member-added', 'anna', null, { group: 'Surveyors' }],
      ['group-changed', 'Surveyors', none, readers],
      ['group-changed', 'Surveyors', readers, administrators],
      ['nodegroup-grant-changed', 'monument/name, group Surveyors', null, { rights: ['read'] }],
      ['group-deleted', 'Surveyors', { ...administrators, members: 1, grants: 1 }, null],
    ]);
  });

  it('for each account that is added to a group or removed from it', async () => {
    await service.outputOf('account', 'create', 'cleo', '--no-password', '--group', 'Volunteers');
    await service.outputOf('group', 'add', 'Volunteers', 'anna', 'cleo');
    await service.outputOf('group', 'remove', 'Volunteers', 'anna');
    expect((await readChanges()).slice(1)).toMatchObject([
      ['member-added', 'anna', null, { group: 'Volunteers' }],
      ['member-removed', 'anna', { group: 'Volunteers' }, null],
    ]);
  });

  it('for a grant on a nodegroup and on a resource instance', async () => {
    const onNodegroup = ['nodegroup', 'monument/name'] as const;
    const onMonument = ['resource', monument] as const;
    const forAnna = ['--account', 'anna'] as const;
    await service.outputOf('grant', ...onNodegroup, 'read', ...forAnna);
    await service.outputOf('grant', ...onNodegroup, 'read,write', ...forAnna);
    await service.outputOf('grant', ...onNodegroup, 'read,write', ...forAnna);
    await service.outputOf('grant', 'remove', ...onNodegroup, ...forAnna);
    await service.outputOf('grant', 'remove', ...onNodegroup, ...forAnna);
    await service.outputOf('grant', ...onMonument, 'no_access', '--group', 'Guest');
    await service.outputOf('grant', 'remove', ...onMonument, '--group', 'Guest');
    const [read, write] = [{ rights: ['read'] }, { rights: ['read', 'write'] }];
    const closed = { rights: ['no_access'], group_id: 1 };
    expect(await readChanges()).toMatchObject([
      ['nodegroup-grant-changed', 'monument/name, account anna', null, read],
      ['nodegroup-grant-changed', 'monument/name, account anna', read, write],
      ['nodegroup-grant-removed', 'monument/name, account anna', write, null],
      ['resource-grant-changed', `${monument}, group Guest`, null, closed],
      ['resource-grant-removed', `${monument}, group Guest`, closed, null],
    ]);
  });

  it('for a new application with its groups, without its secret and its hash', async () => {
    const type = ['--client-type', 'confidential', '--grant-type', 'client-credentials'];
    const words = ['application', 'create', 'Harvest', '--owner', 'anna', ...type];
    const output = await service.outputOf(...words, '--group', 'Resource Exporter');
    const [, clientId = ''] = /client_id: (\S+)/.exec(output) ?? [];
    expect(await readChanges()).toMatchObject([
      ['application-registered', 'Harvest', null, { secret: 'set', owner: 'anna' }],
      ['member-added', `application ${clientId}`, null, { group: 'Resource Exporter' }],
    ]);
    const [, secret = ''] = /client_secret: (\S+)/.exec(output) ?? [];
    const texts = await service.rows('select c::text from access_change c');
    const hashes = await service.rows('select client_secret_hash from oauth_application');
    expect(texts.join('\n')).not.toContain(secret);
    expect(texts.join('\n')).not.toContain(String(hashes[0]?.[0]));
  });

  it('only if it is made', async () => {
    await service.run('group', 'add', 'Volunteers', 'anna', 'nobody');
    await service.run('group', 'delete', 'Guest');
    await service.run('grant', 'nodegroup', 'monument/name', 'read', '--account', 'nobody');
    expect(await readChanges()).toEqual([]);
  });
});

describe('a recorded change', () => {
  it('can be changed and deleted by no role of the service', async () => {
    await service.outputOf('group', 'defaults', 'Guest', 'read');
    const asService = createTestDataApi(service.stack.server.url, 'service');
    for (const statement of ['delete from access_change', `update access_change set author = ''`]) {
      await expect(asService.write(rawSql(statement))).rejects.toMatchObject({ sqlState: '42501' });
    }
    expect(await readChanges()).toHaveLength(1);
  });
});

describe('hds access-changes', () => {
  it('lists the last changes, the newest first, with what is different', async () => {
    expect(await service.outputOf('access-changes')).toBe('No change is recorded.\n');
    await service.outputOf('group', 'defaults', 'Volunteers', 'none');
    await service.outputOf('group', 'defaults', 'Volunteers', 'read');
    await service.outputOf('group', 'defaults', 'Volunteers', 'read,write');
    const lines = (await service.outputOf('access-changes', '--limit', '2')).split('\n');
    const texts = lines.map((line) => line.replace(/^\S+ operator \S+: /, ''));
    expect(texts).toEqual([
      'Changed the group Volunteers (rights: read → read, write)',
      'Changed the group Volunteers (rights: none → read)',
      '',
    ]);
  });

  it('refuses a limit that is no number', async () => {
    expect((await service.run('access-changes', '--limit', 'all')).error).toContain(
      'Use a number from 1 to 9999.',
    );
  });
});
