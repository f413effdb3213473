import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { formatSummary } from '../../../../../infra/cli/import/import-summary.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { verifyPassword } from '../../../../../lib/identity/passwords/verify.ts';
import {
  importDocuments,
  importFiles,
  readAccount,
  useWorkshop,
  workshop,
} from './accounts-workshop.ts';
import { djangoDump, group, pbkdf2Hash, user } from './django-dump.ts';
import { fingerprint } from '../importing.ts';

useWorkshop();

describe('importing a Django export', () => {
  it('keeps ids, flags, memberships and passwords', async () => {
    const { imported, problems } = await importDocuments([djangoDump()]);
    expect(problems).toEqual([]);
    expect(imported).toMatchObject({
      created: 3,
      groups: { created: 1 },
      leftOut: 0,
      unchanged: 0,
    });
    expect(await readAccount('root')).toEqual([
      1,
      true,
      true,
      true,
      'Graph Editor, Resource Editor',
    ]);
    expect(await readAccount('vera')).toEqual([50, true, false, true, 'Guest, Surveyors']);
    expect(await readAccount('gone')).toEqual([51, false, false, false, null]);
    const [row] = await workshop.rows(
      `select password_hash, email, first_name, last_name from account where username = 'vera'`,
    );
    expect(await verifyPassword('lètmein', String(row?.[0]))).toBe('right');
    expect(row?.slice(1)).toEqual(['vera@example.org', 'Vera', 'Vogel']);
    const joinDates = await workshop.rows(
      "select distinct created_at = '2019-05-01T10:00:00Z' from account where account_id in (1, 50, 51)",
    );
    expect(joinDates).toEqual([[true]]);
  });

  it('is recorded as one row with counts, unless nothing is new', async () => {
    await workshop.stack.owner.write(rawSql('truncate access_change'));
    await importDocuments([djangoDump()]);
    await importDocuments([djangoDump()]);
    expect(
      await workshop.rows('select event, target, before, after::text from access_change'),
    ).toEqual([
      [
        'accounts-imported',
        'accounts-0.json',
        null,
        '{"groups": 1, "accounts": 3, "passwords": 0, "administrators": ["root"]}',
      ],
    ]);
  });

  it('lists the new accounts that are administrators', async () => {
    const { imported } = await importDocuments([
      [user(60, 'sam', { groups: [['System Administrator']] }), ...djangoDump()],
    ]);
    expect(formatSummary([imported, imported.groups])).toContain('New administrators: sam, root');
  });

  it('reads records grouped by model, a gzip file, and several files as one export', async () => {
    const [users, groups] = [
      djangoDump().filter(({ model }) => model === 'auth.user'),
      djangoDump().filter(({ model }) => model === 'auth.group'),
    ];
    const packed = path.join(workshop.folder, 'users.json.gz');
    await writeFile(packed, gzipSync(JSON.stringify(users)));
    const { imported, problems } = await importFiles([
      packed,
      await workshop.file('groups.json', {
        'auth.group': groups.map(({ pk, fields }) => ({ pk, fields })),
      }),
    ]);
    expect(problems).toEqual([]);
    expect(imported.created).toBe(3);
    expect(await readAccount('vera')).toEqual([50, true, false, true, 'Guest, Surveyors']);
  });

  it('accepts the natural keys of Django, and generates ids for records without ids', async () => {
    const { problems } = await importDocuments([
      [
        { model: 'auth.group', fields: { name: 'Surveyors', permissions: [] } },
        { model: 'auth.user', fields: { username: 'nat', groups: [['Surveyors'], ['Guest']] } },
      ],
    ]);
    expect(problems).toEqual([]);
    expect(await readAccount('nat')).toEqual([1, true, false, false, 'Guest, Surveyors']);
  });

  it('leaves out the account anonymous, which corresponds to the group Guest', async () => {
    const { imported, problems } = await importDocuments([
      [user(2, 'anonymous', { groups: [['Guest']] })],
    ]);
    expect(problems).toEqual([['warning', 'anonymous_account', 'anonymous', '/0']]);
    expect(imported).toMatchObject({ created: 0, leftOut: 1 });
    expect(await readAccount('anonymous')).toBeUndefined();
  });

  it('imports an account without a password if its hash has an unknown format, with a warning', async () => {
    const { problems, context } = await importDocuments([
      [user(5, 'old', { password: 'md5$salt$0123456789abcdef0123456789abcdef' })],
    ]);
    expect(problems).toEqual([['warning', 'unsupported_password', 'old', '/0']]);
    expect(context.problems[0]?.message).toContain('Account old is imported without a password');
    expect(context.problems[0]?.message).not.toContain('0123456789');
    expect(await readAccount('old')).toEqual([5, true, false, false, null]);
  });

  it('gives no warning for a password that Django marks as unusable', async () => {
    expect((await importDocuments([[user(5, 'quiet', { password: '!x' })]])).problems).toEqual([]);
  });

  it('warns about data that is not imported: permissions, other models, unknown groups', async () => {
    const { problems } = await importDocuments([
      [
        { model: 'auth.permission', pk: 1, fields: {} },
        group(40, 'Surveyors', [1]),
        user(5, 'otto', { groups: [40, 41], user_permissions: [1] }),
      ],
    ]);
    expect(problems).toEqual([
      ['warning', 'other_records', null, ''],
      ['warning', 'permissions_not_taken', 'Surveyors', '/1'],
      ['warning', 'unknown_group', 'otto', '/2'],
      ['warning', 'permissions_not_taken', 'otto', '/2'],
    ]);
    expect(await readAccount('otto')).toEqual([5, true, false, false, 'Surveyors']);
  });

  it('never reads a group id of the dump as the id of a group of this installation', async () => {
    await importDocuments([[user(5, 'otto', { groups: [7] })]]);
    expect(await readAccount('otto')).toEqual([5, true, false, false, null]);
  });
});

