import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of the project. */
export const root = path.resolve(import.meta.dirname, '../../..');

/** A page of the documents, or a comment. */
export type Prose = {
  readonly file: string;
  /** The line of the file at which the text begins. */
  readonly line: number;
  readonly text: string;
};

const pages = ['docs/**/*.md', '{README,FEATURES,CONTRIBUTING,SECURITY,CHANGELOG}.md'];

/** Its names are those of others: code has those that it implements, and examples are not ours to change. */
const specification = 'docs/specification.md';

const sources = [
  '{functions,lib,infra,test}/**/*.{ts,sql,yml,html,css,js,sh,py}',
  '*.{ts,json,yml}',
  '.ci/run',
];

/** What tests this: names of others are not names of code because they are here. */
const ownFolder = 'test/docs/names/';

/** The comments of a file, by its ending. SQL in a template of TypeScript has comments too. */
const commentPatterns: Readonly<Record<string, RegExp>> = {
  '.ts': /^[ \t]*(?:\/\*[^]*?\*\/|(?:\/\/|--).*)/gm,
  '.sql': /^[ \t]*--.*/gm,
  '.yml': /^[ \t]*#.*/gm,
};

const listFiles = (patterns: readonly string[]): readonly string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).toSorted());

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Reads the pages of the documents. Releases in the change log keep the names of their time. */
export function readPages(): readonly Prose[] {
  return listFiles(pages)
    .filter((file) => file !== specification)
    .map((file) => ({
      file,
      line: 1,
      text:
        file === 'CHANGELOG.md'
          ? (/^[^]*?^## [^]*?(?=^## |$(?![^]))/m.exec(read(file))?.[0] ?? '')
          : read(file),
    }));
}

/** Reads the sources: their comments, and the code without them. */
export function readSources(): { readonly comments: readonly Prose[]; readonly code: string } {
  const comments: Prose[] = [];
  const codes: string[] = [read(specification)];
  for (const file of listFiles(sources)) {
    if (file.startsWith(ownFolder) || file === 'package-lock.json') continue;
    const text = read(file);
    const pattern = commentPatterns[path.extname(file)];
    if (pattern !== undefined) comments.push(...readComments(file, text, pattern));
    codes.push(pattern === undefined ? text : text.replaceAll(pattern, ''));
  }
  return { comments, code: codes.join('\n') };
}

function readComments(file: string, text: string, pattern: RegExp): readonly Prose[] {
  let line = 1;
  let end = 0;
  return Array.from(text.matchAll(pattern), ({ 0: comment, index }) => {
    line += countLines(text.slice(end, index));
    end = index;
    return { file, line, text: comment };
  });
}

/** Counts the line breaks of a text. */
export const countLines = (text: string): number => text.split('\n').length - 1;
