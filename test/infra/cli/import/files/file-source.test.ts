import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openFileSource } from '../../../../../infra/cli/import/files/file-source.ts';
import { openMoto } from '../../../../support/moto.ts';

// An answer lists two objects, so that a few are several answers.
process.env['MOTO_S3_DEFAULT_MAX_KEYS'] = '2';
const moto = await openMoto();
const access = { region: 'eu-west-1', s3Endpoint: moto?.url };

const keys = ['old/files/1.jpg', 'old/files/2.jpg', 'old/files/3.jpg', 'other/elsewhere.jpg'];

describe.skipIf(moto === undefined)(
  'the files of an instance in a bucket, tested with moto',
  () => {
    beforeAll(async () => {
      Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
      const client = new S3Client({
        region: access.region,
        endpoint: moto?.url ?? '',
        forcePathStyle: true,
      });
      await client.send(
        new CreateBucketCommand({
          Bucket: 'uploads',
          CreateBucketConfiguration: { LocationConstraint: 'eu-west-1' },
        }),
      );
      for (const Key of keys)
        await client.send(new PutObjectCommand({ Bucket: 'uploads', Key, Body: 'image' }));
      client.destroy();
    });

    afterAll(async () => moto?.close());

    it.each(['s3://uploads/old', 's3://uploads/old/'])(
      'are found below a prefix, also those of later answers: %s',
      async (location) => {
        const source = await openFileSource(location, access);
        const names = ['files/1.jpg', 'files/2.jpg', 'files/3.jpg', 'files/4.jpg', 'elsewhere.jpg'];
        const sizes = await Promise.all(
          names.map(async (name) => (await source.find(name))?.bytes),
        );
        expect(sizes).toEqual([5, 5, 5, undefined, undefined]);
      },
    );

    it('are found in the whole bucket', async () => {
      const source = await openFileSource('s3://uploads', access);
      const file = await source.find('other/elsewhere.jpg');
      expect(file?.bytes).toBe(5);
      expect(await source.find('elsewhere.jpg')).toBeUndefined();
    });

    it('are an error that names the bucket, if it cannot be listed', async () => {
      await expect(openFileSource('s3://missing/old', access)).rejects.toMatchObject({
        code: 'no_files',
        message: expect.stringContaining('The files in s3://missing/old/ cannot be listed: '),
      });
    });
  },
);
