import type { Folding } from './layer-filter.ts';

/**
 * A text as comparisons see it: as it is, or without differences of letter case or of accents. The database function `comparable_text`
 * does the same.
 */
export function comparableText(text: string, { foldsCase, foldsAccents }: Folding): string {
  const unaccented = foldsAccents
    ? text
        .normalize('NFD')
        .replaceAll(/[\u0300-\u036F]/gu, '')
        .normalize('NFC')
    : text;
  // The first step turns letters without a small form of their own into others, the last one the sigma at the end of a word.
  return foldsCase
    ? unaccented.toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ')
    : unaccented;
}

/** Compares two texts in the order of their code points. */
export function compareCodePoints(left: string, right: string): number {
  const [lefts, rights] = [Array.from(left), Array.from(right)];
  const at = lefts.findIndex((letter, index) => letter !== rights[index]);
  if (at === -1) return lefts.length - rights.length;
  return (lefts[at]?.codePointAt(0) ?? 0) - (rights[at]?.codePointAt(0) ?? -1);
}

/** A part of a pattern: a character, any character, or any text. */
type Token = { readonly character: string } | 'one' | 'any';

function readPattern(pattern: string): readonly Token[] {
  const tokens: Token[] = [];
  let isEscaped = false;
  for (const character of pattern) {
    if (isEscaped || !'\\%_'.includes(character)) tokens.push({ character });
    else if (character !== '\\') tokens.push(character === '%' ? 'any' : 'one');
    isEscaped = character === '\\' && !isEscaped;
  }
  return tokens;
}

/**
 * Makes the comparison with a pattern of LIKE: `%` is any text, `_` any character, and a backslash takes their meaning from them. It takes
 * at most time proportional to the product of both lengths.
 */
export function createLike(pattern: string): (text: string) => boolean {
  const tokens = readPattern(pattern);
  return (text) => {
    const characters = Array.from(text);
    let token = 0;
    let position = 0;
    // Where to go on if the characters after the last `%` do not match.
    let afterAny = -1;
    let retry = 0;
    while (position < characters.length) {
      const expected = tokens[token];
      if (expected === 'any') {
        token += 1;
        afterAny = token;
        retry = position;
      } else if (
        expected !== undefined &&
        (expected === 'one' || expected.character === characters[position])
      ) {
        token += 1;
        position += 1;
      } else if (afterAny === -1) return false;
      else {
        retry += 1;
        token = afterAny;
        position = retry;
      }
    }
    return tokens.slice(token).every((rest) => rest === 'any');
  };
}
