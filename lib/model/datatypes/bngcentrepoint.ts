import { findGridSquare } from '../places/british-grid.ts';
import type { Datatype } from './datatype.ts';
import { textLinkedCodec } from './codecs/literals.ts';
import { plainTextCodec } from './codecs/text-codecs.ts';
import { formatAsText } from './values/json-values.ts';

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
