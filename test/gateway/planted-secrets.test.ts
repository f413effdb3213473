import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { plantSecrets, secretProblems } from './planted-secrets.ts';

describe('a planted secret', () => {
  const secret = 'planted-4f1c9a';
  plantSecrets([secret, 'short']);

  it.each([
    ['in the body', [], `{"a":"${secret}"}`],
    ['in a compressed body', [['Content-Encoding', 'gzip']], gzipSync(`{"a":"${secret}"}`)],
    ['in a header', [['Link', `<https://a.test/${secret}>`]], ''],
    ['if it is the hash of a password', [], '{"a":"$argon2id$v=19$m=1,t=1,p=1$a$b"}'],
  ] as const)('is found %s', (_, headers, body) => {
    expect(secretProblems(headers, Buffer.from(body))).toEqual([
      expect.stringContaining('the answer contains the secret'),
    ]);
  });

  it('is not found in other answers', () => {
    expect(secretProblems([['ETag', '"short"']], Buffer.from('{"a":"planted"}'))).toEqual([]);
  });
});
