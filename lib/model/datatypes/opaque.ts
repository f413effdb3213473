import type { Datatype } from './datatype.ts';
import { jsonLinkedCodec } from './codecs/literals.ts';
import { jsonTextCodec } from './codecs/text-codecs.ts';
import { displayPlain } from './values/json-values.ts';

/**
 * A datatype of which nothing is known but its name: its values are carried through untouched, and shown as they are written:
 * text as it is, numbers with every digit, all else as JSON.
 */
export function opaqueDatatype(name: string): Datatype {
  return {
    name,
    display: displayPlain,
    validate: () => [],
    normalise: (value) => value,
    textCodec: jsonTextCodec,
    linkedCodec: jsonLinkedCodec,
  };
}
