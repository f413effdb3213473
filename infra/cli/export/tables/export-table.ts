import { writeFile } from 'node:fs/promises';

import type { QuadSource } from '../../../../lib/exports/quad-chunk.ts';
import { readTableRows } from '../../../../lib/exports/read-table-rows.ts';
import { chooseGeometry } from '../../../../lib/model/tables/spatial-table.ts';
import type { Table } from '../../../../lib/model/tables/table-column.ts';
import { CommandError } from '../../command-error.ts';
import { printChunks, writeChunksIntoFile, type OutputCounts } from '../chunked-output.ts';
import { readCsvChunks } from './csv-chunks.ts';
import { planTableExport, type TableExport, type TableRequest } from './table-export.ts';
import { toOutputError } from '../write-output.ts';
import { spoolRows } from './row-spool.ts';
import { writeWholeFile, type WriteTableFile } from './table-file.ts';
import type { TableFormat } from './table-format.ts';
import { mappingFileName, writeMapping } from './write-mapping.ts';

/** Must be increased when the same data are written differently. Otherwise an interrupted file would be continued in another format. */
const formatVersion = 1;

type TableTarget = {
  /** The file; - for standard output. */
  readonly output: string;
  readonly format: TableFormat;
  readonly onProgress: (counts: OutputCounts) => void;
};

type BinaryWriter = {
  readonly write: WriteTableFile;
  /** Gives tables the names that they have in the file. */
  readonly nameTables?: (tables: readonly Table[]) => readonly Table[];
};

/** A format that is not text. It is loaded when it is needed. */
type BinaryFormat = {
  /** Whether it holds the table of records together with those of nodegroups. */
  readonly holdsSeveralTables: boolean;
  /** Whether it has a geometry for each row. Otherwise geometries are texts. */
  readonly holdsGeometries: boolean;
  readonly load: () => Promise<BinaryWriter>;
};

const binaryFormats: Readonly<Record<Exclude<TableFormat, 'csv'>, BinaryFormat>> = {
  gpkg: {
    holdsSeveralTables: true,
    holdsGeometries: true,
    load: async () => ({ write: (await import('./gpkg/write-geopackage.ts')).writeGeoPackage }),
  },
  flatgeobuf: {
    holdsSeveralTables: false,
    holdsGeometries: true,
    load: async () => ({
      write: (await import('./flatgeobuf/write-flatgeobuf.ts')).writeFlatGeobuf,
    }),
  },
  geoparquet: {
    holdsSeveralTables: false,
    holdsGeometries: true,
    load: async () => ({
      write: (await import('./geoparquet/write-geoparquet.ts')).writeGeoParquet,
    }),
  },
  xlsx: {
    holdsSeveralTables: true,
    holdsGeometries: false,
    load: async () => {
      const { nameSheets, writeXlsx } = await import('./xlsx/write-xlsx.ts');
      return { write: writeXlsx, nameTables: nameSheets };
    },
  },
};

/**
 * Writes the tables of a resource model, and beside the file its mapping.
 * @rule Imports and exports: What does a table of a model have?
 * @throws CommandError, and errors of the Data API
 */
export async function exportTable(
  source: QuadSource,
  request: TableRequest,
  target: TableTarget,
): Promise<OutputCounts> {
  return target.format === 'csv'
    ? exportCsv(source, request, target)
    : exportBinary(source, request, target, binaryFormats[target.format]);
}

async function exportCsv(
  source: QuadSource,
  request: TableRequest,
  { output, onProgress }: TableTarget,
): Promise<OutputCounts> {
  const tableExport = await planTableExport(source, request, false);
  if (output === '-') return printChunks(readCsvChunks(tableExport, null), onProgress);
  const counts = await writeChunksIntoFile(
    output,
    identityOf(source, tableExport.tables),
    (after) => readCsvChunks(tableExport, after),
    onProgress,
  );
  await writeMappingBeside(output, tableExport, { isGuarded: true });
  return counts;
}

/** Everything that the rows of a file depend on, except the data. */
function identityOf({ caller, baseUrl, language }: QuadSource, tables: readonly Table[]): string {
  return JSON.stringify([formatVersion, caller, baseUrl, language, tables]);
}

async function exportBinary(
  source: QuadSource,
  request: TableRequest,
  { output, format, onProgress }: TableTarget,
  { holdsSeveralTables, holdsGeometries, load }: BinaryFormat,
): Promise<OutputCounts> {
  if (output === '-')
    throw new CommandError('no_output', `${format} is written into a file: give --output.`);
  const planned = await planTableExport(source, request, holdsSeveralTables);
  const { write, nameTables = (tables) => tables } = await load();
  const tables = nameTables(planned.tables).map((table) =>
    holdsGeometries ? chooseGeometry(table, request.geometry) : { ...table, geometryIndex: -1 },
  );
  // Reading is nearly all of the work, so the rows are kept until the file is complete.
  const spool = await spoolRows(
    `${output}.rows`,
    identityOf(source, tables),
    (after) => readTableRows(planned.source, tables, after),
    onProgress,
  ).catch((error: unknown) => {
    throw toOutputError(output, error);
  });
  const counts = await writeWholeFile(output, { tables, chunks: spool.chunks }, write);
  await spool.remove();
  await writeMappingBeside(output, { ...planned, tables }, { isGuarded: false });
  return counts;
}

async function writeMappingBeside(
  output: string,
  { model, tables }: TableExport,
  form: { readonly isGuarded: boolean },
): Promise<void> {
  const mapping = writeMapping(output, model, tables, form);
  await writeFile(mappingFileName(output), mapping, { mode: 0o600 });
}
