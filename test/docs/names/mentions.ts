import { countLines, type Prose } from './read-texts.ts';

/** What a page or a comment names, with its line. */
export type Mention = { readonly place: string; readonly text: string };

const fencedBlock = /^```[^]*?^```$/gm;

const placeOf = ({ file, line, text }: Prose, index: number): string =>
  `${file}:${line + countLines(text.slice(0, index))}`;

/** Replaces what a pattern matches by blanks, so that the rest keeps its place. */
const blank = (text: string, pattern: RegExp): string =>
  text.replaceAll(pattern, (match) => match.replaceAll(/[^\n]/g, ' '));

/** Lists what stands between backticks, outside of blocks of code. */
export function listQuotations(prose: Prose): readonly Mention[] {
  return Array.from(
    blank(prose.text, fencedBlock).matchAll(/`([^`\n]+)`/g),
    ({ 1: text = '', index }) => ({ place: placeOf(prose, index), text }),
  );
}

/** Lists the lines of blocks of code. */
export function listBlockLines(prose: Prose): readonly Mention[] {
  return [...prose.text.matchAll(fencedBlock)].flatMap((block) =>
    Array.from(block[0].matchAll(/^.+$/gm), ({ 0: text, index }) => ({
      place: placeOf(prose, block.index + index),
      text: text.replace(/^\$ /, ''),
    })),
  );
}

/** Names that only code has, where no backticks tell them from words: `camelCase`, `snake_case` and `UPPER_CASE`. */
const plainCodeName = /(?<![\w./-])(?:[a-z][a-z\d]*[A-Z]\w*|[A-Za-z][A-Za-z\d]*_\w+)/g;

/** Lists the names of a comment that stand there without backticks, and the errors that it promises. */
export function listPlainNames(prose: Prose): readonly Mention[] {
  const text = blank(prose.text, /`[^`]*`|'[^'\n]*'|"[^"\n]*"|https?:\S+/g);
  const names = [...text.matchAll(plainCodeName), ...text.matchAll(/(?<=@throws )[A-Z]\w+/g)];
  return names.map(({ 0: name, index }) => ({ place: placeOf(prose, index), text: name }));
}

const filePath =
  /(?<![\w/:.@<{}$…-])(?:(?:\.{1,2}\/|(?:functions|lib|infra|test|docs|\.ci)\/)[\w.*/-]*[\w*/]|[\w.-]+(?:\/[\w.*-]+)*\.(?:ts|sql|yml|md|generated\.json))(?!\w)/g;

/** Lists the paths of files and folders in a text. */
export function listPaths({ place, text }: Mention): readonly Mention[] {
  return Array.from(text.matchAll(filePath), ([name]) => ({ place, text: name }));
}

/** Lists the lines of a comment. */
export function listLines(prose: Prose): readonly Mention[] {
  return prose.text
    .split('\n')
    .map((text, index) => ({ place: `${prose.file}:${prose.line + index}`, text }));
}
