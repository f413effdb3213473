import { writeFile } from 'node:fs/promises';

import type { QuadSource } from '../../../../lib/exports/quad-chunk.ts';
import { printChunks, writeChunksIntoFile, type OutputCounts } from '../chunked-output.ts';
import { readCsvChunks } from './csv-chunks.ts';
import { planTableExport, type TableRequest } from './table-export.ts';
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

/**
 * Writes the table of a resource model, and beside the file its mapping.
 * @rule Imports and exports: What does a table of a model have?
 * @throws CommandError, and errors of the Data API
 */
export async function exportTable(
  source: QuadSource,
  request: TableRequest,
  { output, format, onProgress }: TableTarget,
): Promise<OutputCounts> {
  const tableExport = await planTableExport(source, request, false);
  const { model, tables } = tableExport;
  if (output === '-') return printChunks(readCsvChunks(tableExport, null), onProgress);
  const { caller, baseUrl, language } = source;
  const identity = JSON.stringify([formatVersion, format, caller, baseUrl, language, tables]);
  const counts = await writeChunksIntoFile(
    output,
    identity,
    (after) => readCsvChunks(tableExport, after),
    onProgress,
  );
  await writeFile(
    mappingFileName(output),
    writeMapping(output, model, tables, { isGuarded: true }),
    { mode: 0o600 },
  );
  return counts;
}
