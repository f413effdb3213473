import * as z from 'zod';

import { InvalidInput } from '../../errors.ts';
import type { ResourceDocumentOptions } from '../../queries/resources/resource-document.ts';
import type { Shape } from '../../json-ld/resource-shape.ts';
import type { PreferredLanguages } from '../../model/pick-language.ts';
import { isRdfFormatName } from '../../rdf/formats.ts';
import { parsePreferences, readProfiles } from '../negotiation/accept.ts';
import { formats, type resourceAndPageFormats } from '../negotiation/formats.ts';

/** The requested representation of a resource instance. */
export type Representation = {
  readonly format: (typeof resourceAndPageFormats)[number];
  readonly shape: Shape;
  readonly languages: PreferredLanguages;
};

/** A representation other than the HTML page. */
export type RepresentationForPrograms = Representation & {
  readonly format: Exclude<Representation['format'], 'html'>;
};

/** Part of every entity tag. Increase it if the output for the same data changes, so that no client keeps the old output. */
export const serializerVersion = 4;

/** `profile`: the shape of the RDF formats. An empty value counts as absent. */
export const profileParameter = z
  .enum(['specification', 'linked', ''], { error: 'must be specification or linked.' })
  .transform((name) => (name === '' ? undefined : name))
  .meta({ enum: ['specification', 'linked'] })
  .optional();

const isProfileOfShape = (profile: string, shape: Shape): boolean =>
  new RegExp(`(?:^|[/#:])${shape}$`).test(profile);

/** Reads the shape of a sent document from the profile in `Content-Type`. @throws InvalidInput if it names both shapes */
export function readContentTypeShape(contentType: string | undefined): Shape | undefined {
  const profiles = parsePreferences(contentType ?? '').flatMap(readProfiles);
  const [shape, secondShape] = (['specification', 'linked'] as const).filter((candidate) =>
    profiles.some((profile) => isProfileOfShape(profile, candidate)),
  );
  if (secondShape === undefined) return shape;
  const detail = 'Content-Type names both shapes: give it one profile, specification or linked.';
  throw new InvalidInput([{ in: 'parameters', pointer: '/content-type', code: 'invalid', detail }]);
}

/**
 * Chooses the shape of a response: by the parameter, then by the profiles of `Accept`. A profile is the name of a shape, or a URI that
 * ends with the name. Unknown profiles are ignored (RFC 6906, section 3).
 */
export function chooseShape(requestedShape: Shape | undefined, profiles: readonly string[]): Shape {
  if (requestedShape !== undefined) return requestedShape;
  return profiles.some((profile) => isProfileOfShape(profile, 'linked'))
    ? 'linked'
    : 'specification';
}

/** Returns the query options for the data that a representation needs besides the tiles. */
export function toDetailOptions({
  format,
  shape,
}: Representation): Pick<ResourceDocumentOptions, 'detail' | 'includesNames'> {
  if (format === 'html') return { detail: 'page', includesNames: true };
  if (!isRdfFormatName(format))
    return { detail: 'tiles', includesNames: format === 'service-json' };
  return shape === 'linked'
    ? { detail: 'names', includesNames: true }
    : { detail: 'concepts', includesNames: false };
}

/** Removes the languages if the representation does not depend on them. */
export function withoutUnusedLanguages(representation: Representation): Representation {
  return representation.format === 'service-json' || representation.format === 'html'
    ? representation
    : { ...representation, languages: [] };
}

/** Returns the content type: the media type, and the profile if the shape is linked. */
export function contentTypeWithProfile(
  { format, shape }: Pick<Representation, 'format' | 'shape'>,
  mediaType: string,
): string {
  return format === 'json-ld' && shape === 'linked' ? `${mediaType}; profile=linked` : mediaType;
}

/**
 * Links to the other representations of a resource instance, for the header `Link` (RFC 8288; the relation is from HTML).
 * @param current the representation in the response
 * @param omitsHiddenNodegroups as requested; the links repeat it
 */
export function alternateRepresentationLinks(
  uri: string,
  offered: readonly Representation['format'][],
  current: Representation,
  omitsHiddenNodegroups: boolean,
): readonly string[] {
  const representations = offered.flatMap((format) => {
    const shapes: readonly Shape[] = isRdfFormatName(format)
      ? ['specification', 'linked']
      : ['specification'];
    return shapes.map((shape) => ({ format, shape }));
  });
  return representations
    .filter(({ format, shape }) => format !== current.format || shape !== shapeOf(current))
    .map(({ format, shape }) => {
      const query = new URLSearchParams({
        format,
        ...(isRdfFormatName(format) ? { profile: shape } : {}),
        ...(omitsHiddenNodegroups ? {} : { hidden: 'false' }),
      });
      const type = contentTypeWithProfile({ format, shape }, formats[format].mediaTypes[0]);
      return `<${uri}?${query.toString()}>; rel="alternate"; type="${type}"`;
    });
}

/** Returns the shape of a representation; `specification` for a format that has only one. */
function shapeOf({ format, shape }: Representation): Shape {
  return isRdfFormatName(format) ? shape : 'specification';
}
