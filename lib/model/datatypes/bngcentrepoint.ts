import type { Datatype } from './datatype.ts';
import { textLinkedCodec } from './codecs/literals.ts';
import { plainTextCodec } from './codecs/text-codecs.ts';
import { formatAsText } from './values/json-values.ts';

/** The grid letters, five in a row, from the north-west. */
const gridLetters = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/**
 * Finds a 100 km square of the British National Grid: the first letter is a 500 km square, the second a square in it. The grid is 700 km wide
 * and 1300 km high, with its origin at the south-west corner of square SV.
 * @param letters two capital letters
 * @returns the south-west corner in metres; undefined if the grid has no such square
 */
export function findGridSquare(
  letters: string,
): { readonly east: number; readonly north: number } | undefined {
  const [first, second] = [
    gridLetters.indexOf(letters.charAt(0)),
    gridLetters.indexOf(letters.charAt(1)),
  ];
  if (letters.length !== 2 || first < 0 || second < 0) return undefined;
  const column = ((first + 3) % 5) * 5 + (second % 5);
  const row = 19 - Math.floor(first / 5) * 5 - Math.floor(second / 5);
  const isInGrid = column < 7 && row >= 0 && row < 13;
  return isInGrid ? { east: column * 100_000, north: row * 100_000 } : undefined;
}

const compactReference = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(/\s/g, '').toUpperCase() : value;

const isGridReference = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^[A-Z]{2}\d{10}$/.test(value) &&
  findGridSquare(value.slice(0, 2)) !== undefined;

/** A point of the British National Grid, to the metre: two letters and ten digits, such as `TQ3000080000`. */
export const bngCentrePointDatatype: Datatype = {
  name: 'bngcentrepoint',
  widget: 'bcae8e90-09f7-4ae3-906b-7c7bb71a6ddf',
  display: formatAsText,
  validate: (value) => {
    const reference = compactReference(value);
    if (reference === null || reference === '' || isGridReference(reference)) return [];
    const message =
      'Write two letters of a square of the British National Grid and ten digits, such as TQ3000080000.';
    return [{ code: 'not_a_grid_reference', pointer: '', message }];
  },
  normalise: (value) => {
    const reference = compactReference(value);
    if (reference === '') return null;
    return isGridReference(reference) ? reference : value;
  },
  textCodec: plainTextCodec,
  linkedCodec: textLinkedCodec,
};
