import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exportTable } from '../../../../../infra/cli/export/tables/export-table.ts';
import type { StatementReader } from '../../../../../lib/data-api/chunks.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { takeSample } from '../../../../support/random/take-sample.ts';
import { killHdsAt } from '../../kill-hds.ts';
import { openTables, places, type Tables } from './open-tables.ts';

const formats = ['xlsx', 'gpkg', 'flatgeobuf', 'geoparquet'] as const;

let tables: Tables;
let caller: number;

beforeAll(async () => {
  tables = await openTables();
  const [[id] = []] = await tables.service.rows(
    `select account_id::text from account where username = 'ann'`,
  );
  caller = Number(id);
  await addCopies(tables);
}, 120_000);

afterAll(async () => tables?.service.close());

/** Copies the places of the sample thirty times, so that they are read in several chunks. */
async function addCopies({ service }: Tables): Promise<void> {
  const copiedId = (column: string) => `md5(i || ${column}::text)::uuid`;
  await service.stack.owner.write(
    rawSql(`insert into resource (resource_id, graph_id)
select ${copiedId('r.resource_id')}, r.graph_id
from generate_series(1, 30) i
cross join graph g
join resource r on r.graph_id = g.graph_id
where g.slug = '${places}'`),
  );
  await service.stack.owner.write(
    rawSql(`insert into tile (tile_id, resource_id, nodegroup_id, parent_tile_id, data)
select ${copiedId('t.tile_id')}, ${copiedId('t.resource_id')}, t.nodegroup_id, ${copiedId('t.parent_tile_id')}, t.data
from generate_series(1, 30) i
cross join graph g
join resource r on r.graph_id = g.graph_id
join tile t on t.resource_id = r.resource_id
where g.slug = '${places}'`),
  );
}

/** The content of a file; of a GeoPackage that of its tables, because it has the time of its making. */
async function contentOf(file: string): Promise<unknown> {
  if (!file.endsWith('.gpkg')) return (await readFile(file)).toString('hex');
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const names = database
      .prepare(`select table_name from gpkg_contents order by table_name`)
      .all()
      .map((row) => String(row['table_name']));
    return names.map((name) => database.prepare(`select * from "${name}" order by fid`).all());
  } finally {
    database.close();
  }
}

/** Counts the reads of tiles, of which one can fail. */
function openCountingReader(
  failsAt = Infinity,
): StatementReader & { readonly calls: () => number } {
  const { dataApi } = tables.service.stack;
  let calls = 0;
  return {
    calls: () => calls,
    read: async (statement) => {
      if (statement.text.includes('requested_resource') && (calls += 1) === failsAt)
        throw new Error('interrupted');
      return dataApi.read(statement);
    },
  };
}

const write = async (format: (typeof formats)[number], output: string, dataApi: StatementReader) =>
  exportTable(
    { dataApi, caller, baseUrl: 'http://localhost', language: 'en-US' },
    {
      graph: places,
      nodegroup: undefined,
      geometry: undefined,
      headings: 'aliases',
      language: undefined,
    },
    { output, format, onProgress: () => undefined },
  );

describe.each(formats)('a table as %s', (format) => {
  it('is continued after an interruption, is equal to one that was not, and leaves nothing beside', async () => {
    const whole = openCountingReader();
    const [expected, file] = [tables.inFolder(`whole.${format}`), tables.inFolder(`a.${format}`)];
    const counts = await write(format, expected, whole);
    await expect(write(format, file, openCountingReader(3))).rejects.toThrow('interrupted');
    const second = openCountingReader();
    expect(await write(format, file, second)).toEqual(counts);
    expect(second.calls()).toBeLessThan(whole.calls());
    expect(await contentOf(file)).toEqual(await contentOf(expected));
    const names = await readdir(path.dirname(file));
    expect(names.filter((name) => /\.(?:rows|part)/.test(name))).toEqual([]);
  });
});

// The rows are kept in one way for all formats.
describe.each(takeSample(formats, 1))('the rows of a table as %s', (format) => {
  it('are written again without reading, if only the writing was interrupted', async () => {
    const file = tables.inFolder(`b.${format}`);
    await mkdir(path.join(`${file}.part`, 'blocks'), { recursive: true });
    await expect(write(format, file, openCountingReader())).rejects.toThrow(/cannot be written/);
    await rm(`${file}.part`, { recursive: true });
    const second = openCountingReader();
    await write(format, file, second);
    expect(second.calls()).toBe(0);
  });

  it('are others for another account: nothing of an interrupted table is used', async () => {
    const file = tables.inFolder(`c.${format}`);
    await expect(write(format, file, openCountingReader(3))).rejects.toThrow('interrupted');
    const words = ['export', 'table', places, '--format', format, '--output', file];
    await tables.service.outputOf(...words, '--as', 'anonymous');
    const expected = tables.inFolder(`guest.${format}`);
    await tables.service.outputOf(...words.slice(0, -1), expected, '--as', 'anonymous');
    expect(await contentOf(file)).toEqual(await contentOf(expected));
  });
});

describe('hds export table', () => {
  it('continues a GeoPackage after a killed process', async () => {
    const file = tables.inFolder('killed.gpkg');
    const words = ['export', 'table', places, '--as', 'ann', '--output', file];
    expect(await killHdsAt(tables.service, 'candidate_resource', ...words)).toBeNull();
    expect(await readdir(tables.service.folder)).toContain('killed.gpkg.rows.part');
    await tables.service.outputOf(...words);
    const expected = tables.inFolder('not-killed.gpkg');
    await tables.service.outputOf(...words.slice(0, -1), expected);
    expect(await contentOf(file)).toEqual(await contentOf(expected));
  });
});
