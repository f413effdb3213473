import { writeFlatGeobuf } from '../../../infra/cli/export/tables/flatgeobuf/write-flatgeobuf.ts';
import { writeGeoPackage } from '../../../infra/cli/export/tables/gpkg/write-geopackage.ts';
import { writeGeoParquet } from '../../../infra/cli/export/tables/geoparquet/write-geoparquet.ts';
import { spoolRows } from '../../../infra/cli/export/tables/row-spool.ts';
import {
  writeWholeFile,
  type WriteTableFile,
} from '../../../infra/cli/export/tables/table-file.ts';
import { writeXlsx } from '../../../infra/cli/export/tables/xlsx/write-xlsx.ts';
import type { TableChunk } from '../../../lib/exports/read-table-rows.ts';
import { parseResourceId } from '../../../lib/model/ids.ts';
import type { Row } from '../../../lib/model/tables/cell.ts';
import type { SpatialTable } from '../../../lib/model/tables/spatial-table.ts';
import { readPeakMemory } from '../peak-memory.ts';

// Writes a number of rows with a point, five texts and a number into a file, by way of the file with the rows that were read. It prints how long
// both took, and the peak of memory.

const [, , file = '', count = '0'] = process.argv;
const rowsPerChunk = 1000;

const writers: Readonly<Record<string, WriteTableFile>> = {
  gpkg: writeGeoPackage,
  fgb: writeFlatGeobuf,
  parquet: writeGeoParquet,
  xlsx: writeXlsx,
};
const extension = file.split('.').at(-1) ?? '';
const write = writers[extension];
if (write === undefined) throw new Error(`There is no format ${extension}.`);

const types = ['text', 'text', 'text', 'text', 'text', 'number', 'geometry'] as const;
const table: SpatialTable = {
  name: 'sites',
  nodegroup: null,
  columns: types.map((type, index) => ({
    name: `column_${index}`,
    type,
    source: { kind: 'link' as const },
    isList: false,
    isJoined: false,
  })),
  geometryIndex: extension === 'xlsx' ? -1 : 6,
};

const idOf = (number: number): string =>
  `6e0a0000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function makeRow(number: number): Row {
  const coordinates = [
    (number % 360) - 180 + number / 1e7,
    ((number * 7) % 180) - 90 + number / 1e7,
  ];
  return [
    idOf(number),
    `http://localhost/resources/${idOf(number)}`,
    `Site ${number}`,
    `Area ${number % 50}`,
    '2020-01-01',
    number / 10,
    { kind: 'geometry', geometry: { type: 'Point', coordinates } },
  ];
}

async function* makeChunks(): AsyncGenerator<TableChunk> {
  for (let first = 0; first < Number(count); first += rowsPerChunk) {
    const rows = Array.from({ length: rowsPerChunk }, (_, index) => makeRow(first + index));
    yield { rows: [rows], records: rowsPerChunk, lastId: parseResourceId(idOf(first)) };
  }
}

const start = performance.now();
const spool = await spoolRows(`${file}.rows`, 'bench', makeChunks, () => undefined);
const spooled = performance.now();
await writeWholeFile(file, { tables: [table], chunks: spool.chunks }, write);
await spool.remove();
const seconds = [spooled - start, performance.now() - spooled].map((time) =>
  Math.round(time / 1000),
);
const megabytes = Math.round(await readPeakMemory());
process.stdout.write(`${seconds.join(' s kept, ')} s written, ${megabytes} MB of memory`);
