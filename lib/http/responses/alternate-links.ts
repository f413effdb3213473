import { formats, type FormatName } from '../negotiation/formats.ts';

/**
 * Links to the same document in other formats, for the header `Link` (RFC 8288; the relation is from HTML).
 * @param uri without a query
 * @param currentFormat the format of the response
 * @param parameters of the request that the links repeat; undefined is left out, and so is `true`, the default of all flags
 */
export function alternateFormatLinks(
  uri: string,
  offered: readonly FormatName[],
  currentFormat: FormatName,
  parameters: Readonly<Record<string, boolean | number | string | undefined>>,
): readonly string[] {
  const repeatedParameters = Object.entries(parameters).filter(
    ([, value]) => value !== undefined && value !== true,
  );
  return offered
    .filter((format) => format !== currentFormat)
    .map((format) => {
      const query = new URLSearchParams({ format });
      for (const [name, value] of repeatedParameters) query.set(name, String(value));
      return `<${uri}?${query.toString()}>; rel="alternate"; type="${formats[format].mediaTypes[0]}"`;
    });
}
