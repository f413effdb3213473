import { cpus, totalmem } from 'node:os';

import { quantile } from '../bench/load.ts';
import type { MixResult } from './run-mix.ts';
import { isBounded, measureGrowth, sampleNames, type Sample } from './samples.ts';

type Cell = string | number;

function formatMarkdownTable(header: readonly Cell[], rows: readonly (readonly Cell[])[]): string {
  const formatRow = (cells: readonly Cell[]): string => `| ${cells.join(' | ')} |`;
  return [formatRow(header), formatRow(header.map(() => '---')), ...rows.map(formatRow)].join('\n');
}

const formatErrors = ({ errors }: MixResult): string =>
  Object.entries(errors)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ') || 'none';

/** Describes the machine and the data in sentences. */
export function describeConditions(content: string): string {
  const [processor] = cpus();
  return `${cpus().length} processors (${processor?.model ?? 'unknown'}), ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.version}. Data: ${content}. PostgreSQL, the emulator, the functions and the clients share the machine.`;
}

/** A table with the figures of the whole mix, with a row for each number of connections. */
export function formatConcurrencyTable(results: readonly MixResult[]): string {
  return formatMarkdownTable(
    ['connections', 'requests/s', 'p50 ms', 'p95 ms', 'p99 ms', 'errors'],
    results.map((result) => [
      result.connections,
      result.perSecond.toFixed(0),
      result.p50.toFixed(1),
      result.p95.toFixed(1),
      result.p99.toFixed(1),
      formatErrors(result),
    ]),
  );
}

/** A table with the response times of each part of the mix. */
export function formatPartsTable(result: MixResult): string {
  return formatMarkdownTable(
    [`at ${result.connections} connections`, 'requests', 'p50 ms', 'p95 ms', 'p99 ms'],
    result.parts.map(({ name, milliseconds }) => [
      name,
      milliseconds.length,
      ...[0.5, 0.95, 0.99].map((part) => quantile(milliseconds, part).toFixed(1)),
    ]),
  );
}

/** A table with memory and handles at the start, the middle and the end of a soak, and their growth in the second half. */
export function formatSoakTable(samples: readonly Sample[]): string {
  const growths = measureGrowth(samples);
  const middle = samples[Math.floor(samples.length / 2)];
  return formatMarkdownTable(
    ['value', 'first', 'middle', 'last', 'growth in the second half', 'allowed', 'bounded'],
    sampleNames.map((name) => {
      const growth = growths.find((item) => item.name === name);
      return [
        name,
        ...[samples[0], middle, samples.at(-1)].map((sample) => sample?.[name].toFixed(0) ?? ''),
        growth?.growth.toFixed(1) ?? '',
        growth?.allowed.toFixed(1) ?? '',
        growth === undefined || !isBounded(growth) ? 'NO' : 'yes',
      ];
    }),
  );
}
