declare const brand: unique symbol;

type Id<Name extends string> = string & { readonly [brand]: Name };

export type GraphId = Id<'graph'>;
export type NodeId = Id<'node'>;
export type NodegroupId = Id<'nodegroup'>;
export type PublicationId = Id<'publication'>;
export type ResourceId = Id<'resource instance'>;
export type TileId = Id<'tile'>;
export type ConceptId = Id<'concept'>;
export type ConceptValueId = Id<'concept value'>;

const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The nil UUID (RFC 9562, section 5.9). */
export const nilUuid = '00000000-0000-0000-0000-000000000000';

/** The max UUID (RFC 9562, section 5.10). */
export const maxUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** An id is not a UUID (RFC 9562). */
export class InvalidIdError extends Error {
  readonly code = 'invalid_id';

  constructor(kind: string, text: string) {
    super(`${JSON.stringify(text)} is not a ${kind} id: give a UUID.`);
  }
}

/** Whether a value is a string with a UUID of any version, in either letter case. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuidPattern.test(value);
}

function createIdParser<Kind extends string>(kind: Kind): (text: string) => Id<Kind> {
  return (text) => {
    if (!isUuid(text)) throw new InvalidIdError(kind, text);
    return text.toLowerCase() as Id<Kind>;
  };
}

/*
 * Each parser returns the UUID in lower case, the stored form. It throws InvalidIdError for any other text.
 */
export const parseGraphId = createIdParser('graph');
export const parseNodeId = createIdParser('node');
export const parseNodegroupId = createIdParser('nodegroup');
export const parsePublicationId = createIdParser('publication');
export const parseResourceId = createIdParser('resource instance');
export const parseTileId = createIdParser('tile');
export const parseConceptId = createIdParser('concept');
export const parseConceptValueId = createIdParser('concept value');
