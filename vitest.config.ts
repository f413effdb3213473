import { defineConfig } from 'vitest/config';

import { nativeServer } from './test/support/database/open.ts';
import { core, filesOf } from './test/support/kinds.ts';

// The kinds of tests: docs/testing.md. Vitest looks into each of these, and runs them beside each other.

const service = filesOf('service');
const onServer = nativeServer() !== undefined;

const common = {
  extends: true,
} as const;

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
    // Every request writes a line of log: shown where a test fails.
    silent: 'passed-only',
    coverage: { include: ['functions/**', 'lib/**', 'infra/**'] },
    projects: [
      {
        ...common,
        test: { name: 'unit', include: [...filesOf('unit')], pool: 'threads', isolate: false },
      },
      {
        ...common,
        test: { name: 'local', include: [...filesOf('local')], env: { HDS_DATABASE_URL: '' } },
      },
      ...(onServer
        ? [{ ...common, test: { name: 'service', include: [...service] } }]
        : [
            { ...common, test: { name: 'core', include: [...core] } },
            {
              ...common,
              test: { name: 'service', include: service.filter((name) => !core.includes(name)) },
            },
          ]),
    ],
  },
});
