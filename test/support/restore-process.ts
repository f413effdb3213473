import { afterAll, vi } from 'vitest';

// Test files share processes. This setup file restores what a file changes in its process: environment, spies, clock and cached values.

const environment = { ...process.env };

afterAll(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const name of Object.keys(process.env)) {
    if (!(name in environment)) Reflect.deleteProperty(process.env, name);
  }
  Object.assign(process.env, environment);
  // The file may have loaded the modules again.
  const { resetProcess } = await import('../../lib/once-per-process.ts');
  resetProcess();
});
