import { CreateBucketCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createBucketStore } from '../../../lib/exports/bucket-store.ts';
import { defaultMinPartBytes } from '../../../lib/exports/export-context.ts';
import { openMoto } from '../../support/moto.ts';
import { fakeFeatures } from './fake-features.ts';
import { openExportWorkshop, type ExportWorkshop } from './workshop.ts';

const moto = await openMoto();
const place = {
  region: 'eu-west-1',
  endpoint: moto?.url ?? '',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
};
const store = createBucketStore({ ...place, bucket: 'exports' });
const client = new S3Client({
  ...place,
  forcePathStyle: true,
  responseChecksumValidation: 'WHEN_REQUIRED',
});

let shop: ExportWorkshop;

beforeAll(async () => {
  shop = await openExportWorkshop();
});

afterAll(async () => {
  await moto?.close();
  await shop?.close();
});

/** Thirty features of a megabyte, which fill two parts and some of a third. */
const pieces = 30;
const characters = 1_000_000;
const whole = fakeFeatures({ pieces, characters });

describe('the parts of an export', () => {
  it('are at least as large as S3 wants them, but for the last', async () => {
    await shop.newJob('large');
    await shop.made('large', { readFeatures: whole, minPartBytes: defaultMinPartBytes });
    const { parts } = await shop.manifest('large');
    expect(parts.length).toBeGreaterThan(2);
    for (const { bytes } of parts.slice(0, -1)) expect(bytes).toBeGreaterThan(5 * 1024 * 1024);
  });
});

describe.skipIf(moto === undefined)('an export in a bucket, held against moto', () => {
  async function stored(key: string): Promise<Buffer> {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: 'exports', Key: key }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  }

  it('breaks off, goes on in another process, and is the same byte for byte as in a folder', async () => {
    await client.send(
      new CreateBucketCommand({
        Bucket: 'exports',
        CreateBucketConfiguration: { LocationConstraint: 'eu-west-1' },
      }),
    );
    await shop.newJob('large');
    await shop.made('large', { readFeatures: whole, minPartBytes: defaultMinPartBytes });
    await shop.newJob('in-bucket');
    const onPiece = (piece: number): void => {
      if (piece === 20) throw new Error('The lights went out.');
    };
    const read = fakeFeatures({ pieces, characters, onPiece });
    const broken = await shop.made('in-bucket', {
      store,
      readFeatures: read,
      minPartBytes: defaultMinPartBytes,
    });
    expect(broken?.state).toBe('broken off');
    await expect(stored('in-bucket/latest.geojson.gz')).rejects.toThrow(/does not exist/);
    const outcome = await shop.made('in-bucket', {
      store,
      readFeatures: whole,
      minPartBytes: defaultMinPartBytes,
    });
    expect(outcome).toMatchObject({ state: 'finished', features: pieces });
    const latest = await stored('in-bucket/latest.geojson.gz');
    expect(gunzipSync(latest).toString('utf8') === (await shop.text('large'))).toBe(true);
    const manifest = JSON.parse((await stored('in-bucket/latest.json')).toString('utf8'));
    expect((await stored(`in-bucket/${manifest.file}`)).equals(latest)).toBe(true);
    expect(manifest.bytes).toBe(latest.length);
  });
});
