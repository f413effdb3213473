import { afterAll, vi } from 'vitest';

// Files of one kind of tests share processes. This setup file restores what a file changed in its process: environment, spies and clock.

const environment = { ...process.env };

afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
