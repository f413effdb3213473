import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { verifyPassword } from '../../../../lib/identity/passwords/verify.ts';
import { openCommandLineService, type CommandLineService } from '../beside-service.ts';

const password = 'correct horse battery';

let service: CommandLineService;

beforeAll(async () => {
  service = await openCommandLineService();
});

afterAll(async () => service.close());

const readPasswordHash = async (username: string): Promise<string | null> => {
  const [row] = await service.rows(
    `select password_hash from account where username = '${username}'`,
  );
  return row?.[0] === null ? null : String(row?.[0]);
};

/** Signs an account in twice: with tokens, and in a browser. */
const signIn = async (username: string): Promise<void> => {
  await service.stack.dataApi.write({
    text: `with family as (
  insert into token_family (account_id, scope, expires_at)
  select a.account_id, '{}', now() + interval '1 day'
  from account a
  where a.username = '${username}'
)
insert into browser_session (session_hash, account_id, expires_at)
select 'session of ${username}', a.account_id, now() + interval '1 day'
from account a
where a.username = '${username}'`,
    parameters: [],
  });
};

/** Counts the token families of an account that are not revoked, and its browser sessions. */
const countSignIns = async (username: string): Promise<readonly unknown[] | undefined> => {
  const [row] = await service.rows(`select
  (select count(*) from token_family f where f.account_id = a.account_id and f.revoked_at is null)::text,
  (select count(*) from browser_session s where s.account_id = a.account_id)::text
from account a
where a.username = '${username}'`);
  return row;
};

