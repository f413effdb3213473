import { formats, type FormatName } from '../negotiation/formats.ts';

/**
 * The other forms of the same, as the header `Link` names them (RFC 8288; the relation is from HTML).
 * @param uri without a query
 * @param offered the formats that there are
 * @param present that of the answer
 * @param parameters what the links keep of the request; what is absent or true is left out
 */
export function alternateFormatLinks(
  uri: string,
  offered: readonly FormatName[],
  present: FormatName,
  parameters: Readonly<Record<string, boolean | number | string | undefined>>,
): string {
  const kept = Object.entries(parameters).filter(
    ([, value]) => value !== undefined && value !== true,
  );
  return offered
    .filter((format) => format !== present)
    .map((format) => {
      const query = new URLSearchParams({ format });
      for (const [name, value] of kept) query.set(name, String(value));
      return `<${uri}?${query.toString()}>; rel="alternate"; type="${formats[format].mediaTypes[0]}"`;
    })
    .join(', ');
}
