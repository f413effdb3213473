import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

import { nativeServerUrl } from '../support/database/open.ts';
import { startNativeServer } from '../support/native-server.ts';
import { isGoalMet, ratioToPeer, formatTable, type Figure } from './figure.ts';

/** The options of a bench on a native server. */
export type NativeBenchOptions = {
  /** The server, as a superuser. Missing databases are created there. */
  readonly server: string;
  /** The number of points. Some sections also use ten times as many. */
  readonly features: number;
  /** A part of the names of the sections to run. */
  readonly only: string;
  /** The folder for pictures, if any are taken. */
  readonly pictures?: string | undefined;
  /** Whether to print the plans of statements. */
  readonly plans?: boolean;
};

/**
 * Runs a bench with the options of the command line, on the server of HDS_DATABASE_URL or a temporary server. It prints the figures, writes
 * them to NAME.json, and ends the process.
 */
export async function runNativeBench(
  name: string,
  measure: (options: NativeBenchOptions) => Promise<readonly Figure[]>,
): Promise<never> {
  const { values } = parseArgs({
    options: {
      features: { type: 'string', default: '100000' },
      only: { type: 'string', default: '' },
      to: { type: 'string', default: name },
      pictures: { type: 'string' },
      plans: { type: 'boolean', default: false },
    },
  });
  const url = nativeServerUrl();
  const temporaryServer =
    url === undefined ? await startNativeServer({ shared_buffers: '1GB' }) : undefined;
  try {
    const figures = await measure({
      server: url ?? temporaryServer?.url ?? '',
      features: Number(values.features),
      only: values.only,
      pictures: values.pictures,
      plans: values.plans,
    });
    console.log(formatTable(figures).join('\n'));
    const result = {
      date: new Date().toISOString(),
      node: process.version,
      processors: cpus().length,
      figures: figures.map((figure) => ({
        ...figure,
        ratio: ratioToPeer(figure),
        met: isGoalMet(figure),
      })),
    };
    await writeFile(`${values.to}.json`, `${JSON.stringify(result, undefined, 2)}\n`);
  } finally {
    await temporaryServer?.stop();
  }
  process.exit(0);
}
