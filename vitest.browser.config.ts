import { defineConfig } from 'vitest/config';

// The pages in a real Chromium: `npm run test:browser`.
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    setupFiles: ['test/support/log-to-console.ts'],
    globalSetup: ['test/support/database/global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    silent: 'passed-only',
  },
});
