import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';

import * as z from 'zod';

/** Where the local stand-in for AWS Secrets Manager keeps its secrets: texts by their ARN. */
export type SecretStore = {
  readonly read: (secretId: string) => Promise<string | undefined>;
  readonly write: (secretId: string, text: string) => Promise<void>;
};

/** Secrets that end with the process. */
export function createMemorySecretStore(): SecretStore {
  const secrets = new Map<string, string>();
  return {
    read: async (secretId) => secrets.get(secretId),
    write: async (secretId, text) => void secrets.set(secretId, text),
  };
}

/** Anything else that keeps the file from being read must not pass for no secrets: the next one written would be the only one. */
function emptyWhereAbsent(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}';
  throw error;
}

const content = z.record(z.string(), z.string());

/** Secrets in a file of the data folder that only its owner may read. */
export function createFileSecretStore(file: string): SecretStore {
  const readAll = async (): Promise<Readonly<Record<string, string>>> => {
    const text = await readFile(file, 'utf8').catch(emptyWhereAbsent);
    return content.parse(JSON.parse(text));
  };
  return {
    read: async (secretId) => (await readAll())[secretId],
    write: async (secretId, text) => {
      const unfinished = `${file}.${randomUUID()}`;
      const all = { ...(await readAll()), [secretId]: text };
      await writeFile(unfinished, JSON.stringify(all), { mode: 0o600 });
      // The mode given to writeFile is cut by the umask, never widened; a stricter one is not wanted either.
      await chmod(unfinished, 0o600);
      await rename(unfinished, file);
    },
  };
}
