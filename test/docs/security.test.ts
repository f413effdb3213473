import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const document = readFileSync(path.join(root, 'docs/security.md'), 'utf8');

/** The files to which each row of the table of defences links. */
const rows: readonly (readonly string[])[] = document
  .split('\n')
  .filter((line) => line.startsWith('|') && line.includes('.test.ts'))
  .map((line) => Array.from(line.matchAll(/\]\(\.\.\/([^)#]+)\)/g), ([, file = '']) => file));

/** The files to which a page links, relative to the root. */
function linkedFiles(page: string): readonly string[] {
  const text = readFileSync(path.join(root, page), 'utf8');
  return Array.from(text.matchAll(/\]\((?!https?:|#)([^)#]+)/g), ([, link = '']) =>
    path.normalize(path.join(path.dirname(page), link)),
  );
}

describe('docs/security.md', () => {
  it('names a file with the defence and a file with its test for every threat', () => {
    expect(rows.length).toBeGreaterThan(20);
    const incompleteRows = rows.filter(
      (files) =>
        files.length !== 2 || files.filter((name) => name.endsWith('.test.ts')).length !== 1,
    );
    expect(incompleteRows).toEqual([]);
  });

  it('names only files that exist', () => {
    expect(rows.flat().filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});

describe('the pages in the root folder', () => {
  it.each(globSync('*.md', { cwd: root }).toSorted())(
    'link only to files that exist: %s',
    (page) => {
      const missingFiles = linkedFiles(page).filter((file) => !existsSync(path.join(root, file)));
      expect(missingFiles).toEqual([]);
    },
  );
});
