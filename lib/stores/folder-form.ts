import { createHmac } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import { readLinkSecret } from './signed-link.ts';
import { writePolicy, type UploadForm, type UploadTerms } from './upload-form.ts';

/** As in the lifecycle rule of the bucket. */
const maxAgeMilliseconds = 86_400_000;

/** Signs the policy of a form in base64. */
export const signPolicy = (policy: string, secret: Buffer): string =>
  createHmac('sha256', secret).update(policy).digest('hex');

/**
 * Signs a form with which a client sends a file into a folder, in place of a bucket. Files that were sent earlier, and still wait after a day, are
 * deleted.
 * @param links the address of the folder, without a slash at the end
 */
export async function createFolderForm(
  folder: string,
  links: string | undefined,
  terms: UploadTerms,
): Promise<UploadForm> {
  if (links === undefined) throw new Error('A folder has no address outside of npm start.');
  await removeOldFiles(path.join(folder, path.dirname(terms.key)));
  const fields = { 'Content-Type': terms.contentType, key: terms.key };
  const expiresAt = new Date(Date.now() + terms.validSeconds * 1000);
  const policy = writePolicy(terms, fields, expiresAt);
  const signature = signPolicy(policy, await readLinkSecret(folder));
  return { url: links, fields: { ...fields, Policy: policy, 'X-Amz-Signature': signature } };
}

async function removeOldFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > maxAgeMilliseconds) await rm(file, { force: true });
  }
}
