import type { Datatype } from './datatype.ts';
import { plainDisplay } from './values.ts';

/** A datatype whose value is shown as it is written: text as it is, numbers with every digit, all else as JSON. */
export function plainDatatype(name: string): Datatype {
  return { name, display: plainDisplay };
}