describe('importing groups', () => {
  it('matches groups by name, whatever id they have in the file', async () => {
    const { problems } = await importDocuments([
      [group(3, 'Resource Editor'), user(5, 'otto', { groups: [3] })],
    ]);
    expect(problems).toEqual([['warning', 'group_id_kept', 'Resource Editor', '/0']]);
    expect(await readAccount('otto')).toEqual([5, true, false, false, 'Resource Editor']);
  });

  it('gives a new group another id if its id in the file is taken', async () => {
    const { problems } = await importDocuments([
      [group(7, 'Surveyors'), user(5, 'otto', { groups: [7] })],
    ]);
    expect(problems).toEqual([['warning', 'group_id_changed', 'Surveyors', '/0']]);
    expect(await readAccount('otto')).toEqual([5, true, false, false, 'Surveyors']);
  });

  it('refuses a second group with the same id and another name', async () => {
    const { problems } = await importDocuments([[group(40, 'Surveyors'), group(40, 'Divers')]]);
    expect(problems).toEqual([['error', 'duplicate_group', 'Divers', '/1']]);
  });

  it('sets the permissions of a new group from a file in our own format, and keeps those of an existing group', async () => {
    await importDocuments([
      {
        groups: [
          { id: 30, name: 'Surveyors', permissions: ['read', 'history'], is_administrator: false },
          { name: 'Guest', permissions: ['read', 'write', 'delete'], is_administrator: true },
        ],
      },
    ]);
    const rows =
      await workshop.rows(`select account_group_id, can_read, can_write, can_read_history, is_administrator
from account_group
where name in ('Surveyors', 'Guest')
order by name`);
    expect(rows).toEqual([
      ['1', false, false, false, false],
      ['30', true, false, true, false],
    ]);
  });
});

describe('importing a file in our own format', () => {
  it('reads a list of accounts, or an object of accounts and groups', async () => {
    const anna = {
      id: 20,
      username: 'anna',
      email: 'anna@example.org',
      first_name: 'Anna',
      last_name: 'Arp',
      is_active: false,
      is_administrator: true,
      password_hash: pbkdf2Hash,
      date_joined: '2019-05-01T12:00:00+02:00',
      groups: ['Resource Editor', 1, 30],
    };
    const groups = [{ id: 30, name: 'Surveyors' }];
    const { problems } = await importDocuments([
      { accounts: [anna], groups },
      [{ username: 'bert' }],
    ]);
    expect(problems).toEqual([]);
    expect(await readAccount('anna')).toEqual([
      20,
      false,
      true,
      true,
      'Guest, Resource Editor, Surveyors',
    ]);
    expect(await readAccount('bert')).toEqual([21, true, false, false, null]);
  });

  it('refuses a record with an invalid shape, and imports the others', async () => {
    const { problems, imported } = await importDocuments([
      [
        { username: 'anna', password: 'in the clear' },
        { username: 'bert', id: -1 },
        { username: 'a\u0000b' },
        { username: ' ' },
        { id: 4 },
        { username: 'otto' },
      ],
    ]);
    expect(problems).toEqual([
      ['error', 'invalid_account', 'anna', '/0'],
      ['error', 'invalid_account', 'bert', '/1/id'],
      ['error', 'invalid_account', 'a\u0000b', '/2/username'],
      ['error', 'invalid_account', ' ', '/3'],
      ['error', 'invalid_account', null, '/4/username'],
    ]);
    expect(imported).toMatchObject({ created: 1, leftOut: 5 });
  });
});

describe('an import of accounts', () => {
  it('writes nothing in a dry run, and reports the same problems', async () => {
    const before = await fingerprint(workshop.stack.owner);
    const dump = [...djangoDump(), user(1, 'twin')];
    const dry = await importDocuments([dump], { dryRun: true });
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
    expect(dry.imported).toMatchObject({ administrators: ['root'] });
    const { imported, problems } = await importDocuments([dump]);
    expect(dry.imported).toEqual(imported);
    expect(dry.problems).toEqual(problems);
    expect(dry.problems).toEqual([['error', 'id_taken', 'twin', '/5']]);
  });

  it('stops at the first error and writes nothing if it is strict', async () => {
    const before = await fingerprint(workshop.stack.owner);
    const dump = [...djangoDump(), user(1, 'twin')];
    await expect(importDocuments([dump], { strict: true })).rejects.toMatchObject({
      code: 'import_stopped',
    });
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
  });

  it('imports more accounts than one request can contain', async () => {
    const manyAccounts = Array.from({ length: 2500 }, (_, index) => ({
      username: `user ${index}`,
      email: `user-${index}@example.org`,
      groups: ['Guest'],
    }));
    expect((await importDocuments([manyAccounts])).imported.created).toBe(2500);
    const [row] = await workshop.rows('select count(*)::text from group_member');
    expect(row).toEqual(['2500']);
    expect((await importDocuments([manyAccounts])).imported).toMatchObject({
      created: 0,
      unchanged: 2500,
    });
  });

  it.each([
    ['no_accounts', '{"business_data": []}'],
    ['no_accounts', '"accounts"'],
    ['malformed_json', '[{"username": "anna", "password_hash": "pbkdf2'],
  ])('reports a file that cannot be read: %s', async (code, content) => {
    const { problems, context } = await importFiles([
      await workshop.file('bad.json', content),
      path.join(workshop.folder, 'missing.json'),
    ]);
    expect(problems).toEqual([
      ['error', code, null, ''],
      ['error', 'unreadable_file', null, ''],
    ]);
    expect(context.problems[0]?.message).not.toContain('pbkdf2');
  });
});
