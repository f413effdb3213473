import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/random/setup.ts'],
    reporters: ['default', './test/support/random/reporter.ts'],
    // These need a browser, and have a command of their own.
    exclude: ['test/browser/**'],
    // Machines are shared: only what hangs is to end.
    testTimeout: 180_000,
    hookTimeout: 600_000,
    // A database takes about a gigabyte of memory: two files at a time fit a small machine.
    maxWorkers: 2,
    // Every request writes a line of log: shown where a test fails.
    silent: 'passed-only',
  },
});
