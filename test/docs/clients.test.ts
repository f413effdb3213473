import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

const page = path.resolve(import.meta.dirname, '../../docs/clients.md');

it('every row of docs/clients.md names its test', () => {
  const rows = readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Client |'));
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter((row) => !row.endsWith('.test.ts) |'))).toEqual([]);
});
