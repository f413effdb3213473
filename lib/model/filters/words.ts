import { isIdentifier } from './tokens.ts';

/** Words of CQL2 text that are no names unless they are quoted. */
export const reservedWords: ReadonlySet<string> = new Set(
  'AND OR NOT IS NULL LIKE BETWEEN IN TRUE FALSE DIV'.split(' '),
);

/** Words that begin well-known text, if a bracket follows. */
export const geometryWords: ReadonlySet<string> = new Set(
  'POINT LINESTRING POLYGON MULTIPOINT MULTILINESTRING MULTIPOLYGON GEOMETRYCOLLECTION'.split(' '),
);

/** Words that begin another literal, if a bracket follows. */
const literalWords: ReadonlySet<string> = new Set(['DATE', 'TIMESTAMP', 'INTERVAL', 'BBOX']);

/** Whether text can call a function by this name. */
export function isFunctionName(name: string): boolean {
  const word = name.toUpperCase();
  return (
    isIdentifier(name) &&
    !reservedWords.has(word) &&
    !geometryWords.has(word) &&
    !literalWords.has(word)
  );
}

/** Whether text can write the name of a property without quotation marks, for every reader of CQL2. */
export function isBareName(name: string): boolean {
  return /^_*[a-z]\w*$/i.test(name) && isFunctionName(name);
}
