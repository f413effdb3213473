import type { Datatype } from '../../../../lib/model/datatypes/datatype.ts';

/** Returns what distinguishes datatypes for the rest of the service: the content of values, and their RDF form. */
export function kindOf({ holds, linkedCodec }: Datatype): string {
  return `${holds} as ${linkedCodec.kind}`;
}
