import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

import {
  CreateBucketCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { exportContent } from '../../../lib/model/exports/export-format.ts';
import { createBucketLink } from '../../../lib/stores/bucket-link.ts';
import { createBucketStore, type BucketStoreOptions } from '../../../lib/stores/bucket-store.ts';
import { UploadLost, type FileStore, type Upload } from '../../../lib/stores/file-store.ts';
import { openMoto } from '../../support/moto.ts';

const moto = await openMoto();
const bucketOptions = {
  bucket: 'exports',
  region: 'eu-west-1',
  endpoint: moto?.url,
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  contentOf: exportContent,
} satisfies BucketStoreOptions;
const minPartBytes = 5 * 1024 * 1024;

let store: FileStore;
let client: S3Client;

beforeAll(async () => {
  if (moto === undefined) return;
  const { region, endpoint, credentials } = bucketOptions;
  client = new S3Client({
    region,
    endpoint: endpoint ?? '',
    credentials,
    forcePathStyle: true,
    // For a file of several parts, moto returns a checksum of the checksums of its parts, which the client would refuse.
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  await client.send(
    new CreateBucketCommand({
      Bucket: bucketOptions.bucket,
      CreateBucketConfiguration: { LocationConstraint: 'eu-west-1' },
    }),
  );
  store = createBucketStore(bucketOptions);
});

afterAll(async () => moto?.close());

async function putPart(upload: Upload, number: number, content: Buffer) {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const etag = await store.putPart(upload, { number, sha256 }, content);
  return { number, sha256, etag, bytes: content.length };
}

async function startUpload(key: string): Promise<Upload> {
  return { key, id: await store.beginUpload(key) };
}

async function readContent(key: string): Promise<Buffer> {
  const { Body } = await client.send(
    new GetObjectCommand({ Bucket: bucketOptions.bucket, Key: key }),
  );
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

const countUploads = async (): Promise<number> => {
  const { Uploads } = await client.send(
    new ListMultipartUploadsCommand({ Bucket: bucketOptions.bucket }),
  );
  return Uploads?.length ?? 0;
};

describe.skipIf(moto === undefined)(
  'exports in a bucket, tested with moto (skipped if moto_server is neither in the PATH nor in HDS_MOTO)',
  () => {
    const firstPart = Buffer.alloc(minPartBytes, 'first ');
    const lastPart = Buffer.from('last');

    it('exist once their upload is completed, even if a part was stored twice and the last part is small', async () => {
      const upload = await startUpload('places/whole.geojson.gz');
      const parts = [await putPart(upload, 1, lastPart), await putPart(upload, 2, lastPart)];
      parts[0] = await putPart(upload, 1, firstPart);
      await expect(readContent(upload.key)).rejects.toThrow(/does not exist/);
      await store.completeUpload(upload, parts);
      expect(await readContent(upload.key)).toEqual(Buffer.concat([firstPart, lastPart]));
    });

    it('stay unchanged if their upload is completed again', async () => {
      const upload = await startUpload('places/twice.geojson.gz');
      const parts = [await putPart(upload, 1, lastPart)];
      await store.completeUpload(upload, parts);
      await store.completeUpload(upload, parts);
      expect(await readContent(upload.key)).toEqual(lastPart);
    });

    it('are refused by S3 if a part other than the last one has less than 5 MiB', async () => {
      const upload = await startUpload('places/small.geojson.gz');
      const parts = [await putPart(upload, 1, lastPart), await putPart(upload, 2, lastPart)];
      await expect(store.completeUpload(upload, parts)).rejects.toThrow(/smaller than the minimum/);
      await store.abortUpload(upload);
    });

    it('fail with UploadLost if a part was replaced, and their upload can be aborted twice', async () => {
      const upload = await startUpload('places/replaced.geojson.gz');
      const partsBefore = [await putPart(upload, 1, lastPart)];
      await putPart(upload, 1, Buffer.from('another'));
      await expect(store.completeUpload(upload, partsBefore)).rejects.toThrow(UploadLost);
      await store.abortUpload(upload);
      await store.abortUpload(upload);
      expect(await countUploads()).toBe(0);
    });

    it('are copied with one request, or in ranges if they are too large for one copy request', async () => {
      const upload = await startUpload('places/dated.geojson.gz');
      await store.completeUpload(upload, [
        await putPart(upload, 1, firstPart),
        await putPart(upload, 2, lastPart),
      ]);
      const whole = Buffer.concat([firstPart, lastPart]);
      await store.copy(upload.key, 'places/latest.geojson.gz', whole.length);
      expect(await readContent('places/latest.geojson.gz')).toEqual(whole);
      const storeThatCopiesRanges = createBucketStore({
        ...bucketOptions,
        maxCopyBytes: minPartBytes,
      });
      await storeThatCopiesRanges.copy(upload.key, 'places/ranges.geojson.gz', whole.length);
      expect(await readContent('places/ranges.geojson.gz')).toEqual(whole);
    });

    it.each([
      ['nq.gz', 'application/n-quads', 'gzip'],
      ['geojson.gz', 'application/gzip', undefined],
    ])('have the content type and encoding of their format: %s', async (ending, type, encoding) => {
      const upload = await startUpload(`types/dated.${ending}`);
      const parts = [await putPart(upload, 1, firstPart), await putPart(upload, 2, lastPart)];
      await store.completeUpload(upload, parts);
      const bytes = firstPart.length + lastPart.length;
      await store.copy(upload.key, `types/latest.${ending}`, bytes);
      await createBucketStore({ ...bucketOptions, maxCopyBytes: minPartBytes }).copy(
        upload.key,
        `types/ranges.${ending}`,
        bytes,
      );
      for (const name of ['dated', 'latest', 'ranges']) {
        const head = await client.send(
          new HeadObjectCommand({ Bucket: bucketOptions.bucket, Key: `types/${name}.${ending}` }),
        );
        expect([name, head.ContentType, head.ContentEncoding]).toEqual([name, type, encoding]);
      }
    });

    it('have the content type of JSON in their manifests', async () => {
      await store.putText('types/latest.json', '{}');
      const head = await client.send(
        new HeadObjectCommand({ Bucket: bucketOptions.bucket, Key: 'types/latest.json' }),
      );
      expect(head.ContentType).toBe('application/json');
    });

    it('have links for GET or HEAD, which contain the name of the file', async () => {
      await store.putText('places/latest.json', '{"features":3}');
      const options = {
        disposition: 'attachment; filename="places.json"',
        validSeconds: 300,
      };
      const link = await createBucketLink(bucketOptions, 'places/latest.json', {
        ...options,
        method: 'GET',
      });
      expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('300');
      const answer = await fetch(link);
      const disposition = new URL(link).searchParams.get('response-content-disposition');
      expect(disposition).toBe('attachment; filename="places.json"');
      expect(await answer.json()).toEqual({ features: 3 });
      const headLink = await createBucketLink(bucketOptions, 'places/latest.json', {
        ...options,
        method: 'HEAD',
      });
      expect((await fetch(headLink, { method: 'HEAD' })).status).toBe(200);
    });
  },
);

describe('an upload that S3 does not know', () => {
  /** Opens a server that answers like S3 after the end of an upload: the upload is unknown, and the file has this size, or is missing if `bytes` is undefined. */
  async function openFakeBucket(
    bytes: number | undefined,
  ): Promise<{ server: Server; store: FileStore }> {
    const server = createServer((request, response) => {
      if (request.method === 'HEAD') {
        response.writeHead(bytes === undefined ? 404 : 200, { 'content-length': bytes ?? 0 }).end();
        return;
      }
      response.writeHead(404, { 'content-type': 'application/xml' });
      response.end('<Error><Code>NoSuchUpload</Code><Message>It does not exist.</Message></Error>');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = z.object({ port: z.number() }).parse(server.address());
    return {
      server,
      store: createBucketStore({ ...bucketOptions, endpoint: `http://127.0.0.1:${port}` }),
    };
  }

  const upload = { key: 'places/over.geojson.gz', id: 'over' };
  const part = { number: 1, etag: '"tag"', sha256: 'ab'.repeat(32), bytes: 12 };

  it('counts as completed if its file exists with the expected size', async () => {
    const { server, store: fakeStore } = await openFakeBucket(12);
    await expect(fakeStore.completeUpload(upload, [part])).resolves.toBeUndefined();
    await expect(fakeStore.abortUpload(upload)).resolves.toBeUndefined();
    server.close();
  });

  it.each([undefined, 13])(
    'fails with UploadLost if its file is missing or has another size: %s bytes',
    async (bytes) => {
      const { server, store: fakeStore } = await openFakeBucket(bytes);
      await expect(fakeStore.completeUpload(upload, [part])).rejects.toThrow(UploadLost);
      server.close();
    },
  );
});
