import { exportTable } from '../../../infra/cli/export/tables/export-table.ts';
import { formatOfFile } from '../../../infra/cli/export/tables/table-format.ts';
import { createTestDataApi } from '../../support/data-api-client.ts';
import { readPeakMemory } from '../peak-memory.ts';

// Writes a model of the database behind the emulator of a URL as a table, in a separate process. It writes one line of JSON: the duration in
// milliseconds, and the peak of its memory (MB).

const [, , url = '', graph = '', output = '', caller = ''] = process.argv;
const format = formatOfFile(output) ?? 'csv';
const source = {
  dataApi: createTestDataApi(url, 'service'),
  caller: Number(caller),
  baseUrl: 'http://localhost',
  language: 'en',
};
const request = {
  graph,
  nodegroup: undefined,
  geometry: undefined,
  headings: 'aliases',
  language: undefined,
} as const;
const start = performance.now();
await exportTable(source, request, { output, format, onProgress: () => undefined });
const milliseconds = performance.now() - start;
const megabytes = await readPeakMemory();
process.stdout.write(`${JSON.stringify({ milliseconds, megabytes })}\n`);
process.exit(0);
