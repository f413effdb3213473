import type { Datatype } from './datatype.ts';
import { textLinkedCodec } from './codecs/literals.ts';
import { plainTextCodec } from './codecs/text-codecs.ts';
import { formatAsText } from './values/json-values.ts';

/** The grid letters, five in a row, from the north-west. */
const gridLetters = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/**
 * Whether two letters name a 100 km square of the British National Grid: the first letter a 500 km square, the
 * second a square in it. The grid is 700 km wide and 1300 km high, with its origin at the south-west corner of
 * square SV.
 */
function isGridSquare(square: string): boolean {
  const [firstIndex, secondIndex] = [
    gridLetters.indexOf(square.charAt(0)),
    gridLetters.indexOf(square.charAt(1)),
  ];
  if (firstIndex < 0 || secondIndex < 0) return false;
  const east = ((firstIndex + 3) % 5) * 5 + (secondIndex % 5);
  const north = 19 - Math.floor(firstIndex / 5) * 5 - Math.floor(secondIndex / 5);
  return east < 7 && north >= 0 && north < 13;
}

const compactReference = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(/\s/g, '').toUpperCase() : value;

const isGridReference = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Z]{2}\d{10}$/.test(value) && isGridSquare(value.slice(0, 2));

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
