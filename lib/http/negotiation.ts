import { mediaTypeQuality, preferences } from './accept.ts';
import { NotAcceptable } from './errors.ts';
import { formats, type FormatName } from './formats.ts';

/** The formats that an operation has, the default first. */
export type OfferedFormats = readonly [FormatName, ...FormatName[]];

function byName(name: string, offered: OfferedFormats): FormatName {
  const found = offered.find((format) => format === name || formats[format].aliases.includes(name));
  if (found === undefined) throw new NotAcceptable(JSON.stringify(name), offered);
  return found;
}

function byAccept(accept: string, offered: OfferedFormats): FormatName {
  const accepted = preferences(accept);
  if (accepted.length === 0) return offered[0];
  let best: FormatName | undefined;
  let bestQuality = 0;
  for (const format of offered) {
    const quality = mediaTypeQuality(formats[format].mediaType, accepted);
    if (quality > bestQuality) {
      best = format;
      bestQuality = quality;
    }
  }
  if (best === undefined) throw new NotAcceptable(`Accept: ${accept}`, offered);
  return best;
}

/**
 * Chooses the format of an answer: the parameter `format`, else `Accept`, else the default.
 * @param format the merged parameter; an empty one is an unknown format
 * @param accept the header
 * @param offered the formats that the operation has; among equals the first is taken
 * @throws NotAcceptable naming the formats there are
 */
export function negotiate(
  format: string | undefined,
  accept: string | undefined,
  offered: OfferedFormats,
): FormatName {
  return format === undefined ? byAccept(accept ?? '', offered) : byName(format, offered);
}
