import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hashRandomSecret } from '../../../../lib/identity/random-secrets.ts';
import { openCommandLineService, type CommandLineService } from '../beside-service.ts';

let service: CommandLineService;

beforeAll(async () => {
  service = await openCommandLineService();
  await service.outputOf('account', 'create', 'clara', '--no-password', '--administrator');
});

afterAll(async () => service.close());

const findValue = (output: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.+)$`, 'm').exec(output)?.[1];

describe('hds application', () => {
  it('reports that there are no applications', async () => {
    expect(await service.outputOf('application', 'list')).toContain('There are no applications');
  });

  it('registers a public application with the password grant, as in the specification', async () => {
    const output = await service.outputOf('application', 'create', 'Field app', '--owner', 'clara');
    expect(findValue(output, 'client_id')).toMatch(/^\w{40}$/);
    expect(output).not.toContain('client_secret');
    expect(await service.outputOf('application', 'list')).toMatch(
      /^Field app \(client_id \w{40}\): public, password; owner clara; registered 20/m,
    );
  });

  it('shows the secret of a confidential application once, and stores only its hash', async () => {
    const output = await service.outputOf(
      'application',
      'create',
      'Catalogue',
      '--owner',
      'clara',
      '--client-type',
      'confidential',
      '--grant-type',
      'authorization-code',
      '--redirect-uri',
      'https://one.example/',
      '--redirect-uri',
      'https://two.example/',
    );
    const secret = findValue(output, 'client_secret') ?? '';
    const [row] = await service.rows(
      `select client_secret_hash from oauth_application where name = 'Catalogue'`,
    );
    expect(row?.[0]).toBe(hashRandomSecret(secret));
    const list = await service.outputOf('application', 'list');
    expect(list).toContain('redirects to https://one.example/, https://two.example/');
    expect(list).not.toContain(secret);
  });

  it('creates an account in the given groups for an application that acts for itself', async () => {
    const output = await service.outputOf(
      'application',
      'create',
      'Harvester',
      '--owner',
      'clara',
      '--client-type',
      'confidential',
      '--grant-type',
      'client-credentials',
      '--group',
      'Resource Exporter',
    );
    const username = `application ${findValue(output, 'client_id')}`;
    expect(output).toContain(`It acts as account '${username}', in Resource Exporter.`);
    expect(await service.outputOf('account', 'list')).toMatch(
      new RegExp(`^${username} .*in Resource Exporter; the account of an application`, 'm'),
    );
    const { code, error } = await service.runWithInput(
      'good enough for people',
      'account',
      'password',
      username,
    );
    expect(error).toContain('signs in with its client secret');
    expect(code).toBe(1);
  });

  it('explains how to give rights to the account of an application that is in no group', async () => {
    const output = await service.outputOf(
      'application',
      'create',
      'Idle',
      '--owner',
      'clara',
      '--client-type',
      'confidential',
      '--grant-type',
      'client-credentials',
    );
    expect(output).toContain(
      `hds group add 'Resource Exporter' 'application ${findValue(output, 'client_id')}'`,
    );
  });

  it.each([
    [['--owner', 'otto'], /There is no account otto\. There are: clara\./],
    [['--owner', 'clara', '--grant-type', 'client-credentials'], /for confidential applications/],
    [['--owner', 'clara', '--grant-type', 'authorization-code'], /needs a redirect URI/],
    [['--owner', 'clara', '--redirect-uri', 'http://x.example/'], /cannot be used/],
    [['--owner', 'clara', '--group', 'Guest'], /Groups are for the account of an application/],
    [['--owner', 'clara', '--grant-type', 'implicit'], /Allowed choices are password/],
    [
      [
        '--owner',
        'clara',
        '--client-type',
        'confidential',
        '--grant-type',
        'client-credentials',
        '--group',
        'Nobodies',
      ],
      /There is no group Nobodies/,
    ],
    [[], /--owner/],
  ])('refuses %j, and registers nothing', async (words, expected) => {
    const before = await service.rows('select count(*)::text from oauth_application');
    const { code, error } = await service.run('application', 'create', 'Bad', ...words);
    expect(error).toMatch(expected);
    expect(error).not.toContain('    at ');
    expect(code).toBe(1);
    expect(await service.rows('select count(*)::text from oauth_application')).toEqual(before);
  });
});
