import { defineConfig } from 'vitest/config';

import { nativeServer } from './test/support/database/open.ts';
import { core, filesOf } from './test/support/kinds.ts';
import LongestFirst from './test/support/longest-first.ts';

// Each kind of tests is a project: docs/testing.md.

const service = filesOf('service');
/** What files are set up with that ask the service for many answers. */
const manyAnswers = ['test/support/log-together.ts'];
const onServer = nativeServer() !== undefined;

export default defineConfig({
  test: {
    setupFiles: ['test/support/random/setup.ts'],
    globalSetup: ['test/support/database/run.ts'],
    reporters: ['default', './test/support/random/reporter.ts'],
    // Machines are shared: only what hangs is to end.
    testTimeout: 180_000,
    hookTimeout: 600_000,
    // An embedded database takes about a gigabyte of memory: two files at a time fit a small machine.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Every request writes a line of log: shown where a test fails.
    silent: 'passed-only',
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: [...filesOf('unit')], pool: 'threads', isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          include: [...filesOf('conformance')],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: { name: 'local', include: [...filesOf('local')], env: { HDS_DATABASE_URL: '' } },
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
                maxWorkers: 4,
                sequence: { groupOrder: 1 },
              },
            },
          ]
        : [
            {
              extends: true,
              test: { name: 'core', include: [...core], setupFiles: [...manyAnswers] },
            },
            {
              extends: true,
              test: {
                name: 'service',
                include: service.filter((name) => !core.includes(name)),
                setupFiles: [...manyAnswers],
              },
            },
          ]),
    ],
  },
});
