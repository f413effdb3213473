import type { ValueTest } from '../questions/question.ts';

/** How the texts of one term are combined: any of them, or all. */
export type TermTests = { readonly kind: 'any' | 'all'; readonly tests: readonly ValueTest[] };

const hasLetters = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Writes a text with the wildcards `*` and `?` as a pattern. */
const toPattern = (text: string): string =>
  text
    .replaceAll(/[\\%_]/g, String.raw`\$&`)
    .replaceAll('*', '%')
    .replaceAll('?', '_');

const escapePattern = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

const likeOneOf = (patterns: readonly string[], foldsCase: boolean): ValueTest => ({
  kind: 'patterns',
  patterns,
  foldsCase,
  foldsAccents: false,
});

const quotedText = (text: string): string | undefined =>
  /^"(?<whole>.+)"$/s.exec(text)?.groups?.['whole'];

/** A text that is equal, with its case. */
const equalTo = (text: string): ValueTest => likeOneOf([escapePattern(text)], false);

/** Some word is like a pattern. */
const wordLike = (word: string): ValueTest => {
  const pattern = toPattern(word);
  return likeOneOf([pattern, `${pattern} %`, `% ${pattern}`, `% ${pattern} %`], true);
};

/**
 * The tests of a text that is searched in all values: in quotation marks a whole text; with `*` and `?` a pattern of each word; with `|`
 * any and with `+` all of several; otherwise words one after the other, the last as the beginning of a word.
 * @returns undefined if the text has nothing to search
 */
export function readTermText(text: string): TermTests | undefined {
  const whole = quotedText(text.trim());
  if (whole !== undefined) return { kind: 'all', tests: [equalTo(whole)] };
  const separator = text.includes('|') ? '|' : '+';
  const parts = text
    .split(separator)
    .map((part) => part.trim())
    .filter(hasLetters);
  if (parts.length === 0) return undefined;
  return {
    kind: separator === '|' ? 'any' : 'all',
    tests: parts.flatMap((part): readonly ValueTest[] =>
      /[*?]/.test(part)
        ? part.split(/\s+/).filter(hasLetters).map(wordLike)
        : [{ kind: 'phrase', text: part, endsWithPrefix: true }],
    ),
  };
}

/**
 * The test of a condition on a node with texts: `~` requires each word at the beginning of some word, otherwise the words stand one after
 * the other. In quotation marks it is a part of the text, or the whole text; with `*` and `?` a pattern of the whole text.
 */
export function readTextTest(operator: string, text: string): ValueTest | undefined {
  const isContained = operator === '~';
  const whole = quotedText(text);
  if (whole !== undefined) {
    return isContained ? likeOneOf([`%${escapePattern(whole)}%`], false) : equalTo(whole);
  }
  if (/[*?]/.test(text)) return likeOneOf([toPattern(text)], true);
  if (!hasLetters(text)) return undefined;
  return isContained
    ? { kind: 'words', texts: [text] }
    : { kind: 'phrase', text, endsWithPrefix: false };
}
