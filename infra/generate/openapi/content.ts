import * as z from 'zod';

import { formats } from '../../../lib/http/negotiation/formats.ts';
import type {
  BodyDescription,
  ResponseDescription,
  Operation,
} from '../../../lib/http/operation.ts';
import * as bodySchemas from '../../../lib/http/schemas/bodies.ts';

/** All bodies, by the names that operations use. */
const bodies = { ...bodySchemas };

/** Schemas of bodies by media type. */
export type SchemasByMediaType = Readonly<Record<string, z.ZodType>>;

/**
 * Returns the schemas of a body by media type. A single schema applies to all JSON media types.
 * @param mediaTypes the JSON media types
 */
export function toSchemasByMediaType(
  body: BodyDescription | z.ZodType,
  mediaTypes: readonly string[],
): SchemasByMediaType {
  if (typeof body === 'string') return applyToMediaTypes(bodies[body], mediaTypes);
  if (isSchema(body)) return applyToMediaTypes(body, mediaTypes);
  return Object.fromEntries(
    Object.entries(body).flatMap(([type, name]) =>
      Object.entries(applyToMediaTypes(bodies[name], [type])),
    ),
  );
}

/** Applies a single schema to each media type. A body with its own media types stays unchanged. */
function applyToMediaTypes(
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

/** Lists the media types of the responses of an operation. */
function mediaTypesOf({ formats: formatNames }: Operation): readonly string[] {
  if (formatNames === undefined) return ['application/json'];
  return [...new Set(formatNames.flatMap((name) => formats[name].mediaTypes))];
}

/**
 * Returns the schemas of a response by media type: those of the operation, and `string` for its other formats. Empty
 * without a body.
 */
export function findResponseSchemas(
  operation: Operation,
  { body }: ResponseDescription,
): SchemasByMediaType {
  if (body === undefined) return {};
  const mediaTypes = mediaTypesOf(operation);
  const schemas = toSchemasByMediaType(body, mediaTypes.filter(isJson));
  if (operation.formats === undefined) return schemas;
  const hasOtherMediaTypes = Object.keys(schemas).some((type) => !mediaTypes.includes(type));
  // If the body has a media type that is not one of the formats, only the page is added.
  const textMediaTypes = mediaTypes.filter(
    (mediaType) =>
      schemas[mediaType] === undefined && (!hasOtherMediaTypes || mediaType === 'text/html'),
  );
  return { ...schemas, ...Object.fromEntries(textMediaTypes.map((type) => [type, z.string()])) };
}
