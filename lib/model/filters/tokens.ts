import { FilterRefusal } from './problem.ts';

/** A word, name, text, number or sign of CQL2 text. Names and texts are without their quotation marks. */
export type Token = {
  readonly kind: 'word' | 'quotedName' | 'text' | 'number' | 'sign' | 'end';
  readonly text: string;
  readonly start: number;
  readonly end: number;
};

const space = /[\s\u0085]*/y;
const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?/iy;
const sign = /<>|<=|>=|[-+*/%^=<>(),]/y;

const wordStart =
  ':A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1ffe\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';
/** An identifier of the standard. */
const word = new RegExp(`[${wordStart}][${wordStart}.\\d\\u0300-\\u036f\\u203f\\u2040]*`, 'uy');

/** Splits CQL2 text into tokens, in time proportional to its length. @throws FilterRefusal */
export function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let position = endOf(space, text, 0);
  while (position < text.length) {
    const token = readToken(text, position);
    tokens.push(token);
    position = endOf(space, text, token.end);
  }
  tokens.push({ kind: 'end', text: '', start: text.length, end: text.length });
  return tokens;
}

/** The end of a match that begins at the position; the position itself if there is none. */
function endOf(pattern: RegExp, text: string, position: number): number {
  pattern.lastIndex = position;
  return pattern.test(text) ? pattern.lastIndex : position;
}

function readToken(text: string, start: number): Token {
  const first = text.charAt(start);
  if (first === "'" || first === '"') return readQuoted(text, start, first);
  const patterns = [
    ['word', word],
    ['number', number],
    ['sign', sign],
  ] as const;
  for (const [kind, pattern] of patterns) {
    const end = endOf(pattern, text, start);
    if (end > start) return { kind, text: text.slice(start, end), start, end };
  }
  const character = JSON.stringify(String.fromCodePoint(text.codePointAt(start) ?? 0));
  throw new FilterRefusal(
    `${character} has no meaning here. Write texts in single quotation marks ('Barrow') and names with unusual characters in double ones ("type of site").`,
    { in: 'text', position: start },
  );
}

/** A text or name, in which a quotation mark is written twice. */
function readQuoted(text: string, start: number, quote: "'" | '"'): Token {
  const pieces: string[] = [];
  let position = start + 1;
  for (;;) {
    const end = text.indexOf(quote, position);
    if (end === -1) {
      const message = `The quotation mark (${quote}) is not closed. Add one at the end, and write one within as ${quote}${quote}.`;
      throw new FilterRefusal(message, { in: 'text', position: start });
    }
    const isDoubled = text.charAt(end + 1) === quote;
    if (!isDoubled && !isEscaped(text, end, quote)) {
      pieces.push(text.slice(position, end));
      const kind = quote === "'" ? 'text' : 'quotedName';
      return { kind, text: pieces.join(''), start, end: end + 1 };
    }
    pieces.push(text.slice(position, isDoubled ? end : end - 1), quote);
    position = end + (isDoubled ? 2 : 1);
  }
}

/**
 * Whether a backslash takes the meaning from a quotation mark, as in `'St Mary\'s'`. The standard allows it beside `''`, but a text may also
 * end in a backslash, as QGIS writes it: it does if no letter or digit follows.
 */
function isEscaped(text: string, position: number, quote: string): boolean {
  return (
    quote === "'" &&
    text.charAt(position - 1) === '\\' &&
    /[\p{L}\p{N}]/u.test(String.fromCodePoint(text.codePointAt(position + 1) ?? 0))
  );
}

/** Whether a text is an identifier of the standard. */
export const isIdentifier = (text: string): boolean =>
  text !== '' && endOf(word, text, 0) === text.length;
