import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { insertFault, type CodeFault } from './fault.ts';
import { faults } from './faults.ts';

// Inserts one fault after another into a copy of the last commit, and runs the tests that have to find it.
// `npm run test:faults -- [TEXT]` tries only the faults with this text in their description.

const root = path.resolve(import.meta.dirname, '../..');
const [searchText = ''] = process.argv.slice(2);

function run(command: string, parameters: readonly string[], cwd: string): number {
  const { status } = spawnSync(command, parameters, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  return status ?? 1;
}

function testsFail(tests: readonly string[], folder: string): boolean {
  const projects = ['unit', 'slow', 'local', 'service'].flatMap((name) => ['--project', name]);
  return (
    run('vitest', ['run', ...projects, '--bail=1', '--passWithNoTests', ...tests], folder) !== 0
  );
}

/** Finds the first tests of a fault that fail with it. */
function findFailingTests(fault: CodeFault, folder: string): string | undefined {
  const file = path.join(folder, fault.file);
  const original = readFileSync(file, 'utf8');
  writeFileSync(file, insertFault(fault, original));
  try {
    return fault.tests.find((test) => testsFail([test], folder));
  } finally {
    writeFileSync(file, original);
  }
}

const folder = path.join(mkdtempSync(path.join(tmpdir(), 'faults-')), 'copy');
const missed: string[] = [];
try {
  if (run('git', ['worktree', 'add', '--detach', folder], root) !== 0) {
    throw new Error('The last commit cannot be copied: see git worktree list.');
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const selected = faults.filter(({ description }) => description.includes(searchText));
  if (selected.length === 0) throw new Error(`No fault has “${searchText}” in its description.`);
  const tests = [...new Set(selected.flatMap((fault) => fault.tests))];
  if (testsFail(tests, folder))
    throw new Error('The tests fail without a fault. Correct them first.');
  for (const fault of selected) {
    const failingTests = findFailingTests(fault, folder);
    if (failingTests === undefined) missed.push(fault.description);
    const outcome = failingTests === undefined ? 'MISSED' : 'found ';
    console.log(`${outcome} ${fault.description} (${failingTests ?? fault.tests.join(', ')})`);
  }
  console.log(`${selected.length - missed.length} of ${selected.length} faults found`);
} finally {
  run('git', ['worktree', 'remove', '--force', folder], root);
  rmSync(path.dirname(folder), { recursive: true, force: true });
}
process.exitCode = missed.length === 0 ? 0 : 1;
