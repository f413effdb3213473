import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { forgetExamination } from '../../../infra/cli/import/files/queries/stored-files.ts';
import { retryExaminations } from '../../../infra/cli/files/queries/retry-examinations.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { deriveNewFiles, deriveWaitingFiles } from '../../../lib/images/derive-files.ts';
import { examineFile } from '../../../lib/images/examine-file.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { openExaminationWorld, type ExaminationWorld } from './examination-world.ts';
import { drawPicture, gpsFields, pngOfSize } from './pictures.ts';

let world: ExaminationWorld;

beforeAll(async () => {
  world = await openExaminationWorld();
}, 120_000);

afterAll(async () => world?.close());

/** Reads a JSON array from each row. */
async function readArrays(query: string): Promise<readonly unknown[]> {
  const rows = await world.owner.read(rawSql(query));
  return rows.map(([array]): unknown => JSON.parse(String(array)));
}

const knownOf = async (fileId: string): Promise<unknown> => {
  const [known] = await readArrays(`select jsonb_build_array(
  f.width, f.height, f.has_place, f.problem, f.examined_at is not null, f.examinations
)::text
from file f
where f.file_id = '${fileId}'`);
  return known;
};

const derivativesOf = async (fileId: string): Promise<readonly unknown[]> =>
  readArrays(`select jsonb_build_array(d.kind, d.storage_key, d.width, d.height, d.byte_count)::text
from file_derivative d
where d.file_id = '${fileId}'
order by d.kind`);

describe('a stored picture', () => {
  it('gets a thumbnail and a page size, and what is known of it, in the role of the function', async () => {
    const fileId = id(7001);
    await world.store(
      fileId,
      await drawPicture({ width: 800, height: 400, orientation: 6, exif: { IFD3: gpsFields } }),
    );
    expect(await examineFile(fileId, world.context)).toBe('derived');
    expect(await knownOf(fileId)).toEqual([400, 800, true, null, true, 1]);
    const derivatives = await derivativesOf(fileId);
    expect(derivatives).toEqual([
      ['page', `derived/${fileId}/page.jpg`, 400, 800, expect.any(Number)],
      ['thumbnail', `derived/${fileId}/thumbnail.jpg`, 200, 400, expect.any(Number)],
    ]);
    const page = await readFile(path.join(world.folder, `derived/${fileId}/page.jpg`));
    expect(derivatives).toContainEqual(expect.arrayContaining(['page', page.length]));
    expect((await sharp(page).metadata()).width).toBe(400);
  });

  it('is examined once', async () => {
    const fileId = id(7002);
    await world.store(fileId, await drawPicture());
    expect(await examineFile(fileId, world.context)).toBe('derived');
    expect(await examineFile(fileId, world.context)).toBe('done');
  });

  it('is not begun a fourth time, if it ended the process each time', async () => {
    const fileId = id(7003);
    await world.store(fileId, await drawPicture());
    await world.owner.write(rawSql(`update file set examinations = 3 where file_id = '${fileId}'`));
    expect(await examineFile(fileId, world.context)).toBe('done');
    await world.owner.write(retryExaminations());
    expect(await examineFile(fileId, world.context)).toBe('derived');
  });

  it('is examined again when its bytes are replaced, and counts as one with a place until then', async () => {
    const fileId = id(7004);
    await world.store(fileId, await drawPicture());
    await examineFile(fileId, world.context);
    expect(await knownOf(fileId)).toEqual([64, 32, false, null, true, 1]);
    await world.owner.write(forgetExamination(fileId));
    expect(await knownOf(fileId)).toEqual([null, null, null, null, false, 0]);
    expect(await derivativesOf(fileId)).toEqual([]);
    await world.store(fileId, await drawPicture({ exif: { IFD3: gpsFields } }));
    expect(await examineFile(fileId, world.context)).toBe('derived');
    expect(await knownOf(fileId)).toEqual([64, 32, true, null, true, 1]);
  });
});

describe('a file of which there are no copies', () => {
  it.each([
    ['a plan', Buffer.from('%PDF-1.7'), 'no_picture', id(7010)],
    ['unknown bytes', Buffer.alloc(10_000, 1), 'no_picture', id(7011)],
    ['HEIC', Buffer.from('\0\0\0\u{18}ftypheic\0\0\0\0mif1heic', 'latin1'), 'no_picture', id(7012)],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'no_picture', id(7013)],
    ['a damaged picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'damaged', id(7014)],
    ['nothing', Buffer.alloc(0), 'no_picture', id(7015)],
  ])('is examined, and may have a place: %s', async (_, bytes, problem, fileId) => {
    await world.store(fileId, bytes);
    expect(await examineFile(fileId, world.context)).toBe(problem);
    expect(await knownOf(fileId)).toEqual([null, null, null, problem, true, 1]);
    expect(await derivativesOf(fileId)).toEqual([]);
  });

  it('is examined, and may have a place: a picture of 100,000 × 100,000 pixels', async () => {
    await world.store(id(7016), await pngOfSize(100_000, 100_000));
    expect(await examineFile(id(7016), world.context)).toBe('too_many_pixels');
    expect(await knownOf(id(7016))).toEqual([null, null, null, 'too_many_pixels', true, 1]);
  });

  it('waits, if its bytes are missing, or others than were recorded', async () => {
    await world.store(id(7017), await drawPicture());
    await rm(path.join(world.folder, 'files', id(7017)));
    expect(await examineFile(id(7017), world.context)).toBe('no_bytes');
    await writeFile(path.join(world.folder, 'files', id(7017)), await drawPicture({ width: 9 }));
    expect(await examineFile(id(7017), world.context)).toBe('changed');
    expect(await knownOf(id(7017))).toEqual([null, null, null, null, false, 2]);
  });
});

describe('new files', () => {
  it('are waited for until they have a row', async () => {
    const record = await world.storeOnly(id(7020), await drawPicture());
    const pauses: number[] = [];
    const examined = await Array.fromAsync(
      deriveNewFiles([id(7020)], world.context, async (seconds) => {
        pauses.push(seconds);
        if (pauses.length === 2) await record();
      }),
    );
    expect([examined, pauses]).toEqual([[{ fileId: id(7020), outcome: 'derived' }], [1, 2]]);
  });

  it('are left to the next run, if they get none', async () => {
    const examined = await Array.fromAsync(
      deriveNewFiles([id(7021)], world.context, async () => undefined),
    );
    expect(examined).toEqual([{ fileId: id(7021), outcome: 'unknown' }]);
  });

  it('are all examined by a run for what waits, each once, while there is time', async () => {
    await world.owner.write(rawSql('delete from file'));
    const waiting = [id(7031), id(7032), id(7033)];
    for (const fileId of waiting) await world.store(fileId, await drawPicture());
    const run = async (files: number) => {
      const examined: string[] = [];
      const hasTimeLeft = () => examined.length < files;
      for await (const { fileId } of deriveWaitingFiles(world.context, hasTimeLeft))
        examined.push(fileId);
      return examined;
    };
    expect([await run(2), await run(5), await run(5)]).toEqual([
      waiting.slice(0, 2),
      waiting.slice(2),
      [],
    ]);
  });
});
