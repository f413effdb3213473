import { cpus, totalmem } from 'node:os';

import { quantile } from '../bench/load.ts';
import type { MixResult } from './run-mix.ts';
import { isBounded, measureGrowth, sampleNames, type Sample } from './samples.ts';

type Cell = string | number;

function markdownTable(header: readonly Cell[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

const errorsText = ({ errors }: MixResult): string =>
  Object.entries(errors)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ') || 'none';

/** A sentence about the machine and the data. */
export function conditions(content: string): string {
  const [processor] = cpus();
  return `${cpus().length} processors (${processor?.model ?? 'unknown'}), ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.version}. Data: ${content}. PostgreSQL, the emulator, the functions and the clients share the machine.`;
}

/** The figures of all parts of the mix together, a row for each number of connections. */
export function concurrencyTable(results: readonly MixResult[]): string {
  return markdownTable(
    ['connections', 'requests/s', 'p50 ms', 'p95 ms', 'p99 ms', 'errors'],
    results.map((result) => [
      result.connections,
      result.perSecond.toFixed(0),
      result.p50.toFixed(1),
      result.p95.toFixed(1),
      result.p99.toFixed(1),
      errorsText(result),
    ]),
  );
}

/** The times of each part of the mix. */
export function partsTable(result: MixResult): string {
  return markdownTable(
    [`at ${result.connections} connections`, 'requests', 'p50 ms', 'p95 ms', 'p99 ms'],
    result.parts.map(({ name, milliseconds }) => [
      name,
      milliseconds.length,
      ...[0.5, 0.95, 0.99].map((part) => quantile(milliseconds, part).toFixed(1)),
    ]),
  );
}

/** The memory and handles at the begin, the middle and the end of a soak, with their growth in the second half. */
export function soakTable(samples: readonly Sample[]): string {
  const growths = measureGrowth(samples);
  const middle = samples[Math.floor(samples.length / 2)];
  return markdownTable(
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