describe('hds account', () => {
  it('creates an account whose password is the first line of standard input', async () => {
    const { code, out, error } = await service.runWithInput(
      password,
      'account',
      'create',
      'anna',
      '--email',
      'anna@example.org',
      '--first-name',
      'Anna',
      '--group',
      'Resource Editor',
      '--group',
      'Guest',
    );
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toMatch(/^Account anna was created \(id \d+\)\.$/m);
    expect(out).toContain('By default of Guest, Resource Editor it may: read, write, delete');
    expect(out).not.toContain(password);
    expect(await verifyPassword(password, await readPasswordHash('anna'))).toBe('right');
  });

  it('reports that an account without a group has no rights, and how to change that', async () => {
    const { code, out } = await service.run('account', 'create', 'bert', '--no-password');
    expect(out).toContain('may do nothing yet');
    expect(out).toContain("hds group add 'Resource Editor' bert");
    expect(out).toContain('hds account password bert');
    expect(code).toBe(0);
    expect(await readPasswordHash('bert')).toBeNull();
  });

  it('creates an administrator, who has all rights', async () => {
    const { out } = await service.runWithInput(
      password,
      'account',
      'create',
      'clara',
      '--administrator',
    );
    expect(out).toContain('It may do everything.');
  });

  it('reports all errors in a new account at once, and does not create it', async () => {
    const { code, error } = await service.runWithInput(
      'short',
      'account',
      'create',
      'a\u0007b'.repeat(60),
      '--email',
      'nowhere',
      '--group',
      'Nobodies',
    );
    expect(code).toBe(1);
    for (const problem of [
      /control character/,
      /longer than 150 characters/,
      /"nowhere" is not an e-mail address/,
      /There is no group Nobodies\. There are: .*Guest/,
      /at least 12 characters/,
    ])
      expect(error).toMatch(problem);
    expect(error).not.toContain('    at ');
  });

  it.each([
    [['anna'], /There is an account anna already/],
    [['otto', '--email', 'ANNA@example.org'], /address ANNA@example.org is that of account anna/],
    [['anonymous'], /anonymous stands for callers without a token/],
    [[' '], /username is empty/],
  ])('refuses to create %j', async (words, expected) => {
    const { code, error } = await service.runWithInput(password, 'account', 'create', ...words);
    expect(error).toMatch(expected);
    expect(code).toBe(1);
  });

  it('refuses usernames that are reserved for the accounts of applications', async () => {
    const { code, error } = await service.run(
      'account',
      'create',
      'application x',
      '--no-password',
    );
    expect(error).toContain('begin with "application " are for the accounts of applications');
    expect(code).toBe(1);
    expect(await service.rows(`select 1 from account where username = 'application x'`)).toEqual(
      [],
    );
  });

  it('creates an account only with a password or with --no-password', async () => {
    const { code, error } = await service.run('account', 'create', 'otto');
    expect(error).toContain('No password came on standard input');
    expect(code).toBe(1);
    expect(await service.rows(`select 1 from account where username = 'otto'`)).toEqual([]);
  });

  it('sets a new password, and ends all sessions and tokens of the account', async () => {
    await signIn('anna');
    await signIn('clara');
    const { out } = await service.runWithInput(
      'another good password',
      'account',
      'password',
      'anna',
    );
    expect(out).toContain('Ended: 1 sign-in with tokens, 1 browser session.');
    expect(await verifyPassword('another good password', await readPasswordHash('anna'))).toBe(
      'right',
    );
    expect(await countSignIns('anna')).toEqual(['0', '0']);
    expect(await countSignIns('clara')).toEqual(['1', '1']);
  });

  it('refuses a weak new password, and keeps the old password', async () => {
    const { code, error } = await service.runWithInput('weak', 'account', 'password', 'clara');
    expect(error).toContain('at least 12 characters');
    expect(code).toBe(1);
    expect(await verifyPassword(password, await readPasswordHash('clara'))).toBe('right');
    expect(await countSignIns('clara')).toEqual(['1', '1']);
  });

  it('deactivates an account, ends its sessions and tokens, and activates it again', async () => {
    const { out } = await service.run('account', 'deactivate', 'clara');
    expect(out).toContain('clara is deactivated');
    expect(await countSignIns('clara')).toEqual(['0', '0']);
    expect(await service.outputOf('account', 'list')).toMatch(
      /^clara .*: deactivated; administrator/m,
    );
    expect(await service.outputOf('account', 'activate', 'clara')).toContain('clara is active');
    expect(await countSignIns('clara')).toEqual(['0', '0']);
  });

  it('lists accounts with their groups and flags', async () => {
    const lines = (await service.outputOf('account', 'list')).split('\n');
    expect(lines[0]).toMatch(
      /^anna \(\d+, anna@example\.org\): active; in Guest, Resource Editor; has a password; never signed in$/,
    );
    expect(lines[1]).toMatch(/^bert \(\d+\): active; in no group; no password; never signed in$/);
  });

  it.each(['password', 'deactivate', 'activate'])(
    'lists the accounts if %s gets an unknown username',
    async (command) => {
      const { code, error } = await service.runWithInput(password, 'account', command, 'nobody');
      expect(error).toContain('There is no account nobody. There are: anna, bert, clara.');
      expect(code).toBe(1);
    },
  );
});

describe('a name with diacritics in composed or decomposed form', () => {
  const composed = 'Ren\u00e9';
  const decomposed = 'Rene\u0301';

  it('is stored in composed form, and so is the e-mail address', async () => {
    const { code } = await service.runWithInput(
      password,
      'account',
      'create',
      decomposed,
      '--email',
      `${decomposed}@example.org`,
    );
    expect(code).toBe(0);
    expect(
      await service.rows(`select username, email from account where username = '${composed}'`),
    ).toEqual([[composed, `${composed}@example.org`]]);
  });

  it('is refused in either form if an account has it already', async () => {
    for (const name of [composed, decomposed]) {
      const { error } = await service.run('account', 'create', name, '--no-password');
      expect(error).toContain('already');
    }
  });

  it.each(['deactivate', 'activate', 'password'])(
    'is found in decomposed form by hds account %s',
    async (command) => {
      const { code, error } = await service.runWithInput(password, 'account', command, decomposed);
      expect({ code, error }).toEqual({ code: 0, error: '' });
    },
  );

  it('is found in decomposed form as the owner of an application', async () => {
    expect(
      await service.outputOf('application', 'create', 'Survey', '--owner', decomposed),
    ).toContain('Application Survey was registered.');
  });
});
