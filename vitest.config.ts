import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

import { nativeServerUrl } from './test/support/database/open.ts';
import { coreServiceTests, listTestFiles, type TestKind } from './test/support/test-kinds.ts';
import SlowestFirstSequencer from './test/support/slowest-first-sequencer.ts';

// Each kind of tests is a project: docs/testing.md.

type ProjectConfig = NonNullable<TestProjectInlineConfiguration['test']>;

/** What files are set up with that ask the service for many answers. */
const manyAnswers = ['test/support/batch-log-lines.ts', 'test/support/restore-process.ts'];
const onServer = nativeServerUrl() !== undefined;

/** The project of a kind of tests. */
const project = (name: TestKind, test: ProjectConfig = {}): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: [...listTestFiles(name)], ...test },
});

/** Many files in one process. */
const together: ProjectConfig = { pool: 'threads', isolate: false };
const embedded: ProjectConfig = { env: { HDS_DATABASE_URL: '' } };
// Next to a server, a test waits for it, or for a pause between two tries, most of its time.
const besideServer: ProjectConfig = onServer ? { maxWorkers: 4, sequence: { groupOrder: 1 } } : {};

export default defineConfig({
  test: {
    setupFiles: ['test/support/random/setup.ts', 'test/support/log-to-console.ts'],
    globalSetup: ['test/support/database/global-setup.ts'],
    reporters: [
      'default',
      './test/support/random/reporter.ts',
      './test/support/not-run-reporter.ts',
    ],
    // Machines are shared: only what hangs is to end.
    testTimeout: 180_000,
    hookTimeout: 600_000,
    // An embedded database takes about a gigabyte of memory: two files at a time fit a small machine.
    maxWorkers: 2,
    sequence: { sequencer: SlowestFirstSequencer },
    // Every request writes a line of log: shown where a test fails.
    silent: 'passed-only',
    projects: [
      project('unit', together),
      project('readme', embedded),
      project('slow', { ...together, ...besideServer }),
      project('local', { ...embedded, ...besideServer }),
      project('service', {
        ...besideServer,
        // Without a server, `core` runs these.
        exclude: onServer ? [] : [...coreServiceTests],
        setupFiles: [...manyAnswers],
        isolate: !onServer,
      }),
      {
        extends: true,
        test: {
          ...embedded,
          ...besideServer,
          name: 'core',
          include: [...coreServiceTests],
          setupFiles: [...manyAnswers],
          isolate: false,
        },
      },
      project('conformance', { maxWorkers: 1, sequence: { groupOrder: 2 } }),
    ],
  },
});
