import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const documents = ['README.md', ...globSync('docs/*.md', { cwd: root }).toSorted()];

const textOf = (document: string): string => readFileSync(path.join(root, document), 'utf8');

describe('what documents lead to', () => {
  it.each(documents)('is there: %s', (document) => {
    const links = [...textOf(document).matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)];
    const missing = links
      .map(([, link = '']) => link)
      .filter((link) => !existsSync(path.join(root, path.dirname(document), link)));
    expect(missing).toEqual([]);
  });
});

describe('docs/clients.md', () => {
  it('names a test in every row', () => {
    const rows = textOf('docs/clients.md')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| Client |'));
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.filter((row) => !row.endsWith('.test.ts) |'))).toEqual([]);
  });
});
