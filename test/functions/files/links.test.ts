import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readLinkSecret, signLink } from '../../../lib/stores/signed-link.ts';
import { files, missingFile, openFileWorld, type FileWorld } from './file-world.ts';

const picture = files['a value'];
const page = missingFile;
const pageBytes = Buffer.from('<!doctype html><script>alert(1)</script>');

let world: FileWorld;

beforeAll(async () => {
  world = await openFileWorld();
  await world.store(page, '../"Plan" für die Mühle\r\n.html', pageBytes);
}, 120_000);

afterAll(async () => world?.close());

const redirect = async (
  fileId: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
) => {
  const response = await world.service.fetch(`/files/${fileId}`, {
    method,
    headers,
    redirect: 'manual',
  });
  return new URL(response.headers.get('location') ?? '');
};

describe('the link to a file', () => {
  it('sends a picture under its name, for browsers to show', async () => {
    const response = await fetch(await redirect(picture));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-disposition')).toBe('inline; filename="a value.png"');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(Buffer.from(await response.arrayBuffer())).toEqual(
      await readFile(path.join(world.folder, 'files', picture)),
    );
  });

  it('sends a page that a tile calls a picture as bytes to be saved, under a name without a path', async () => {
    const response = await fetch(await redirect(page));
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="_Plan_ f_r die M_hle.html"; filename*=UTF-8''_Plan_%20f%C3%BCr%20die%20M%C3%BChle.html`,
    );
    expect(Buffer.from(await response.arrayBuffer())).toEqual(pageBytes);
  });

  it('is on another host than the service', async () => {
    expect((await redirect(picture)).hostname).not.toBe('heritage.test');
  });

  it('is for the method of the request alone', async () => {
    const [get, head] = [await redirect(picture), await redirect(picture, {}, 'HEAD')];
    const statuses = async (link: URL) => [
      (await fetch(link, { method: 'HEAD' })).status,
      (await fetch(link)).status,
    ];
    expect(await statuses(get)).toEqual([403, 200]);
    expect(await statuses(head)).toEqual([200, 403]);
  });

  it('cannot be changed', async () => {
    const link = await redirect(picture);
    const changed = [...link.searchParams.keys()].map((name) => {
      const other = new URL(link);
      other.searchParams.set(name, name === 'X-Amz-Expires' ? '3000' : 'other');
      return other;
    });
    const otherFile = new URL(link);
    otherFile.pathname = otherFile.pathname.replace(picture, files['a proposal']);
    for (const other of [...changed, otherFile]) expect((await fetch(other)).status).toBe(403);
  });

  it('expires after five minutes', async () => {
    const link = await redirect(picture);
    expect(link.searchParams.get('X-Amz-Expires')).toBe('300');
    const late = signLink(
      `${world.fileServer.url}/files`,
      {
        key: `files/${picture}`,
        method: 'GET',
        disposition: 'inline',
        contentType: 'image/png',
        signedAt: new Date('2026-01-01T08:00:00Z'),
        validSeconds: 300,
      },
      await readLinkSecret(world.folder),
    );
    expect((await fetch(late)).status).toBe(403);
  });

  it.each([
    ['bytes=0-3', 206, 'bytes 0-3/40', 4],
    ['bytes=36-', 206, 'bytes 36-39/40', 4],
    ['bytes=-5', 206, 'bytes 35-39/40', 5],
    ['bytes=38-100', 206, 'bytes 38-39/40', 2],
    ['bytes=40-', 416, 'bytes */40', 0],
    ['bytes=-0', 416, 'bytes */40', 0],
    ['bytes=0-1,3-4', 200, null, 40],
    ['bytes=5-1', 200, null, 40],
    ['lines=1-2', 200, null, 40],
  ])('answers the range %s with %s', async (range, status, contentRange, length) => {
    const response = await fetch(await redirect(page), { headers: { range } });
    const bytes = await response.arrayBuffer();
    expect([response.status, response.headers.get('content-range'), bytes.byteLength]).toEqual([
      status,
      contentRange,
      length,
    ]);
  });

  it('answers a range only if the file is still the same (If-Range)', async () => {
    const link = await redirect(page);
    const tag = (await fetch(link)).headers.get('etag') ?? '';
    const read = async (condition: string) =>
      (await fetch(link, { headers: { range: 'bytes=0-3', 'if-range': condition } })).status;
    expect([await read(tag), await read('"other"')]).toEqual([206, 200]);
  });
});
