import type { Datatype } from '../../../../lib/model/datatypes/datatype.ts';

/** What sets kinds of datatypes apart for the rest of the service: what values hold, and how they stand in RDF. */
export function kindOf({ holds, linkedCodec: linked }: Datatype): string {
  return `${holds} as ${linked.kind}`;
}
