import { format } from 'node:util';

import { afterAll, afterEach } from 'vitest';

// Vitest sends every line of log to its main process by itself and reads a stack for each. This setup file sends the lines of a test
// together.

const { log } = console;
const lines: string[] = [];

console.log = (...values: unknown[]): void => {
  lines.push(format(...values));
};

function send(): void {
  if (lines.length > 0) log(lines.splice(0).join('\n'));
}

afterEach(send);
afterAll(() => {
  send();
  console.log = log;
});
