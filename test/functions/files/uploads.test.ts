import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { FaultInput } from '../../../infra/local/data-api/faults.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { fileTile, openFileWorld, type FileWorld } from './file-world.ts';
import { announce, pngBytes, requestForm, sendForm, upload } from './upload-form.ts';

let world: FileWorld;

beforeAll(async () => {
  world = await openFileWorld();
}, 120_000);

afterAll(async () => world?.close());

let tiles = 6000;

/** Writes a new tile that names a file. */
const nameFile = async (
  writer: 'reviewer' | 'author' | 'anotherAuthor',
  fileId: string,
  query = '',
): Promise<Response> =>
  world.writers[writer].sendRequest(
    'POST',
    `/api/tiles${query}`,
    fileTile(id((tiles += 1)), fileId),
  );

const readFile = async (fileId: string): Promise<Response> => {
  const { status, headers } = await world.writers.reviewer.sendRequest('GET', `/files/${fileId}`);
  return status === 303 ? fetch(headers.get('location') ?? '') : new Response(null, { status });
};

const isStored = async (fileId: string): Promise<boolean> => {
  const isInFolder = await access(path.join(world.folder, `files/${fileId}`)).then(
    () => true,
    () => false,
  );
  const rows = await world.service.stack.dataApi.read(
    rawSql(`select f.file_id::text from file f where f.file_id = '${fileId}'`),
  );
  return isInFolder || rows.length > 0;
};

describe('an uploaded file', () => {
  it('is read under its id once a tile names it, and by nobody before', async () => {
    const fileId = await upload(world.writers.reviewer);
    expect((await readFile(fileId)).status).toBe(404);
    expect((await nameFile('reviewer', fileId)).status).toBe(200);
    const response = await readFile(fileId);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-disposition')).toContain('mill.png');
    expect(Buffer.from(await response.bytes())).toEqual(pngBytes);
  });

  it('is stored with its size, hash and type in the two calls of any write', async () => {
    const fileId = await upload(world.writers.reviewer);
    const calls = await world.service.countCalls(async () => nameFile('reviewer', fileId));
    const rows = await world.service.stack.dataApi.read(
      rawSql(
        `select f.storage_key, f.content_type, f.byte_count::text, f.sha256, f.name from file f where f.file_id = '${fileId}'`,
      ),
    );
    expect(calls).toBe(2);
    expect(rows).toEqual([
      [
        `files/${fileId}`,
        'image/png',
        String(pngBytes.length),
        createHash('sha256').update(pngBytes).digest('hex'),
        'mill.png',
      ],
    ]);
  });

  it('can be proposed, and named again by whoever may read it', async () => {
    const fileId = await upload(world.writers.author);
    expect((await nameFile('author', fileId)).status).toBe(200);
    expect((await readFile(fileId)).status).toBe(200);
    expect((await nameFile('reviewer', fileId)).status).toBe(200);
  });

  it.each(['', '?dry_run=true'])(
    'can be named first only by its account: for others it is a file that they may not read %s',
    async (query) => {
      const fileId = await upload(world.writers.author);
      const response = await nameFile('anotherAuthor', fileId, query);
      expect(response.status).toBe(422);
      expect(await response.text()).toContain('unreadable_file');
      expect(await isStored(fileId)).toBe(false);
      expect((await nameFile('author', fileId)).status).toBe(200);
    },
  );

  it.each([
    ['other_file_type', Buffer.from('<html><script>alert(1)</script>')],
    ['other_file_type', Buffer.from('%PDF-1.7')],
  ])('is refused and not stored if its bytes are of another type: %s', async (code, bytes) => {
    const fileId = await upload(world.writers.reviewer, bytes);
    for (const query of ['?dry_run=true', '']) {
      const response = await nameFile('reviewer', fileId, query);
      expect(response.status).toBe(422);
      expect(await response.text()).toContain(code);
    }
    expect(await isStored(fileId)).toBe(false);
  });

  it('is refused if its bytes have not come', async () => {
    const file = { name: 'mill.png', type: 'image/png', size: 8 };
    const form = await requestForm(world.writers.reviewer, file);
    const response = await nameFile('reviewer', form.file_id);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('missing_bytes');
  });

  it('is not stored by a dry run', async () => {
    const fileId = await upload(world.writers.reviewer);
    expect((await nameFile('reviewer', fileId, '?dry_run=true')).status).toBe(200);
    expect(await isStored(fileId)).toBe(false);
  });

  it('keeps the bytes with which it was named, although its form can be sent again', async () => {
    const bytes = Buffer.concat([pngBytes, Buffer.from('first')]);
    const file = { name: 'mill.png', type: 'image/png', size: bytes.length };
    const form = await requestForm(world.writers.reviewer, file);
    await sendForm(form, bytes);
    await nameFile('reviewer', form.file_id);
    await sendForm(form, Buffer.concat([pngBytes, Buffer.from('other')]));
    await nameFile('reviewer', form.file_id);
    expect(Buffer.from(await (await readFile(form.file_id)).bytes())).toEqual(bytes);
  });
});

