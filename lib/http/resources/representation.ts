import * as z from 'zod';

import { InvalidInput } from '../../errors.ts';
import type { ResourceDocumentOptions } from '../../queries/resources/resource-document.ts';
import type { Shape } from '../../json-ld/shape.ts';
import { isRdfFormat } from '../../rdf/formats.ts';
import { parsePreferences, readProfiles } from '../negotiation/accept.ts';
import { formats, type resourceFormats } from '../negotiation/formats.ts';

/** The form in which a resource instance is wanted. */
export type Representation = {
  readonly format: (typeof resourceFormats)[number];
  readonly shape: Shape;
  /** Language tags, most wanted first; the project's default language is the last. */
  readonly languages: readonly string[];
};

/**
 * Part of every entity tag. A change of what is written of the same data, in any form, gives it the next number: a client must
 * not be told that it has already what it has in the old form.
 */
export const serializerVersion = 2;

/** `profile`: the shape of the RDF formats. An empty value counts as absent. */
export const profileParameter = z
  .enum(['specification', 'linked', ''], { error: 'must be specification or linked.' })
  .transform((name) => (name === '' ? undefined : name))
  .meta({ enum: ['specification', 'linked'] })
  .optional();

const namesShape = (profile: string, shape: Shape): boolean =>
  new RegExp(`(?:^|[/#:])${shape}$`).test(profile);

/**
 * The shape that a sender gives a document, by the profiles of `Content-Type`: as in `Accept`.
 * @throws InvalidInput where it names both
 */
export function readContentTypeShape(contentType: string | undefined): Shape | undefined {
  const profiles = parsePreferences(contentType ?? '').flatMap(readProfiles);
  const [shape, another] = (['specification', 'linked'] as const).filter((one) =>
    profiles.some((profile) => namesShape(profile, one)),
  );
  if (another === undefined) return shape;
  const detail = 'Content-Type names both shapes: give it one profile, specification or linked.';
  throw new InvalidInput([{ in: 'parameters', pointer: '/content-type', code: 'invalid', detail }]);
}

/**
 * The shape that a caller wants: by the parameter, else by the profiles of `Accept`, which may be the word or a URI that ends in
 * it. Profiles that nobody here knows are ignored (RFC 6906, section 3).
 */
export function chooseShape(parameter: Shape | undefined, profiles: readonly string[]): Shape {
  if (parameter !== undefined) return parameter;
  return profiles.some((one) => namesShape(one, 'linked')) ? 'linked' : 'specification';
}

/** What a form tells besides the tiles, as the statement takes it. */
export function requiredDetail({
  format,
  shape,
}: Representation): Pick<ResourceDocumentOptions, 'detail' | 'showsNames'> {
  if (!isRdfFormat(format)) return { detail: 'tiles', showsNames: format === 'service-json' };
  return shape === 'linked'
    ? { detail: 'names', showsNames: true }
    : { detail: 'concepts', showsNames: false };
}

/** A form without the languages where it shows nothing in the language of its reader. */
export function withoutUnusedLanguages(form: Representation): Representation {
  return form.format === 'service-json' ? form : { ...form, languages: [] };
}

/** The media type of an answer, with the profile where JSON-LD has one. */
export function contentTypeWithProfile(
  { format, shape }: Pick<Representation, 'format' | 'shape'>,
  mediaType: string,
): string {
  return format === 'json-ld' && shape === 'linked' ? `${mediaType}; profile=linked` : mediaType;
}

/**
 * The other forms of a resource instance, as the header `Link` names them (RFC 8288; the relation is from HTML).
 * @param uri that of the resource instance
 * @param present the form of the answer
 * @param leavesOutHidden what the links keep of the request
 */
export function alternateRepresentationLinks(
  uri: string,
  offered: readonly Representation['format'][],
  present: Representation,
  leavesOutHidden: boolean,
): string {
  const forms = offered.flatMap((format) => {
    const shapes: readonly Shape[] = isRdfFormat(format)
      ? ['specification', 'linked']
      : ['specification'];
    return shapes.map((shape) => ({ format, shape }));
  });
  return forms
    .filter(({ format, shape }) => format !== present.format || shape !== shapeOf(present))
    .map(({ format, shape }) => {
      const query = new URLSearchParams({
        format,
        ...(isRdfFormat(format) ? { profile: shape } : {}),
        ...(leavesOutHidden ? {} : { hidden: 'false' }),
      });
      const type = contentTypeWithProfile({ format, shape }, formats[format].mediaTypes[0]);
      return `<${uri}?${query.toString()}>; rel="alternate"; type="${type}"`;
    })
    .join(', ');
}

/** A format without shapes counts as being in the first. */
function shapeOf({ format, shape }: Representation): Shape {
  return isRdfFormat(format) ? shape : 'specification';
}
