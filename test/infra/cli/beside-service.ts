import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { lockDataFolder } from '../../../infra/local/data-folder.ts';
import type { Row } from '../../../lib/data-api/client.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { resetProcess } from '../../../lib/once-per-process.ts';
import type { DatabaseContent } from '../../support/database/content.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import { runHdsInThisProcess, type Run } from './command.ts';

/** A running service with its own database, and the command line that works on it. */
export type CommandLineService = {
  readonly stack: TestStack;
  /** The data folder of the service. */
  readonly folder: string;
  /** Runs `hds`. */
  readonly run: (...words: readonly string[]) => Promise<Run>;
  /** Runs `hds` with one line as its standard input. */
  readonly runWithInput: (line: string, ...words: readonly string[]) => Promise<Run>;
  /** Runs `hds`, which must end with exit code 0. @returns its output */
  readonly outputOf: (...words: readonly string[]) => Promise<string>;
  readonly rows: (statement: string) => Promise<readonly Row[]>;
  readonly close: () => Promise<void>;
};

/** @param idle the milliseconds after which the database ends the transaction of a killed process; by default as in AWS */
export async function openCommandLineService(
  content: DatabaseContent = 'empty',
  idle?: number,
): Promise<CommandLineService> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heritage-beside-'));
  process.env['HDS_DATA_DIR'] = folder;
  const transactionTimeouts = idle === undefined ? {} : { transactionTimeouts: { idle } };
  const stack = await openTestStack({ content, ...transactionTimeouts });
  const lock = await lockDataFolder(folder);
  await lock.publishUrl(stack.server.url);
  // Filling a database can read the settings, which is done only once in a process.
  resetProcess();
  const runWith = (words: readonly string[], input?: string): Promise<Run> => {
    // A process works on one folder, and a test can have two services.
    if (process.env['HDS_DATA_DIR'] !== folder) {
      process.env['HDS_DATA_DIR'] = folder;
      resetProcess();
    }
    return runHdsInThisProcess(words, input);
  };
  const run: CommandLineService['run'] = (...words) => runWith(words);
  return {
    stack,
    folder,
    run,
    runWithInput: (line, ...words) => runWith(words, `${line}\n`),
    outputOf: async (...words) => {
      const { code, out, error } = await run(...words);
      if (code !== 0) throw new Error(`hds ${words.join(' ')} ended with ${code}: ${error}`);
      return out;
    },
    rows: (statement) => stack.owner.read(rawSql(statement)),
    close: async () => {
      await stack.close();
      await rm(folder, { recursive: true });
    },
  };
}