describe('an uploaded file whose write is disturbed', () => {
  afterEach(() => world.service.stack.server.faults.clear());

  it.each<FaultInput>([
    { when: 'before', kind: 'unavailable' },
    { when: 'after', kind: 'reset' },
    { when: 'after', kind: 'internal' },
  ])('is stored with its tile all the same: $kind $when', async (fault) => {
    const fileId = await upload(world.writers.reviewer);
    world.service.stack.server.faults.add({ ...fault, match: 'claimed_file' });
    expect((await nameFile('reviewer', fileId)).status).toBe(200);
    expect(Buffer.from(await (await readFile(fileId)).bytes())).toEqual(pngBytes);
  });

  it('is stored by a write that is too large for one statement', async () => {
    const fileId = await upload(world.writers.reviewer);
    const tile = JSON.stringify(fileTile(id(7010), fileId));
    const largeTile = tile.replace('"name":"', `"name":"${'long '.repeat(330_000)}`);
    const { status } = await world.writers.reviewer.sendRequest('POST', '/api/tiles', largeTile);
    expect([status, (await readFile(fileId)).status]).toEqual([200, 200]);
  });

  it('is stored once if several writes name it at the same time', async () => {
    const fileId = await upload(world.writers.reviewer);
    const responses = await Promise.all(
      Array.from({ length: 4 }, async () => nameFile('reviewer', fileId)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(Buffer.from(await (await readFile(fileId)).bytes())).toEqual(pngBytes);
  });

  it('is not stored if the write is refused, and can be named again', async () => {
    const fileId = await upload(world.writers.reviewer);
    const { reviewer } = world.writers;
    const stale = { 'if-match': '"0"' };
    const tile = fileTile(id(7011), fileId);
    const refused = await reviewer.sendRequest('POST', '/api/tiles', tile, stale);
    expect([refused.status, await isStored(fileId)]).toEqual([412, false]);
    expect((await reviewer.sendRequest('POST', '/api/tiles', tile)).status).toBe(200);
  });
});

describe('the form of a file', () => {
  const file = { name: 'mill.png', type: 'image/png', size: 8 };

  it('is a 201 that no cache stores, with the address of the file', async () => {
    const response = await announce(world.writers.author, file);
    expect(response.status).toBe(201);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('location')).toMatch(/\/files\/[0-9a-f-]{36}$/);
  });

  it('takes only the number of bytes that was announced', async () => {
    const form = await requestForm(world.writers.author, file);
    expect((await sendForm(form, Buffer.alloc(7))).status).toBe(400);
    expect((await sendForm(form, Buffer.alloc(9))).status).toBe(400);
    expect((await sendForm(form, Buffer.alloc(8))).status).toBe(204);
  });

  it.each([
    ['key', 'files/00000000-0000-4000-8000-000000000000'],
    ['key', '../outside'],
    ['Content-Type', 'text/html'],
    [
      'Policy',
      Buffer.from('{"expiration":"2999-01-01T00:00:00Z","conditions":[]}').toString('base64'),
    ],
    ['X-Amz-Signature', '00'],
    ['acl', 'public-read'],
  ])('is refused if its field %s is changed', async (name, value) => {
    const { url, fields } = await requestForm(world.writers.author, file);
    const response = await sendForm({ url, fields: { ...fields, [name]: value } }, pngBytes);
    expect(response.status).toBe(403);
  });

  it('is not made for an account that may not write', async () => {
    expect((await announce(world.writers.reader, file)).status).toBe(403);
  });

  it.each([
    ['/name', { ...file, name: '../../etc/passwd' }],
    ['/name', { ...file, name: 'C:\\mill.png' }],
    ['/name', { ...file, name: 'mill\u202Egnp.exe' }],
    ['/name', { ...file, name: '..' }],
    ['/type', { ...file, type: 'image/png\r\nx-amz-acl: public-read' }],
    ['/size', { ...file, size: 0 }],
    ['/size', { ...file, size: 500_000_001 }],
    ['/size', { ...file, size: 1.5 }],
  ])('is not made for a file with a wrong member: %s', async (pointer, wrongFile) => {
    const response = await announce(world.writers.author, wrongFile);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ pointer }] });
  });
});

describe('a file that nothing knows', () => {
  it('is named all the same, with a header that says so, once', async () => {
    const unknown = id(7000);
    const tile = fileTile(id(7001), unknown);
    const { reviewer } = world.writers;
    const dryRun = await reviewer.sendRequest('POST', '/api/tiles?dry_run=true', tile);
    expect(dryRun.headers.get('x-unknown-files')).toBe(`1 ${unknown}`);
    const first = await reviewer.sendRequest('POST', '/api/tiles', tile);
    expect([first.status, first.headers.get('x-unknown-files')]).toEqual([200, `1 ${unknown}`]);
    const again = await reviewer.sendRequest('POST', '/api/tiles', fileTile(id(7002), unknown));
    expect([again.status, again.headers.get('x-unknown-files')]).toEqual([200, null]);
  });
});
