import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { Readable, type Writable } from 'node:stream';

import { compileCacheFolder } from '../../../infra/local/child-process.ts';
import { runCommandLine as runHds } from '../../../infra/cli/hds.ts';

/** The output and exit code of a run of the command line. */
export type Run = { readonly code: number | null; readonly out: string; readonly error: string };

const main = path.resolve(import.meta.dirname, '../../../infra/cli/main.ts');

/**
 * Runs `hds` as a process of its own, with only the given environment variables.
 * @param onStart gets the process, to observe or stop it
 */
export function runHdsProcess(
  settings: Readonly<Record<string, string>>,
  words: readonly string[],
  onStart: (child: ChildProcess) => void = () => undefined,
): Promise<Run> {
  const { PATH = '' } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE: compileCacheFolder, ...settings };
  const child = spawn(process.execPath, [main, ...words], { env });
  onStart(child);
  let out = '';
  let error = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, error }));
  });
}

/**
 * Runs `hds` in this process, with the settings of this process, for tests that do not test the process itself.
 * @param input the standard input
 */
export async function runHdsInThisProcess(words: readonly string[], input = ''): Promise<Run> {
  const { stdin, exitCode } = process;
  const out = captureOutput(process.stdout);
  const error = captureOutput(process.stderr);
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]) });
  process.exitCode = 0;
  try {
    await runHds(words);
    return { code: readExitCode(), out: out.text(), error: error.text() };
  } finally {
    process.exitCode = exitCode;
    Object.defineProperty(process, 'stdin', { value: stdin });
    error.release();
    out.release();
  }
}

function readExitCode(): number {
  return Number(process.exitCode);
}

/** Captures what is written to a stream until `release` is called. */
function captureOutput(stream: Writable): {
  readonly text: () => string;
  readonly release: () => void;
} {
  const write = stream.write.bind(stream);
  let text = '';
  stream.write = (chunk: unknown) => {
    text += String(chunk);
    return true;
  };
  return {
    text: () => text,
    release: () => {
      stream.write = write;
    },
  };
}
