import { writeFile } from 'node:fs/promises';

import { runQuery } from '../../../lib/data-api/query.ts';
import type { DataApi } from '../../../lib/data-api/client.ts';
import { errorCode } from '../../../lib/errors.ts';
import { settings } from '../../../lib/settings.ts';
import { CommandError } from '../command-error.ts';
import { mappingFileName } from '../export/tables/write-mapping.ts';
import { toOutputError } from '../export/write-output.ts';
import { readPublishedGraphs } from '../import/graphs/queries/models.ts';
import { findTableGraph } from '../import/tables/find-table-graph.ts';
import { openTableFile } from '../import/tables/open-table-file.ts';
import { draftMapping } from './draft-mapping.ts';
import { sampleTable } from './sample-table.ts';

/**
 * Writes a first mapping of a file. It never replaces a file.
 * @param output undefined for the mapping beside the file
 * @returns a line for each thing that is to be decided, and where the mapping is
 * @throws CommandError, and the errors of the format of the file
 */
export async function writeDraft(
  file: string,
  graphName: string,
  output: string | undefined,
  dataApi: DataApi,
): Promise<readonly string[]> {
  const graphs = await runQuery(dataApi.read, readPublishedGraphs());
  const graph = await findTableGraph(graphName, graphs, dataApi);
  const tableFile = await openTableFile(file, { encoding: undefined, knownHeading: undefined });
  try {
    const samples = await Array.fromAsync(tableFile.tables, sampleTable);
    const draft = draftMapping(file, graph, samples, settings().language);
    const target = output ?? mappingFileName(file);
    await writeNewFile(target, draft.text);
    return [
      `${target}: ${draft.mapped} of ${draft.columns} columns are mapped. Complete it, then: hds import table ${file} --dry-run`,
    ];
  } finally {
    tableFile.close();
  }
}

async function writeNewFile(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw toOutputError(file, error);
    const message = `${file} exists already, and is not replaced. Give another file with --output.`;
    throw new CommandError('output_exists', message, { cause: error });
  }
}
