import * as z from 'zod';

import { formats } from '../../../lib/http/negotiation/formats.ts';
import type {
  BodyDescription,
  ResponseDescription,
  Operation,
} from '../../../lib/http/operation.ts';
import * as named from '../../../lib/http/schemas/bodies.ts';

/** All bodies, by the names under which operations speak of them. */
const bodies = { ...named };

/** Bodies by media type. */
export type SchemasByMediaType = Readonly<Record<string, z.ZodType>>;

/** What a body holds, of which one schema stands for all of JSON. @param mediaTypes of JSON that there are */
export function schemasByMediaType(
  body: BodyDescription | z.ZodType,
  mediaTypes: readonly string[],
): SchemasByMediaType {
  if (typeof body === 'string') return inEach(bodies[body], mediaTypes);
  if (isSchema(body)) return inEach(body, mediaTypes);
  return Object.fromEntries(
    Object.entries(body).flatMap(([type, name]) => Object.entries(inEach(bodies[name], [type]))),
  );
}

/** Schemas by media type stay what they are; one schema is that of each media type. */
function inEach(
  body: (typeof bodies)[keyof typeof bodies] | z.ZodType,
  mediaTypes: readonly string[],
): SchemasByMediaType {
  if (!isSchema(body)) return body;
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, body]));
}

function isSchema(body: object): body is z.ZodType {
  return '_zod' in body;
}

const isJson = (mediaType: string): boolean => /[/+]json$/.test(mediaType);

/** The media types that an operation may answer with. */
function mediaTypesOf({ formats: offered }: Operation): readonly string[] {
  if (offered === undefined) return ['application/json'];
  return [...new Set(offered.flatMap((name) => formats[name].mediaTypes))];
}

/**
 * What a body holds, by media type: what the operation says, and texts in whatever other format it has.
 * @returns nothing where there is no body
 */
export function responseSchemas(
  operation: Operation,
  { body }: ResponseDescription,
): SchemasByMediaType {
  if (body === undefined) return {};
  const mediaTypes = mediaTypesOf(operation);
  const named = schemasByMediaType(body, mediaTypes.filter(isJson));
  if (
    operation.formats === undefined ||
    Object.keys(named).some((type) => !mediaTypes.includes(type))
  )
    return named;
  const texts = mediaTypes.filter((mediaType) => named[mediaType] === undefined);
  return { ...named, ...Object.fromEntries(texts.map((type) => [type, z.string()])) };
}
