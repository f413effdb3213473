import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { installPythonPrograms } from '../../support/python-programs.ts';
import { readSchemathesisReport, type SchemathesisReport } from './report.ts';

export type SchemathesisOptions = {
  /** The URL of the description. */
  readonly description: string;
  /** An access token; requests are anonymous without it. */
  readonly token?: string;
  /** The seconds during which schemathesis sends random requests. If absent, it derives all requests from the description. */
  readonly seconds?: number;
};

const configuration = path.join(import.meta.dirname, 'schemathesis.toml');

/** The seed of all random requests. */
const seed = 20_261_123;

/**
 * Runs schemathesis with all its checks.
 * @throws Error with the message of schemathesis if it cannot run
 */
export async function runSchemathesis(options: SchemathesisOptions): Promise<SchemathesisReport> {
  const programs = await installPythonPrograms(
    'conformance-python',
    path.join(import.meta.dirname, '../requirements.txt'),
  );
  const folder = await mkdtemp(path.join(tmpdir(), 'schemathesis-'));
  try {
    const reportFile = path.join(folder, 'events.ndjson');
    const child = spawn(path.join(programs, 'schemathesis'), parametersOf(options, reportFile), {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [summary] = await Promise.all([text(child.stdout), once(child, 'close')]);
    const parsedReport = await readSchemathesisReport(reportFile);
    if (parsedReport.requests > 0) return parsedReport;
    throw new Error(`schemathesis has sent no requests: ${summary}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function parametersOf(
  { description, token, seconds }: SchemathesisOptions,
  reportFile: string,
): readonly string[] {
  return [
    `--config-file=${configuration}`,
    'run',
    description,
    ...(token === undefined ? [] : ['--header', `Authorization: Bearer ${token}`]),
    ...(seconds === undefined
      ? ['--phases=examples,coverage']
      : ['--phases=fuzzing', `--max-time=${seconds}`]),
    `--seed=${seed}`,
    '--checks=all',
    '--continue-on-failure',
    '--generation-database=none',
    '--no-shrink',
    // A busy machine must not cause a failure.
    '--suppress-health-check=all',
    '--report=ndjson',
    `--report-ndjson-path=${reportFile}`,
  ];
}
