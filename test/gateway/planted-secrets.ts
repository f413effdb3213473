import { gunzipSync } from 'node:zlib';

/** What no answer may contain: private keys, hashes of passwords and client secrets, and what a test adds. */
const planted = new Set<string>();

/** Adds texts that no answer of this process may contain from now on. Short texts are ignored. */
export function plantSecrets(texts: Iterable<string>): void {
  for (const text of texts) {
    if (text.length > 8) planted.add(text);
  }
}

/** Hashes of passwords have these beginnings, whoever has stored them. */
const hashShapes = /\$argon2id?\$v=|pbkdf2_sha256\$\d|scrypt\$\d+\$/;

/** Describes the secrets in an answer. @param bytes as they were sent */
export function secretProblems(
  headers: Iterable<readonly [name: string, value: string]>,
  bytes: Uint8Array,
): readonly string[] {
  const fields = [...headers];
  const isPacked = fields.some(
    ([name, value]) => name.toLowerCase() === 'content-encoding' && value === 'gzip',
  );
  const body = Buffer.from(isPacked && bytes.length > 0 ? gunzipSync(bytes) : bytes).toString();
  const text = `${fields.flat().join('\n')}\n${body}`;
  const found = [...planted].filter((secret) => text.includes(secret));
  const [hash] = hashShapes.exec(text) ?? [];
  return [...found, ...(hash === undefined ? [] : [hash])].map(
    (secret) => `the answer contains the secret ${secret.slice(0, 12)}…`,
  );
}
