import { describe, expect, it } from 'vitest';

import { formatSummary } from '../../../../../infra/cli/import/import-summary.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { importDocuments, readAccount, useWorkshop, workshop } from './accounts-workshop.ts';
import { djangoDump, group, user } from './django-dump.ts';
import { fingerprint } from '../importing.ts';

useWorkshop();

describe('an import of accounts into a database with accounts', () => {
  it('changes nothing when it is repeated, and reports no changes', async () => {
    await importDocuments([djangoDump()]);
    const before = await fingerprint(workshop.stack.owner);
    const { imported, problems } = await importDocuments([djangoDump()]);
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
    expect(problems).toEqual([]);
    expect(formatSummary([imported, imported.groups])).toEqual([
      'Accounts: 3 read; 0 new, 0 changed, 3 unchanged, 0 left out',
      'Stored accounts and their passwords were not changed.',
      'Groups: 2 read; 0 new',
      'Changes: 0',
    ]);
  });

  it('keeps the password, memberships and flags that were changed after the first import', async () => {
    await importDocuments([djangoDump()]);
    await workshop.rows(
      `update account set password_hash = 'changed', is_active = false, is_administrator = false where username in ('root', 'vera') returning 1`,
    );
    await workshop.rows('delete from group_member returning 1');
    const before = await fingerprint(workshop.stack.owner);
    await importDocuments([djangoDump()]);
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
  });

  it('sets the password of an account without a password', async () => {
    await importDocuments([
      [user(50, 'vera', { password: '!' }), user(60, 'otto', { password: '!' })],
    ]);
    const { imported } = await importDocuments([djangoDump().slice(-2)]);
    expect(imported).toMatchObject({ created: 1, updated: 1 });
    expect(await readAccount('vera')).toEqual([50, true, false, true, null]);
  });

  it('sets no password for the account of an application', async () => {
    await workshop.rows(
      `insert into account (account_id, username, is_application) values (50, 'vera', true) returning 1`,
    );
    const { imported } = await importDocuments([djangoDump()]);
    expect(imported).toMatchObject({ updated: 0, unchanged: 1 });
    expect((await readAccount('vera'))?.[3]).toBe(false);
  });

  it('leaves out only the accounts whose id, username or e-mail address is taken', async () => {
    await importDocuments([
      [
        { id: 10, username: 'anna', email: 'Anna@example.org' },
        { id: 11, username: 'bert' },
      ],
    ]);
    const { problems, imported } = await importDocuments([
      [
        { id: 10, username: 'otto' },
        { id: 12, username: 'bert' },
        { id: 13, username: 'clara', email: 'anna@EXAMPLE.org' },
        { id: 14, username: 'dora', email: 'dora@example.org' },
        { id: 15, username: 'dora' },
        { id: 14, username: 'emil' },
        { id: 16, username: 'fritz', email: 'DORA@example.org' },
        { username: 'gerd' },
      ],
    ]);
    expect(problems).toEqual([
      ['error', 'id_taken', 'otto', '/0'],
      ['error', 'username_taken', 'bert', '/1'],
      ['error', 'email_taken', 'clara', '/2'],
      ['error', 'duplicate_account', 'dora', '/4'],
      ['error', 'id_taken', 'emil', '/5'],
      ['error', 'email_taken', 'fritz', '/6'],
    ]);
    expect(imported).toMatchObject({ created: 2, leftOut: 6 });
  });

  it('stores names and e-mail addresses in composed form, and compares them in that form', async () => {
    const composed = 'Ren\u00e9';
    const decomposed = 'Rene\u0301';
    const { problems } = await importDocuments([
      [
        user(20, decomposed, { email: `${decomposed}@example.org` }),
        user(21, composed),
        user(22, 'otto', { email: `${composed}@example.org` }),
      ],
    ]);
    expect(problems).toEqual([
      ['error', 'duplicate_account', composed, '/1'],
      ['error', 'email_taken', 'otto', '/2'],
    ]);
    expect(await workshop.rows('select username, email from account')).toEqual([
      [composed, `${composed}@example.org`],
    ]);
    const repeated = await importDocuments([[{ username: decomposed }]]);
    expect(repeated.imported).toMatchObject({ created: 0, unchanged: 1 });
  });

  it('refuses usernames that are reserved for the accounts of applications', async () => {
    const { problems, imported } = await importDocuments([
      [user(30, 'application x'), { username: 'application y' }, user(31, 'applications')],
    ]);
    expect(problems).toEqual([
      ['error', 'reserved_username', 'application x', '/0'],
      ['error', 'reserved_username', 'application y', '/1'],
    ]);
    expect(imported).toMatchObject({ created: 1, leftOut: 2 });
  });

  it('gives later accounts and groups ids above the ids of the import', async () => {
    await importDocuments([[group(90, 'Surveyors'), user(700, 'otto')]]);
    await importDocuments([[group(80, 'Divers'), user(600, 'anna')]]);
    const insertNext = async (table: string, name: string): Promise<number> => {
      const [row] = await workshop.stack.dataApi.write(
        rawSql(`insert into ${table} (${name}) values ('next') returning ${table}_id`),
      );
      return Number(row?.[0]);
    };
    expect(await insertNext('account', 'username')).toBe(701);
    expect(await insertNext('account_group', 'name')).toBe(91);
  });
});
