/** What can come next in a JSON text. */
type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end';

/** The part of a text from a string, a number, a word or a punctuation mark on. If it is not valid, its end is its first wrong character. */
type Token = { readonly end: number; readonly isValid: boolean };

const whitespace = /[\t\n\r ]*/y;
/** All characters from the space on, except for quotes and backslashes. */
const plainCharacters = /[ !#-[\]-\uFFFF]*/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})|/y;
const numberOrWord = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null|/y;

/**
 * Finds where a text stops being JSON, because the messages of `JSON.parse` do not always say it.
 * @param text not JSON
 * @returns the index of the first character that is wrong; the length of the text if its end is missing
 */
export function findJsonErrorPosition(text: string): number {
  const closings: string[] = [];
  let expected: Expected | undefined = 'value';
  let position = endOf(whitespace, text, 0);
  while (position < text.length) {
    const token = readToken(text, position);
    if (!token.isValid) return token.end;
    expected = advance(expected, text.charAt(position), closings);
    if (expected === undefined) return position;
    position = endOf(whitespace, text, token.end);
  }
  return text.length;
}

/** Returns the position after the match of a sticky pattern that also matches nothing. */
function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  pattern.test(text);
  return pattern.lastIndex;
}

function readToken(text: string, start: number): Token {
  const character = text.charAt(start);
  if (character === '"') return readString(text, start);
  if ('{}[],:'.includes(character)) return { end: start + 1, isValid: true };
  const end = endOf(numberOrWord, text, start);
  return { end, isValid: end > start };
}

function readString(text: string, start: number): Token {
  let position = endOf(plainCharacters, text, start + 1);
  for (;;) {
    const escapeEnd = endOf(escapeSequence, text, position);
    if (escapeEnd === position) break;
    position = endOf(plainCharacters, text, escapeEnd);
  }
  const isValid = text.charAt(position) === '"';
  return { end: isValid ? position + 1 : position, isValid };
}

/**
 * Returns what can come after a token.
 * @param character the first one of the token
 * @param closings the characters that close the open objects and lists, the innermost last. It is changed
 * @returns undefined if the token cannot come next
 */
function advance(expected: Expected, character: string, closings: string[]): Expected | undefined {
  const closing = closings.at(-1);
  if (character === closing && expected.endsWith('end')) {
    closings.pop();
    return 'comma or end';
  }
  if (expected === 'colon') return character === ':' ? 'value' : undefined;
  if (expected === 'comma or end') {
    if (character !== ',' || closing === undefined) return undefined;
    return closing === '}' ? 'name' : 'value';
  }
  if (expected.startsWith('name')) return character === '"' ? 'colon' : undefined;
  if (character === '{' || character === '[') {
    closings.push(character === '{' ? '}' : ']');
    return character === '{' ? 'name or end' : 'value or end';
  }
  return '}],:'.includes(character) ? undefined : 'comma or end';
}
