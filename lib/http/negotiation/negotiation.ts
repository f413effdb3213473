import { bestPreference, parsePreferences, readProfiles, type Preference } from './accept.ts';
import { NotAcceptable } from '../errors/errors.ts';
import { formats, type FormatName } from './formats.ts';

/** The formats that an operation has, the default first. */
export type OfferedFormats = readonly [FormatName, ...FormatName[]];

/** The form of an answer that was agreed on. */
export type NegotiatedFormat = {
  readonly format: FormatName;
  /** The media type of the format that the caller knows, else its first. */
  readonly mediaType: string;
  /** The profiles that `Accept` names for this media type (RFC 6906): words or URIs. */
  readonly profiles: readonly string[];
};

type AcceptedForm = NegotiatedFormat & { readonly quality: number };

/** What `Accept` says of each media type of some formats, as far as it wants them; earlier formats first. */
function candidates(
  offered: readonly FormatName[],
  accepted: readonly Preference[],
): readonly AcceptedForm[] {
  return offered.flatMap((format) =>
    formats[format].mediaTypes.flatMap((mediaType) => {
      const wanted = bestPreference(mediaType, accepted);
      if (wanted === undefined || wanted.quality === 0) return [];
      return [{ format, mediaType, profiles: readProfiles(wanted), quality: wanted.quality }];
    }),
  );
}

function best(found: readonly AcceptedForm[]): NegotiatedFormat | undefined {
  const quality = Math.max(...found.map((candidate) => candidate.quality));
  const chosen = found.find((candidate) => candidate.quality === quality);
  return (
    chosen && { format: chosen.format, mediaType: chosen.mediaType, profiles: chosen.profiles }
  );
}

/** The format of this name, or of which it is another name. */
export function findOfferedFormat(name: string, offered: OfferedFormats): FormatName | undefined {
  return offered.find((one) => one === name || formats[one].aliases.includes(name));
}

function byName(
  name: string,
  accepted: readonly Preference[],
  offered: OfferedFormats,
): NegotiatedFormat {
  const format = findOfferedFormat(name, offered);
  if (format === undefined) throw new NotAcceptable(JSON.stringify(name), offered);
  const [mediaType] = formats[format].mediaTypes;
  return best(candidates([format], accepted)) ?? { format, mediaType, profiles: [] };
}

/**
 * Chooses the form of an answer: the parameter `format`, else `Accept`, else the default.
 * @param format the merged parameter; an empty one is an unknown format
 * @param accept the header; beside a `format` it still tells which media type of it and which profile
 * @param offered the formats that the operation has; among equals the first is taken
 * @param answersAny whether an `Accept` that knows none of them gets the default
 * @throws NotAcceptable naming the formats there are
 */
export function negotiateFormat(
  format: string | undefined,
  accept: string | undefined,
  offered: OfferedFormats,
  answersAny = false,
): NegotiatedFormat {
  const accepted = parsePreferences(accept ?? '');
  if (format !== undefined) return byName(format, accepted, offered);
  const chosen = best(candidates(offered, accepted));
  if (chosen !== undefined) return chosen;
  if (accepted.length > 0 && !answersAny) throw new NotAcceptable(`Accept: ${accept}`, offered);
  const [first] = offered;
  return { format: first, mediaType: formats[first].mediaTypes[0], profiles: [] };
}
