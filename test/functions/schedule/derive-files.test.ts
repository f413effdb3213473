import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { handler } from '../../../functions/schedule/derive-files.ts';
import { deriveNewFiles } from '../../../infra/local/new-files.ts';
import { createFolderStore } from '../../../lib/stores/folder-store.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { storeFile } from '../../lib/images/examination-world.ts';
import { drawPicture, pngOfSize } from '../../lib/images/pictures.ts';
import { openTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await openTestService();
  folder = await mkdtemp(path.join(tmpdir(), 'heritage-files-'));
  process.env['HDS_FILE_FOLDER'] = folder;
}, 120_000);

afterAll(async () => {
  await service?.close();
  await rm(folder, { recursive: true });
});

const storePicture = async (fileId: string, bytes: Buffer): Promise<void> =>
  storeFile(
    { dataApi: service.stack.dataApi, store: createFolderStore({ folder }) },
    fileId,
    bytes,
  );

const minute = 60_000;
const run = async (event: unknown) =>
  handler(event, { getRemainingTimeInMillis: () => 5 * minute });

/** The event of a queue with the message of a bucket about new objects. */
const eventOf = (...keys: readonly string[]) => ({
  Records: [
    { body: JSON.stringify({ Records: keys.map((key) => ({ s3: { object: { key } } })) }) },
  ],
});

describe('the function that derives copies of pictures', () => {
  it('examines the files that a bucket names, and no others', async () => {
    await storePicture(id(7101), await drawPicture());
    await storePicture(id(7102), await drawPicture());
    expect(await run(eventOf(`files/${id(7101)}`))).toEqual({ derived: 1 });
    expect(await run(eventOf(`files/${id(7101)}`))).toEqual({ done: 1 });
  });

  it('examines what is left over when a schedule starts it', async () => {
    await storePicture(id(7103), await pngOfSize(100_000, 100_000));
    expect(await run({ source: 'aws.events' })).toEqual({ derived: 1, too_many_pixels: 1 });
    expect(await run({ source: 'aws.events' })).toEqual({});
  });

  it.each([
    ['the test of a bucket', { Records: [{ body: '{"Event":"s3:TestEvent"}' }] }],
    ['other keys', eventOf('derived/a.jpg', 'files/no-id', 'files/')],
  ])('does nothing for %s', async (_, event) => {
    expect(await run(event)).toEqual({});
  });

  it('fails for a message that is not one of a bucket, so that it is not lost', async () => {
    await expect(run({ Records: [{ body: 'hello' }] })).rejects.toThrow(SyntaxError);
  });
});

describe('npm start', () => {
  it('examines new files, and goes on after an error', async () => {
    await storePicture(id(7104), await drawPicture());
    const lines: string[] = [];
    let reads = 0;
    const store = createFolderStore({ folder });
    const read = async (key: string) => {
      reads += 1;
      if (reads === 1) throw new Error('The disk is gone.');
      return store.read(key);
    };
    await deriveNewFiles({
      context: { dataApi: service.stack.dataApi, store: { ...store, read } },
      print: (line) => lines.push(line),
      isStopping: () => reads === 2,
      pollInterval: 1,
    });
    expect(lines).toEqual(['Pictures could not be read: The disk is gone.']);
    expect(await run(eventOf(`files/${id(7104)}`))).toEqual({ done: 1 });
  });

  it('looks into the database only after files have changed', async () => {
    let polls = 0;
    const looksAt: number[] = [];
    const { dataApi } = service.stack;
    const read: typeof dataApi.read = async (statement) => {
      looksAt.push(polls);
      return dataApi.read(statement);
    };
    await deriveNewFiles({
      context: { dataApi: { ...dataApi, read }, store: createFolderStore({ folder }) },
      print: () => undefined,
      readChangeTime: async () => {
        polls += 1;
        return polls < 6 ? 1 : 2;
      },
      isStopping: () => polls === 9,
      pollInterval: 1,
    });
    expect(looksAt).toEqual([1, 2, 6, 7]);
  });
});
