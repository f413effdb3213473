import { gunzipSync } from 'node:zlib';

/** Texts that no answer may contain: private keys, hashes of passwords and client secrets, and texts that a test adds. */
const plantedSecrets = new Set<string>();

/** Adds texts that no answer of this process may contain from now on. Short texts are ignored. */
export function plantSecrets(texts: Iterable<string>): void {
  for (const text of texts) {
    if (text.length > 8) plantedSecrets.add(text);
  }
}

/** The beginnings of password hashes, to find hashes that no test has planted. */
const hashShapes = /\$argon2id?\$v=|pbkdf2_sha256\$\d|scrypt\$\d+\$/;

/** Describes the secrets in an answer. @param bytes as they were sent */
export function secretProblems(
  headers: Iterable<readonly [name: string, value: string]>,
  bytes: Uint8Array,
): readonly string[] {
  const fields = [...headers];
  const isCompressed = fields.some(
    ([name, value]) => name.toLowerCase() === 'content-encoding' && value === 'gzip',
  );
  const body = Buffer.from(isCompressed && bytes.length > 0 ? gunzipSync(bytes) : bytes).toString();
  const text = `${fields.flat().join('\n')}\n${body}`;
  const foundSecrets = [...plantedSecrets].filter((secret) => text.includes(secret));
  const [hash] = hashShapes.exec(text) ?? [];
  return [...foundSecrets, ...(hash === undefined ? [] : [hash])].map(
    (secret) => `the answer contains the secret ${secret.slice(0, 12)}…`,
  );
}
