import { describe, expect, it } from 'vitest';

import { readSourceApplication } from '../../../../../../infra/cli/import/database/applications/source-application.ts';

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

  it.each(['public', 'confidential'])(
    'is kept if it is %s and has an authorization code, but gets no tokens',
    (client_type) => {
      expect(read({ client_type, authorization_grant_type: 'authorization-code' })).toMatchObject({
        kind: 'application',
        getsTokens: false,
      });
    },
  );

  it.each([
    ['public', 'password'],
    ['confidential', 'client-credentials'],
  ])('that is %s gets tokens by %s', (client_type, authorization_grant_type) => {
    expect(read({ client_type, authorization_grant_type })).toMatchObject({
      kind: 'application',
      getsTokens: true,
    });
  });
});
