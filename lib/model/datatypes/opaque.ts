import type { Datatype } from './datatype.ts';
import { jsonLinkedCodec } from './codecs/literals.ts';
import { jsonTextCodec } from './codecs/text-codecs.ts';
import { displayPlain } from './values/json-values.ts';

/** Creates a datatype for values that are stored unchanged and displayed as text or JSON. */
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
