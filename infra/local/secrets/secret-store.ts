import { readFile } from 'node:fs/promises';

import * as z from 'zod';

import { replaceFile } from '../replace-file.ts';
import { errorCode } from '../../../lib/errors.ts';

/** The secrets of the emulated AWS Secrets Manager: texts by ARN. */
export type SecretStore = {
  readonly read: (secretId: string) => Promise<string | undefined>;
  readonly write: (secretId: string, text: string) => Promise<void>;
};

/** Creates a store that keeps secrets in memory. */
export function createMemorySecretStore(): SecretStore {
  const secrets = new Map<string, string>();
  return {
    read: async (secretId) => secrets.get(secretId),
    write: async (secretId, text) => void secrets.set(secretId, text),
  };
}

// Only a missing file counts as an empty store. If any other error did too, the next write would delete all secrets.
function emptyIfMissing(error: unknown): string {
  if (errorCode(error) === 'ENOENT') return '{}';
  throw error;
}

const secretsFileSchema = z.record(z.string(), z.string());

/** Creates a store that keeps secrets in a file, which only the user may read. */
export function createFileSecretStore(file: string): SecretStore {
  const readAll = async (): Promise<Readonly<Record<string, string>>> => {
    const text = await readFile(file, 'utf8').catch(emptyIfMissing);
    return secretsFileSchema.parse(JSON.parse(text));
  };
  return {
    read: async (secretId) => (await readAll())[secretId],
    write: async (secretId, text) => {
      const secrets = { ...(await readAll()), [secretId]: text };
      await replaceFile(file, JSON.stringify(secrets), 0o600);
    },
  };
}
