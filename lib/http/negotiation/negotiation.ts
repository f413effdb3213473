import { bestPreference, parsePreferences, readProfiles, type Preference } from './accept.ts';
import { NotAcceptable } from '../errors/errors.ts';
import { formats, type FormatName } from './formats.ts';

/** The formats of an operation, the default first. */
export type OfferedFormats = readonly [FormatName, ...FormatName[]];

export type NegotiatedFormat = {
  readonly format: FormatName;
  /** The media type of the format that `Accept` prefers, or its first one. */
  readonly mediaType: string;
  /** The profiles that `Accept` names with this media type (RFC 6906): words or URIs. */
  readonly profiles: readonly string[];
};

type AcceptedMediaType = NegotiatedFormat & { readonly quality: number };

/** Lists the accepted media types of the offered formats, in the order of the formats. */
function acceptedMediaTypes(
  offered: readonly FormatName[],
  accepted: readonly Preference[],
): readonly AcceptedMediaType[] {
  return offered.flatMap((format) =>
    formats[format].mediaTypes.flatMap((mediaType) => {
      const preference = bestPreference(mediaType, accepted);
      if (preference === undefined || preference.quality === 0) return [];
      return [
        { format, mediaType, profiles: readProfiles(preference), quality: preference.quality },
      ];
    }),
  );
}

/** The media types that HttpURLConnection of Java accepts by default. A program that sends them is not a browser. */
const javaDefault = ['text/html', 'image/gif', 'image/jpeg'];

function isJavaDefault(accepted: readonly Preference[]): boolean {
  const mediaTypes = accepted
    .map(({ value }) => value)
    .filter((value) => !/^\*(\/\*)?$/.test(value));
  return mediaTypes.join() === javaDefault.join();
}

function bestMediaType(mediaTypes: readonly AcceptedMediaType[]): NegotiatedFormat | undefined {
  const quality = Math.max(...mediaTypes.map((candidate) => candidate.quality));
  const best = mediaTypes.find((candidate) => candidate.quality === quality);
  return best && { format: best.format, mediaType: best.mediaType, profiles: best.profiles };
}

/** Finds a format by its name or alias. */
export function findOfferedFormat(name: string, offered: OfferedFormats): FormatName | undefined {
  return offered.find((format) => format === name || formats[format].aliases.includes(name));
}

function negotiateByName(
  name: string,
  accepted: readonly Preference[],
  offered: OfferedFormats,
): NegotiatedFormat {
  const format = findOfferedFormat(name, offered);
  if (format === undefined) throw new NotAcceptable(JSON.stringify(name), offered);
  const [mediaType] = formats[format].mediaTypes;
  return (
    bestMediaType(acceptedMediaTypes([format], accepted)) ?? { format, mediaType, profiles: [] }
  );
}

/**
 * Negotiates the format of a response: by the parameter `format`, then by `Accept`, then the default.
 * @rule Requests: How does `X-SERVICE-FORMAT`, `format` or `Accept` choose the format?
 * @rule Requests: Who gets a page instead of data?
 * @param format the parameter; an empty one is an unknown format
 * @param accept the header; if `format` is sent too, the header selects only the media type and the profile
 * @param offered the formats of the operation; if `Accept` prefers several equally, the first of them is chosen. `html` is the last, so that
 *   only callers who prefer it to all others get it, such as browsers
 * @param ignoresUnknownAccept whether an `Accept` that matches no format selects the default
 * @throws NotAcceptable naming the formats of the operation
 */
export function negotiateFormat(
  format: string | undefined,
  accept: string | undefined,
  offered: OfferedFormats,
  ignoresUnknownAccept = false,
): NegotiatedFormat {
  const accepted = parsePreferences(accept ?? '');
  if (format !== undefined) return negotiateByName(format, accepted, offered);
  const offeredToCaller = isJavaDefault(accepted)
    ? offered.filter((name) => name !== 'html')
    : offered;
  const best = bestMediaType(acceptedMediaTypes(offeredToCaller, accepted));
  if (best !== undefined) return best;
  if (accepted.length > 0 && !ignoresUnknownAccept)
    throw new NotAcceptable(`Accept: ${accept}`, offered);
  const [defaultFormat] = offered;
  return { format: defaultFormat, mediaType: formats[defaultFormat].mediaTypes[0], profiles: [] };
}
