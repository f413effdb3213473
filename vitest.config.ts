import { defineConfig } from 'vitest/config';

import { nativeServerUrl } from './test/support/database/open.ts';
import { coreServiceTests, listTestFiles } from './test/support/test-kinds.ts';
import SlowestFirstSequencer from './test/support/slowest-first-sequencer.ts';

// Each kind of tests is a project: docs/testing.md.

const service = listTestFiles('service');
/** What files are set up with that ask the service for many answers. */
const manyAnswers = ['test/support/batch-log-lines.ts', 'test/support/restore-process.ts'];
const onServer = nativeServerUrl() !== undefined;

export default defineConfig({
  test: {
    setupFiles: ['test/support/random/setup.ts', 'test/support/log-to-console.ts'],
    globalSetup: ['test/support/database/global-setup.ts'],
    reporters: ['default', './test/support/random/reporter.ts'],
    // Machines are shared: only what hangs is to end.
    testTimeout: 180_000,
    hookTimeout: 600_000,
    // An embedded database takes about a gigabyte of memory: two files at a time fit a small machine.
    maxWorkers: 2,
    sequence: { sequencer: SlowestFirstSequencer },
    // Every request writes a line of log: shown where a test fails.
    silent: 'passed-only',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [...listTestFiles('unit')],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          include: [...listTestFiles('conformance')],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'local',
          include: [...listTestFiles('local')],
          env: { HDS_DATABASE_URL: '' },
        },
      },
      ...(onServer
        ? // A test waits for the server, or for a pause between two tries, most of its time.
          [
            {
              extends: true,
              test: {
                name: 'service',
                include: [...service],
                setupFiles: [...manyAnswers],
                isolate: false,
                maxWorkers: 4,
                sequence: { groupOrder: 1 },
              },
            },
          ]
        : [
            {
              extends: true,
              test: {
                name: 'core',
                include: [...coreServiceTests],
                setupFiles: [...manyAnswers],
                isolate: false,
              },
            },
            {
              extends: true,
              test: {
                name: 'service',
                include: service.filter((name) => !coreServiceTests.includes(name)),
                setupFiles: [...manyAnswers],
              },
            },
          ]),
    ],
  },
});
