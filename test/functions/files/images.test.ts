import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { maxBodyBytes } from '../../../lib/http/request/request-body.ts';
import { bearerHeader } from '../../support/accounts.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { files, fileTile, openFileWorld, picturesNode, type FileWorld } from './file-world.ts';
import { pngBytes } from './upload-form.ts';

let world: FileWorld;

beforeAll(async () => {
  world = await openFileWorld();
}, 120_000);

afterAll(async () => world?.close());

type Writer = 'author' | 'anotherAuthor' | 'reviewer' | 'reader';
type Fields = Readonly<Record<string, string>>;

let tiles = 6500;

/** Proposes or writes a tile that names a file without bytes. @returns the fields of a photo of that tile */
async function nameImage(writer: Writer): Promise<Fields> {
  const [tileId, fileId] = [id((tiles += 1)), id(tiles + 500)];
  const tile = fileTile(tileId, fileId);
  const response = await world.writers[writer].sendRequest('POST', '/api/tiles', tile);
  if (!response.ok) throw new Error(await response.text());
  return { tileid: tileId, nodeid: picturesNode, file_id: fileId, file_name: 'photo.png' };
}

/** Sends a photo as a mobile client does, with members of its document that nothing reads. */
async function sendImage(
  writer: Writer,
  fields: Fields,
  bytes: Uint8Array<ArrayBuffer> = pngBytes,
  type = 'image/png',
): Promise<Response> {
  const form = new FormData();
  form.append('_id', 'photo');
  form.append('_rev', '1-a');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('data', new Blob([bytes]), 'blob');
  form.append('content_type', type);
  return world.service.fetch('/images', {
    method: 'POST',
    body: form,
    headers: bearerHeader(world.writers[writer].token),
  });
}

const readStatus = async (writer: Writer, fileId = ''): Promise<number> =>
  (await world.writers[writer].sendRequest('GET', `/files/${fileId}`)).status;

describe('POST /images', () => {
  it.each(['author', 'reviewer'] as const)(
    'stores the bytes of a file that a tile names, and takes them twice: %s',
    async (writer) => {
      const fields = await nameImage(writer);
      expect(await readStatus(writer, fields['file_id'])).toBe(404);
      expect((await sendImage(writer, fields)).status).toBe(204);
      expect((await sendImage(writer, fields)).status).toBe(204);
      expect(await readStatus(writer, fields['file_id'])).toBe(303);
    },
  );

  it('does not replace bytes that are stored', async () => {
    const fields = await nameImage('reviewer');
    await sendImage('reviewer', fields);
    const other = Buffer.concat([pngBytes, Buffer.from('other')]);
    expect((await sendImage('reviewer', fields, other)).status).toBe(409);
  });

  it('is a 404 for whoever may not edit what names the file', async () => {
    const proposed = await nameImage('author');
    expect((await sendImage('anotherAuthor', proposed)).status).toBe(404);
    const written = await nameImage('reviewer');
    // A proposal of this account would not change the value.
    expect((await sendImage('author', written)).status).toBe(404);
    expect((await sendImage('reader', written)).status).toBe(404);
    expect(await readStatus('reviewer', written['file_id'])).toBe(404);
  });

  it.each([
    ['another file', { file_id: files['a value in a closed nodegroup'] }],
    ['another tile', { tileid: id(5961) }],
    ['another node', { nodeid: id(5803) }],
  ])('is a 404 for a file that the tile does not name in the node: %s', async (_, change) => {
    const fields = await nameImage('author');
    expect((await sendImage('author', { ...fields, ...change })).status).toBe(404);
  });

  it('refuses bytes of another type, and stores nothing', async () => {
    const fields = await nameImage('reviewer');
    const response = await sendImage('reviewer', fields, Buffer.from('<html>'));
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('other_file_type');
    expect(await readStatus('reviewer', fields['file_id'])).toBe(404);
  });

  it('lists the fields that are wrong', async () => {
    const response = await sendImage('reviewer', { tileid: 'a', file_id: id(1) }, Buffer.alloc(0));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ pointer: '/tileid' }, { pointer: '/nodeid' }, { pointer: '/data' }],
    });
  });

  it('names the form for files that are too large for it', async () => {
    const fields = await nameImage('reviewer');
    const response = await sendImage('reviewer', fields, Buffer.alloc(maxBodyBytes, pngBytes));
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('POST /files');
  });

  it('takes a photo of the size that mobile projects allow', async () => {
    const fields = await nameImage('reviewer');
    const photo = Buffer.alloc(4_500_000);
    photo.set(pngBytes);
    expect((await sendImage('reviewer', fields, photo)).status).toBe(204);
  });
});
