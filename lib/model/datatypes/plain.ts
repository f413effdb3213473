import type { Datatype } from './datatype.ts';
import { jsonLinked } from './parts/json-literal.ts';
import { jsonValue } from './parts/value-text.ts';
import { plainDisplay } from './parts/values.ts';

/**
 * A datatype of which nothing is known but its name: its values are carried through untouched, and shown as they are written:
 * text as it is, numbers with every digit, all else as JSON.
 */
export function plainDatatype(name: string): Datatype {
  return {
    name,
    display: plainDisplay,
    validate: () => [],
    normalise: (value) => value,
    valueText: jsonValue,
    linked: jsonLinked,
  };
}
