import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';

import * as z from 'zod';

import { FileFormatError } from '../../file-error.ts';
import { quote } from '../../../export/tables/gpkg/geopackage-schema.ts';
import type { FileCell, FileRow, FileTable, TableFile } from '../table-cell.ts';
import { InvalidBinaryError, readWellKnownBinary } from './well-known-binary.ts';

const contentSchema = z.object({
  table_name: z.string(),
  column_name: z.string().nullable(),
  organization: z.string().nullable(),
  code: z.number().nullable(),
});
const columnSchema = z.object({ name: z.string(), type: z.string(), pk: z.number() });

/**
 * Opens a GeoPackage (OGC 12-128r18): its feature tables and attribute tables.
 * @throws FileFormatError `malformed_gpkg`
 */
export function openGeoPackage(file: string): TableFile {
  const database = openDatabase(file);
  try {
    const contents = z.array(contentSchema).parse(database.prepare(listContents).all());
    return {
      tables: contents.map((content) => describeTable(content, database)),
      close: () => database.close(),
    };
  } catch (cause) {
    database.close();
    throw toFileError(cause);
  }
}

function openDatabase(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly: true });
  } catch (cause) {
    throw toFileError(cause);
  }
}

function toFileError(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const message = `The file is no GeoPackage, or is damaged: ${cause.message}`;
  return new FileFormatError('malformed_gpkg', message, {}, { cause });
}

const listContents = `select c.table_name, g.column_name, s.organization, s.organization_coordsys_id as code
from gpkg_contents c
left join gpkg_geometry_columns g on g.table_name = c.table_name
left join gpkg_spatial_ref_sys s on s.srs_id = g.srs_id
where c.data_type in ('features', 'attributes')
order by c.rowid`;

type Column = z.output<typeof columnSchema>;

function describeTable(
  {
    table_name: name,
    column_name: geometryColumn,
    organization,
    code,
  }: z.output<typeof contentSchema>,
  database: DatabaseSync,
): FileTable {
  const columns = z
    .array(columnSchema)
    .parse(database.prepare(`pragma table_info(${quote(name)})`).all())
    // The number of a feature is no value of it.
    .filter(({ pk }) => pk === 0);
  const srid = organization?.toUpperCase() === 'EPSG' && code !== null ? code : undefined;
  return {
    name,
    headings: columns.map((column) => column.name),
    geometryHeading: geometryColumn ?? undefined,
    crs: srid === undefined ? undefined : `EPSG:${srid}`,
    readRows: () => readRows(name, columns, geometryColumn, database),
  };
}

async function* readRows(
  name: string,
  columns: readonly Column[],
  geometryColumn: string | null,
  database: DatabaseSync,
): AsyncGenerator<FileRow> {
  const names = columns.map((column) => quote(column.name)).join(', ');
  const statement = database.prepare(`select ${names} from ${quote(name)} order by rowid`);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  let number = 0;
  try {
    for (const row of statement.iterate()) {
      number += 1;
      const values = Object.values(row);
      yield {
        number,
        cells: columns.map((column, index) =>
          readCell(values[index] ?? null, column, geometryColumn),
        ),
      };
    }
  } catch (cause) {
    throw toFileError(cause);
  }
}

function readCell(
  value: SQLOutputValue,
  { name, type }: Column,
  geometryColumn: string | null,
): FileCell {
  if (value === null) return '';
  if (value instanceof Uint8Array)
    return name === geometryColumn
      ? readGeometry(value)
      : {
          kind: 'fault',
          code: 'binary_value',
          message: 'The cell has bytes, which no node can have.',
        };
  if (type.toLowerCase() === 'boolean') return value === 0n ? 'false' : 'true';
  return String(value);
}

const envelopeBytes: readonly number[] = [0, 32, 48, 48, 64];

/** Reads a geometry after its header (clause 2.1.3). Its reference system is that of the table. */
function readGeometry(blob: Uint8Array): FileCell {
  const flags = blob[3] ?? 0;
  const envelope = envelopeBytes[(flags >> 1) & 0b111];
  const isEmpty = (flags & 0b1_0000) !== 0;
  try {
    if (blob[0] !== 0x47 || blob[1] !== 0x50 || envelope === undefined)
      throw new InvalidBinaryError('The cell is no geometry of a GeoPackage.');
    const geometry = readWellKnownBinary(blob.subarray(8 + envelope));
    return isEmpty ? '' : { kind: 'geometry', geometry, srid: undefined };
  } catch (error) {
    if (!(error instanceof InvalidBinaryError)) throw error;
    return { kind: 'fault', code: error.code, message: error.message };
  }
}
