import { createHmac } from 'node:crypto';

import { Sha256 } from '@smithy/core/checksum';
import { createScope, getSigningKey } from '@smithy/signature-v4';

import { bucketUrl, readCredentials, type BucketOptions } from './bucket-signer.ts';
import { writePolicy, type UploadForm, type UploadTerms } from './upload-form.ts';

/**
 * Signs a form with which a client sends an object to a bucket. The client of AWS does the same, but would make up a third of a bundle. A test
 * compares both.
 * Source: Amazon S3, browser-based uploads with POST.
 */
export async function createBucketForm(
  options: BucketOptions,
  terms: UploadTerms,
): Promise<UploadForm> {
  const { bucket, region } = options;
  const credentials = await readCredentials(options);
  const now = new Date();
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const fields = {
    'Content-Type': terms.contentType,
    bucket,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${credentials.accessKeyId}/${createScope(day, region, 's3')}`,
    'X-Amz-Date': time,
    ...(credentials.sessionToken === undefined
      ? {}
      : { 'X-Amz-Security-Token': credentials.sessionToken }),
    key: terms.key,
  };
  const policy = writePolicy(terms, fields, new Date(now.getTime() + terms.validSeconds * 1000));
  const signingKey = await getSigningKey(Sha256, credentials, day, region, 's3');
  const signature = createHmac('sha256', signingKey).update(policy).digest('hex');
  return {
    url: bucketUrl(options).href,
    fields: { ...fields, Policy: policy, 'X-Amz-Signature': signature },
  };
}
