import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import * as z from 'zod';

import { installPythonPrograms } from '../../../../support/python-programs.ts';

/** What the library makes of a filter. */
const verdictSchema = z.union([
  z.object({ json: z.unknown(), text: z.string() }),
  z.object({ error: z.string() }),
]);

type Verdict = z.output<typeof verdictSchema>;

type Judge = (
  filters: readonly ({ readonly text: string } | { readonly json: unknown })[],
) => Promise<readonly Verdict[]>;

/** Installs the library cql2 of PyPI. @returns undefined without Python or a network */
export async function installJudge(): Promise<Judge | undefined> {
  try {
    const requirements = path.join(import.meta.dirname, 'requirements.txt');
    const programs = await installPythonPrograms('cql2-judge', requirements);
    return (filters) => judge(path.join(programs, 'python'), filters);
  } catch (error) {
    console.warn(`The library cql2 cannot be installed: ${String(error)}`);
    return undefined;
  }
}

async function judge(python: string, filters: Parameters<Judge>[0]): Promise<readonly Verdict[]> {
  const judging = promisify(execFile)(python, [path.join(import.meta.dirname, 'judge.py')], {
    maxBuffer: 256 * 1024 * 1024,
  });
  judging.child.stdin?.end(filters.map((filter) => JSON.stringify(filter)).join('\n'));
  const { stdout } = await judging;
  return stdout
    .trim()
    .split('\n')
    .map((line) => verdictSchema.parse(JSON.parse(line)));
}
