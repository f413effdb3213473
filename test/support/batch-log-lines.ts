import { format } from 'node:util';

import { afterAll, afterEach } from 'vitest';

// Run before each test file that asks for many answers, each of which writes a line of log. Vitest would send every line to its main
// process by itself, and look at a stack to say whose it is: the lines of a test go there together.

const { log } = console;
const lines: string[] = [];

console.log = (...values: unknown[]): void => {
  lines.push(format(...values));
};

function send(): void {
  if (lines.length > 0) log(lines.splice(0).join('\n'));
}

afterEach(send);
afterAll(send);
