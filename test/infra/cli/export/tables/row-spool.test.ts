import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { spoolRows } from '../../../../../infra/cli/export/tables/row-spool.ts';
import type { TableChunk } from '../../../../../lib/exports/read-table-rows.ts';
import { parseResourceId, type ResourceId } from '../../../../../lib/model/ids.ts';
import { withTemporaryFolder } from '../../../../support/temporary-file.ts';
import { id } from '../../import/graphs/example.ts';

const chunk = (number: number): TableChunk => ({
  rows: [
    [
      ['text\n"quoted"', JSON.rawJSON('1.50'), 2, true, null],
      [{ kind: 'geometry', geometry: { type: 'Point', coordinates: [JSON.rawJSON('7.10'), 50] } }],
    ],
    [],
  ],
  records: 1,
  lastId: parseResourceId(id(number)),
});

async function* readChunks(after: ResourceId | null): AsyncGenerator<TableChunk> {
  for (const number of [1, 2, 3]) if (after === null || id(number) > after) yield chunk(number);
}

async function* failAfterFirst(after: ResourceId | null): AsyncGenerator<TableChunk> {
  for await (const item of readChunks(after)) {
    yield item;
    throw new Error('interrupted');
  }
}

const spool = (file: string, read: (after: ResourceId | null) => AsyncIterable<TableChunk>) =>
  spoolRows(file, 'identity', read, () => undefined);

describe('the rows that are kept until a table is complete', () => {
  it('are those that were read, with every digit, after interruptions too', async () =>
    withTemporaryFolder(async (folder) => {
      const file = path.join(folder, 'rows');
      await expect(spool(file, failAfterFirst)).rejects.toThrow('interrupted');
      await expect(spool(file, failAfterFirst)).rejects.toThrow('interrupted');
      const { chunks } = await spool(file, readChunks);
      expect(JSON.stringify(await Array.fromAsync(chunks))).toBe(
        JSON.stringify([1, 2, 3].map(chunk)),
      );
    }));

  it('may be read by their owner only, and are deleted with their state', async () =>
    withTemporaryFolder(async (folder) => {
      const file = path.join(folder, 'rows');
      const { remove } = await spool(file, readChunks);
      expect((await stat(`${file}.part`)).mode & 0o777).toBe(0o600);
      await remove();
      for (const name of ['rows.part', 'rows.part.json'])
        await expect(stat(path.join(folder, name))).rejects.toThrow('ENOENT');
    }));

  it('are refused if something else has changed them', async () =>
    withTemporaryFolder(async (folder) => {
      const file = path.join(folder, 'rows');
      const { chunks } = await spool(file, readChunks);
      const text = await readFile(`${file}.part`, 'utf8');
      await writeFile(`${file}.part`, text.replace('true', '["no cell"]'));
      await expect(Array.fromAsync(chunks)).rejects.toThrow('a cell that is none');
    }));
});
