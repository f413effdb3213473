import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createFileSecretStore } from '../../../../infra/local/secrets/secret-store.ts';
import { createSecrets, type Secrets } from '../../../../lib/secrets/client.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';

let stack: TestStack;
let folder: string;
let file: string;
let secrets: Secrets;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'secrets-'));
  file = path.join(folder, 'secrets.json');
  stack = await openTestStack({ content: 'bare', secrets: createFileSecretStore(file) });
  secrets = createSecrets({
    region: 'eu-west-1',
    endpoint: stack.server.url,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
});

afterAll(async () => {
  await stack?.close();
  await rm(folder, { recursive: true });
});

describe('the emulation of AWS Secrets Manager, called by the real AWS client', () => {
  it('has no secret before a text is written to it', async () => {
    expect(await secrets.read('arn:one')).toBeUndefined();
  });

  it('returns the text that was written last to a secret', async () => {
    await secrets.write('arn:one', 'first');
    await secrets.write('arn:two', 'other');
    await secrets.write('arn:one', '{"kty":"EC"}');
    expect([await secrets.read('arn:one'), await secrets.read('arn:two')]).toEqual([
      '{"kty":"EC"}',
      'other',
    ]);
  });

  it('stores secrets in a file that only its owner may read', async () => {
    await secrets.write('arn:one', 'kept');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await createFileSecretStore(file).read('arn:one')).toBe('kept');
  });

  it('fails if it cannot read the file, instead of starting without secrets', async () => {
    const unreadable = path.join(folder, 'unreadable');
    await mkdir(unreadable);
    const store = createFileSecretStore(unreadable);
    await expect(store.read('arn:one')).rejects.toThrow('EISDIR');
    await expect(store.write('arn:one', 'new')).rejects.toThrow(
      'illegal operation on a directory, read',
    );
  });

  it('refuses a request that is not signed for Secrets Manager', async () => {
    const response = await fetch(stack.server.url, {
      method: 'POST',
      headers: { 'x-amz-target': 'secretsmanager.GetSecretValue' },
      body: '{"SecretId":"arn:one"}',
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { __type: 'AccessDeniedException' },
    ]);
  });
});
