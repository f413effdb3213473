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

/** The characters between the values of a cell. */
export type Separators = {
  readonly elements: string;
  readonly tiles: string;
  /** Precedes these characters, and itself, in a text; null if nothing does. */
  readonly escape: string | null;
};

/** The separators of `joinTexts`. */
export const exportSeparators: Separators = {
  elements: elementSeparator,
  tiles: tileSeparator,
  escape: escapeCharacter,
};

/**
 * Splits what `joinTexts` has joined. One space before and one after a separator of tiles is no part of a text, nor is one after a separator of
 * elements.
 * @returns the texts of each tile
 */
export function splitTexts(
  cell: string | null,
  { isList, isJoined }: CellShape,
  separators: Separators = exportSeparators,
): readonly (readonly string[])[] {
  if (cell === null) return [];
  if (!isList && !isJoined) return [[cell]];
  const { elements, tiles } = separators;
  const ofTiles = isJoined ? splitAt(cell, tiles, / $/, separators) : [cell];
  const hasSeparators = (text: string): readonly string[] =>
    isList ? splitAt(text, elements, /(?!)/, separators) : [text];
  return ofTiles.map((tile) =>
    tile === '' ? [] : hasSeparators(tile).map((text) => removeEscapes(text, separators)),
  );
}

/** Splits at a separator that no escape precedes, without a space after it, and without what is before it. */
function splitAt(
  text: string,
  separator: string,
  before: RegExp,
  { escape }: Separators,
): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === escape) index += 1;
    else if (text[index] === separator) {
      parts.push(text.slice(start, index).replace(before, ''));
      if (text[index + 1] === ' ') index += 1;
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function removeEscapes(text: string, { elements, tiles, escape }: Separators): string {
  if (escape === null || !text.includes(escape)) return text;
  let result = '';
  for (let index = 0; index < text.length; index += 1) {
    const next = text[index + 1];
    const isEscape = text[index] === escape && [elements, tiles, escape].includes(next ?? '');
    if (isEscape) index += 1;
    result += text[index] ?? '';
  }
  return result;
}
