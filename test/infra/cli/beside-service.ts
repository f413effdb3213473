import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { lockDataFolder } from '../../../infra/local/data-folder.ts';
import type { Row } from '../../../lib/data-api/client.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import type { DatabaseContent } from '../../support/database/content.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import { hdsHere, type Run } from './command.ts';

/** The command line together with a service on a database of the test. */
export type BesideService = {
  readonly stack: TestStack;
  /** The data folder of the service. */
  readonly folder: string;
  /** Runs `hds`. */
  readonly run: (...words: readonly string[]) => Promise<Run>;
  /** Runs `hds` and gives it a line on standard input. */
  readonly typing: (line: string, ...words: readonly string[]) => Promise<Run>;
  /** Runs `hds` and expects exit code 0. @returns its output */
  readonly said: (...words: readonly string[]) => Promise<string>;
  readonly rows: (statement: string) => Promise<readonly Row[]>;
  readonly close: () => Promise<void>;
};

export async function openBesideService(
  content: DatabaseContent = 'empty',
): Promise<BesideService> {
  const stack = await openTestStack({ content });
  const folder = await mkdtemp(path.join(tmpdir(), 'heritage-beside-'));
  const held = await lockDataFolder(folder);
  await held.publishUrl(stack.server.url);
  // The command line reads its settings from the environment once in each process.
  process.env['HDS_DATA_DIR'] = folder;
  const run: BesideService['run'] = (...words) => hdsHere(words);
  return {
    stack,
    folder,
    run,
    typing: (line, ...words) => hdsHere(words, `${line}\n`),
    said: async (...words) => {
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
