import { CreateBucketCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exportContent } from '../../../lib/model/exports/export-format.ts';
import { createBucketStore } from '../../../lib/stores/bucket-store.ts';
import { defaultMinPartBytes } from '../../../lib/exports/export-context.ts';
import { openMoto } from '../../support/moto.ts';
import { createFakeSource } from './fake-features.ts';
import { openExportWorkshop, type ExportWorkshop } from './workshop.ts';

const moto = await openMoto();
const s3Options = {
  region: 'eu-west-1',
  endpoint: moto?.url ?? '',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
};
const store = createBucketStore({
  ...s3Options,
  bucket: 'exports',
  contentOf: exportContent,
});
const client = new S3Client({
  ...s3Options,
  forcePathStyle: true,
  responseChecksumValidation: 'WHEN_REQUIRED',
});

let workshop: ExportWorkshop;

beforeAll(async () => {
  workshop = await openExportWorkshop();
});

afterAll(async () => {
  await moto?.close();
  await workshop?.close();
});

/** Thirty features of a megabyte, which fill two parts and begin a third one. */
const pieceCount = 30;
const characterCount = 1_000_000;
const sourceOfAllFeatures = createFakeSource({
  pieceCount: pieceCount,
  characterCount: characterCount,
});

describe('the parts of an export', () => {
  it('have more than the 5 MiB that S3 requires, except the last one', async () => {
    await workshop.createJob('large');
    await workshop.run('large', {
      readFeatures: sourceOfAllFeatures,
      minPartBytes: defaultMinPartBytes,
    });
    const { parts } = await workshop.readManifest('large');
    expect(parts.length).toBeGreaterThan(2);
    for (const { bytes } of parts.slice(0, -1)) expect(bytes).toBeGreaterThan(5 * 1024 * 1024);
  });
});

describe.skipIf(moto === undefined)('an export in a bucket, tested with moto', () => {
  async function readObject(key: string): Promise<Buffer> {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: 'exports', Key: key }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  }

  it('has the same content as in a folder (the job above), even if one run breaks off and the next one continues', async () => {
    await client.send(
      new CreateBucketCommand({
        Bucket: 'exports',
        CreateBucketConfiguration: { LocationConstraint: 'eu-west-1' },
      }),
    );
    await workshop.createJob('in-bucket');
    const onPiece = (piece: number): void => {
      if (piece === 20) throw new Error('The source failed.');
    };
    const featureSource = createFakeSource({
      pieceCount: pieceCount,
      characterCount: characterCount,
      onPiece,
    });
    const broken = await workshop.run('in-bucket', {
      store,
      readFeatures: featureSource,
      minPartBytes: defaultMinPartBytes,
    });
    expect(broken?.state).toBe('broken off');
    await expect(readObject('in-bucket/latest.geojson.gz')).rejects.toThrow(/does not exist/);
    const outcome = await workshop.run('in-bucket', {
      store,
      readFeatures: sourceOfAllFeatures,
      minPartBytes: defaultMinPartBytes,
    });
    expect(outcome).toMatchObject({ state: 'finished', features: pieceCount });
    const latest = await readObject('in-bucket/latest.geojson.gz');
    expect(gunzipSync(latest).toString('utf8') === (await workshop.readText('large'))).toBe(true);
    const manifest = JSON.parse((await readObject('in-bucket/latest.json')).toString('utf8'));
    expect((await readObject(`in-bucket/${manifest.file}`)).equals(latest)).toBe(true);
    expect(manifest.bytes).toBe(latest.length);
  });
});
