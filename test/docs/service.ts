import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { compileCacheFolder, startNode } from '../../infra/local/child-process.ts';
import { findFreePort } from '../../infra/local/free-port.ts';
import { ensureSampleTemplate } from '../../infra/local/sample-template.ts';
import type { Command } from './blocks.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The output and the exit code of a command. */
export type CommandResult = { readonly code: number; readonly out: string; readonly error: string };

/** The service as `npm start` starts it, and a folder in which commands are run. */
export type DocumentedService = {
  readonly folder: string;
  /** The output of `npm start`. */
  readonly startOutput: string;
  /**
   * Runs the commands of a block in one shell, so that variables stay set.
   * @param environment variables of the shell, such as TOKEN
   */
  readonly run: (
    commands: readonly Command[],
    environment: Readonly<Record<string, string>>,
  ) => Promise<readonly CommandResult[]>;
  readonly close: () => Promise<void>;
};

/**
 * Shell functions that replace two programs. `npm` runs the command line of this checkout and enters a password. `curl` shows no
 * progress.
 */
const prelude = `
npm() {
  if [ "$1 $2 $3" = 'run hds --' ]; then shift 3; echo 'a password that nobody guesses' | "$NODE" "$ROOT/infra/cli/main.ts" "$@"; else echo "npm $*: not known here" >&2; return 97; fi
}
curl() { command curl -sS $FAILING "$@"; }
`;

/** Starts the service with a new data folder: `.data` in a new temporary folder. */
export async function startDocumentedService(): Promise<DocumentedService> {
  // `npm ci` has created the template, but the sources may have changed since then.
  await ensureSampleTemplate();
  const folder = await mkdtemp(path.join(tmpdir(), 'heritage-docs-'));
  const port = await findFreePort(0);
  const settings = {
    HDS_DATA_DIR: path.join(folder, '.data'),
    PORT: String(port),
    HDS_DATABASE_URL: '',
    NODE_COMPILE_CACHE: compileCacheFolder,
  };
  const service = startNode([path.join(root, 'infra/local/start.ts')], settings);
  const replaceLocalValues = (text: string): string =>
    text.replaceAll(`localhost:${port}`, 'localhost:3000').replaceAll(`${folder}/`, '');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const addOutput = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes('stop it:')) resolve();
    };
    service.process.stdout?.on('data', addOutput);
    service.process.stderr?.on('data', addOutput);
    void service.ended.then(() => reject(new Error(`npm start ended: ${output}`)));
  });
  return {
    folder,
    startOutput: replaceLocalValues(output),
    run: async (commands, environment) => {
      const script = commands.map(({ commandLine, shownOutput }, number) => {
        const command = commandLine.replaceAll('localhost:3000', `localhost:${port}`);
        const failureOption = shownOutput === '' ? '--fail-with-body' : '';
        return `FAILING='${failureOption}'\n{ ${command}\n} >out.${number} 2>error.${number}\necho $? >code.${number}`;
      });
      const shell = spawn('bash', ['-c', [prelude, ...script].join('\n')], {
        cwd: folder,
        env: { ...process.env, ...settings, ...environment, NODE: process.execPath, ROOT: root },
        stdio: 'ignore',
      });
      await once(shell, 'exit');
      const text = async (name: string): Promise<string> =>
        replaceLocalValues(await readFile(path.join(folder, name), 'utf8'));
      return Promise.all(
        commands.map(async (_, number) => ({
          code: Number(await text(`code.${number}`)),
          out: await text(`out.${number}`),
          error: await text(`error.${number}`),
        })),
      );
    },
    close: async () => {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
