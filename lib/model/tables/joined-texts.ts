/** What stands between the elements of a list in a cell. */
export const elementSeparator = ';';
/** What stands between the values of several tiles in a cell. */
export const tileSeparator = '|';

const escapeCharacter = '\\';

/** Whether and how a cell has several texts: as it is, the elements of a list, those of each of several tiles. */
export type CellShape = { readonly isList: boolean; readonly isJoined: boolean };

/**
 * Joins the texts of a cell so that `splitTexts` returns the same: the elements of a list by `; `, several tiles by ` | `. A backslash
 * precedes each of these characters, and each backslash, in a text. A cell with one text only has it unchanged.
 * @rule Imports and exports: How does a cell have several values?
 * @param tiles the texts of each tile; a tile without a value has none, and keeps its place
 * @returns null if there is no text
 */
export function joinTexts(
  tiles: readonly (readonly string[])[],
  { isList, isJoined }: CellShape,
): string | null {
  if (tiles.every((texts) => texts.length === 0)) return null;
  if (!isList && !isJoined) return tiles[0]?.[0] ?? null;
  return tiles
    .map((texts) => texts.map(escapeSeparators).join(`${elementSeparator} `))
    .join(` ${tileSeparator} `);
}

const escapeSeparators = (text: string): string => text.replaceAll(/[\\;|]/g, String.raw`\$&`);

/** Splits what `joinTexts` has joined. @returns the texts of each tile */
export function splitTexts(
  cell: string | null,
  { isList, isJoined }: CellShape,
): readonly (readonly string[])[] {
  if (cell === null) return [];
  if (!isList && !isJoined) return [[cell]];
  return splitAt(cell, tileSeparator, ' ').map((tile) =>
    tile === '' ? [] : splitAt(tile, elementSeparator, '').map(removeEscapes),
  );
}

/** Splits at a separator that no backslash precedes, with a space after it, and this text before it. */
function splitAt(text: string, separator: string, before: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === escapeCharacter) index += 1;
    else if (text[index] === separator) {
      parts.push(text.slice(start, index - before.length));
      start = index + separator.length + 1;
    }
  }
  return [...parts, text.slice(start)];
}

const removeEscapes = (text: string): string => text.replaceAll(/\\([\\;|])/g, '$1');
