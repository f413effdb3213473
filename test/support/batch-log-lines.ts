import { format } from 'node:util';

import { afterAll, afterEach } from 'vitest';

// Vitest sends each log line separately to its main process, and reads a stack trace for each. This setup file sends all lines of a test at
// once.

const { log } = console;
const lines: string[] = [];

console.log = (...values: unknown[]): void => {
  lines.push(format(...values));
};

function flushLines(): void {
  if (lines.length > 0) log(lines.splice(0).join('\n'));
}

afterEach(flushLines);
afterAll(() => {
  flushLines();
  console.log = log;
});
