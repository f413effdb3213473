import { describe, expect, it } from 'vitest';

import { readSourceApplication } from '../../../../../../infra/cli/import/database/applications/source-application.ts';

import {
  argon2Hashes,
  pbkdf2Hashes,
  scryptHashes,
} from '../../../../../lib/identity/passwords/hashes.ts';

const row = {
  id: '1',
  name: 'Survey',
  client_id: 'survey',
  client_secret: 'x'.repeat(128),
  client_type: 'confidential',
  authorization_grant_type: 'client-credentials',
  redirect_uris: 'https://example.org/signed-in',
  user_id: '4',
};

const read = (changes: Partial<typeof row>) =>
  readSourceApplication({ ...row, ...changes }, new Map([[4, 4]]));

describe('an application of another platform', () => {
  it('is left out if it is confidential and has the password grant, with the advice to make it public', () => {
    expect(read({ authorization_grant_type: 'password' })).toEqual({
      kind: 'refused',
      reason: expect.stringContaining('--client-type public'),
    });
  });

  it.each([
    ['PBKDF2', pbkdf2Hashes],
    ['Argon2', argon2Hashes],
    ['scrypt', scryptHashes],
  ])('keeps a secret that is stored as a hash by %s', (_, [hash]) => {
    const client_secret = hash?.storedHash ?? '';
    expect(read({ client_secret })).toMatchObject({
      kind: 'application',
      secretHash: client_secret,
    });
  });

  it.each([
    ['is of another kind', 'bcrypt_sha256$$2b$12$abcdefghijklmnopqrstuv'],
    ['is damaged', 'pbkdf2_sha256$600000$abc$def'],
    ['is too costly', `pbkdf2_sha256$99999999$abc$${Buffer.alloc(32).toString('base64')}`],
  ])('is left out if the hash of its secret %s', (_, client_secret) => {
    expect(read({ client_secret })).toEqual({
      kind: 'refused',
      reason: expect.stringContaining('with a new secret'),
    });
  });

  it.each([
    ['public', 'password'],
    ['public', 'authorization-code'],
    ['confidential', 'client-credentials'],
    ['confidential', 'authorization-code'],
  ])('is kept if it is %s and gets tokens by %s', (client_type, authorization_grant_type) => {
    expect(read({ client_type, authorization_grant_type })).toMatchObject({
      kind: 'application',
      details: { clientType: client_type, grantType: authorization_grant_type },
    });
  });
});
