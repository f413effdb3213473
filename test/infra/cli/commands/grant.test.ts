import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { NAME } from '../import/graphs/example.ts';
import { openCommandLineService, type CommandLineService } from '../beside-service.ts';
import {
  GRAPH,
  MEASURE,
  monumentGraph,
  namedMonument,
  NOTE,
  resourceId,
} from '../import/monuments.ts';

const unknownId = 'ffffffff-0000-4000-8000-000000000000';
const monument = resourceId(1);

let service: CommandLineService;
let folder: string;

beforeAll(async () => {
  service = await openCommandLineService();
  folder = await mkdtemp(path.join(tmpdir(), 'heritage-grant-'));
  const graph = path.join(folder, 'graph.json');
  const records = path.join(folder, 'records.json');
  await writeFile(graph, JSON.stringify(monumentGraph({ slug: 'monument' })));
  await writeFile(records, JSON.stringify([namedMonument(1, 'One')]));
  await service.outputOf('import', 'graphs', graph);
  await service.outputOf('import', 'resources', records);
  await service.outputOf(
    'account',
    'create',
    'anna',
    '--no-password',
    '--group',
    'Resource Editor',
  );
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

describe('hds grant', () => {
  it('reports that there are no grants', async () => {
    expect(await service.outputOf('grant', 'list')).toContain('There are no grants');
  });

  it('grants rights on a nodegroup named by graph and name, and changes nothing when repeated', async () => {
    const words = [
      'grant',
      'nodegroup',
      'monument/name',
      'read,write',
      '--account',
      'anna',
    ] as const;
    const output = 'The grant of account anna on nodegroup monument/name is now: read, write.\n';
    expect(await service.outputOf(...words)).toBe(output);
    expect(await service.outputOf(...words)).toBe(output);
    expect(await service.outputOf('grant', 'list', 'monument/name')).toBe(
      `nodegroup monument/name (${NAME}): account anna: read, write\n`,
    );
  });

  it('changes the rights of a grant, even to none', async () => {
    await service.outputOf('grant', 'nodegroup', NAME, 'none', '--account', 'anna');
    await service.outputOf('grant', 'nodegroup', `${GRAPH}/name`, 'read', '--group', 'Guest');
    expect(await service.outputOf('grant', 'list', NAME)).toBe(
      `nodegroup monument/name (${NAME}): account anna: nothing\n` +
        `nodegroup monument/name (${NAME}): group Guest: read\n`,
    );
  });

  it('closes a nodegroup and the nodegroups below it', async () => {
    const words = ['nodegroup', NAME, 'no_access', '--group', 'Resource Editor'] as const;
    expect(await service.outputOf('grant', ...words)).toContain(
      'The nodegroups below it are closed too',
    );
    const [row] = await service.rows(`select count(*)::text
from account a
cross join lateral readable_nodegroup(a.account_id) n
where a.username = 'anna'
  and n.nodegroup_id in ('${NAME}', '${NOTE}')`);
    expect(row).toEqual(['0']);
  });

  it('grants rights on a resource instance', async () => {
    await service.outputOf('grant', 'resource', monument, 'view,change', '--account', 'anna');
    await service.outputOf('grant', 'resource', monument, 'no_access', '--group', 'Guest');
    expect(await service.outputOf('grant', 'list', monument)).toBe(
      `resource instance ${monument}: account anna: view, change\n` +
        `resource instance ${monument}: group Guest: no_access\n`,
    );
  });

  it('removes a grant, and reports if there was none', async () => {
    const words = ['grant', 'remove', 'resource', monument, '--group', 'Guest'] as const;
    expect(await service.outputOf(...words)).toContain('is removed.');
    expect(await service.outputOf(...words)).toContain('There was no grant of group Guest');
    await service.outputOf('grant', 'remove', 'nodegroup', 'monument/name', '--group', 'Guest');
    const remainingGrants = await service.outputOf('grant', 'list');
    expect(remainingGrants).not.toContain('Guest');
    expect(remainingGrants.split('\n')).toHaveLength(4);
  });

  it('requires an id if two nodegroups have the same name', async () => {
    const setAlias = (value: string): Promise<unknown> =>
      service.rows(`update node set alias = ${value} where node_id = '${MEASURE}' returning 1`);
    await setAlias(`'place'`);
    const { code, error } = await service.run('grant', 'list', 'monument/place');
    await setAlias('null');
    expect(error).toMatch(/Several nodegroups are called place: give one of .*, /);
    expect(code).toBe(1);
  });

  it.each([
    [
      ['nodegroup', 'monument/nothing', 'read', '--group', 'Guest'],
      /no nodegroup monument\/nothing\. There are: monument\/measure, monument\/name, /,
    ],
    [
      ['nodegroup', 'temple/name', 'read', '--group', 'Guest'],
      /There is no graph temple\. There are: monument\./,
    ],
    [['nodegroup', 'name', 'read', '--group', 'Guest'], /name is not an id\. .*monument\/name/],
    [['nodegroup', unknownId, 'read', '--group', 'Guest'], /There is no nodegroup ffffffff/],
    [['nodegroup', NAME, 'read', '--group', 'Nobodies'], /There is no group Nobodies\. There are:/],
    [['nodegroup', NAME, 'read', '--account', 'otto'], /no account otto\. There are: anna\./],
    [['resource', unknownId, 'view', '--group', 'Guest'], /There is no resource instance ffffffff/],
    [['resource', 'one', 'view', '--group', 'Guest'], /There is no resource instance one/],
    [['remove', 'nodegroup', NAME, '--account', 'otto'], /There is no account otto/],
    [['remove', 'resource', unknownId, '--account', 'anna'], /There is no resource instance/],
  ])('refuses %j, and names the value that it cannot find', async (words, expected) => {
    const { code, error } = await service.run('grant', ...words);
    expect(error).toMatch(expected);
    expect(error).not.toContain('    at ');
    expect(code).toBe(1);
  });
});

describe('hds explain-access', () => {
  it('names the rule that closes a nodegroup, on itself or on a nodegroup above it', async () => {
    const accessToName = await service.outputOf('explain-access', 'anna', 'monument/name');
    expect(accessToName).toContain(`Account anna, nodegroup monument/name (${NAME})`);
    expect(accessToName).toContain('read: no, group Resource Editor has no_access here\n');
    const accessToNote = await service.outputOf('explain-access', 'anna', 'monument/note');
    expect(accessToNote).toContain(
      'read: no, group Resource Editor has no_access on monument/name above\n',
    );
  });

  it('names the group whose default opens a nodegroup', async () => {
    const output = await service.outputOf('explain-access', 'anna', 'monument/place');
    expect(output).toContain('write: yes, by default of group Resource Editor\n');
    expect(output).toContain(
      'defaults of groups without a grant here: group Resource Editor read, write',
    );
  });

  it('lists the readable nodegroups of a resource instance', async () => {
    const output = await service.outputOf('explain-access', 'anna', monument);
    expect(output).toContain('view: yes, the account has a grant on the resource instance\n');
    expect(output).toMatch(/^delete: no, .* does not give this right$/m);
    expect(output).toMatch(/^ {2}monument\/name .*: read no, .*; write no; delete no$/m);
    expect(output).toMatch(/^ {2}monument\/place .*: read yes, by default of group/m);
  });

  it('explains the access of callers without a token, who may never write', async () => {
    const output = await service.outputOf('explain-access', 'anonymous', monument);
    expect(output).toContain('Callers without a token (group Guest)');
    expect(output).toContain('view: no, no nodegroup of its graph is readable\n');
    expect(output).toContain('Without a token, nobody can write, change or delete');
    expect(output).toContain('because the resource instance is not visible');
  });

  it('reports that an account is deactivated or an administrator', async () => {
    await service.outputOf('account', 'create', 'clara', '--no-password', '--administrator');
    expect(await service.outputOf('explain-access', 'clara', monument)).toContain(
      'delete: yes, the account is an administrator',
    );
    await service.outputOf('account', 'deactivate', 'clara');
    expect(await service.outputOf('explain-access', 'clara', monument)).toContain(
      'view: no, the account is deactivated',
    );
  });

  it.each([
    [['otto', NAME], /There is no account otto/],
    [['anna', unknownId], /neither a resource instance nor a nodegroup/],
    [['anna', 'monument/nothing'], /There is no nodegroup monument\/nothing/],
  ])('refuses %j', async (words, expected) => {
    const { code, error } = await service.run('explain-access', ...words);
    expect(error).toMatch(expected);
    expect(code).toBe(1);
  });
});

describe('the line "Who can read" of hds info', () => {
  it('lists groups with active members, and counts accounts with grants of their own', async () => {
    expect(await service.outputOf('info')).toContain(
      'Who can read: administrators; Resource Editor (3 of 5 nodegroups); 1 account by grants of their own\n',
    );
    await service.outputOf('grant', 'resource', monument, 'view', '--group', 'Guest');
    expect(await service.outputOf('info')).toContain(
      'Guest (0 of 5 nodegroups, 1 resource instance by grants)',
    );
  });

  it('does not list a group without active members', async () => {
    await service.outputOf('grant', 'remove', 'resource', monument, '--group', 'Guest');
    await service.outputOf('account', 'deactivate', 'anna');
    expect(await service.outputOf('info')).toContain(
      'Who can read: administrators only. The group Guest',
    );
  });
});
