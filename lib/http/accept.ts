/** One item of an `Accept` or `Accept-Language` header: its value in lower case and its quality, 0 to 1. */
export type Preference = { readonly value: string; readonly quality: number };

function quality(parameters: readonly string[]): number {
  const q = parameters.map((parameter) => /^q\s*=\s*([\d.]+)$/i.exec(parameter.trim())?.[1]);
  const given = Number(q.find((value) => value !== undefined) ?? 1);
  return Number.isNaN(given) ? 1 : Math.min(given, 1);
}

/**
 * Reads a header of preferences (RFC 9110, section 12.4.2).
 * @param header such as `application/ld+json;q=0.9, * / *;q=0.1`
 * @returns its items in the order written; parameters other than `q` are left out
 */
export function preferences(header: string): readonly Preference[] {
  return header
    .split(',')
    .map((item) => item.split(';'))
    .map(([value = '', ...parameters]) => ({
      value: value.trim().toLowerCase(),
      quality: quality(parameters),
    }))
    .filter((preference) => preference.value !== '');
}

/**
 * How much a media type is wanted: the quality of the most specific range that covers it
 * (RFC 9110, section 12.5.1).
 * @returns 0 when it is not wanted
 */
export function mediaTypeQuality(mediaType: string, accepted: readonly Preference[]): number {
  const [type = ''] = mediaType.split('/');
  for (const range of [mediaType, `${type}/*`, '*/*']) {
    const found = accepted.find((preference) => preference.value === range);
    if (found !== undefined) return found.quality;
  }
  return 0;
}

/**
 * The languages that a caller wants, the most wanted first.
 * @param header the header `Accept-Language`
 * @returns tags in the case in which they were written
 */
export function acceptedLanguages(header: string | undefined): readonly string[] {
  const spelled = new Map(
    (header ?? '').split(/[,;]/).map((part) => [part.trim().toLowerCase(), part.trim()]),
  );
  return preferences(header ?? '')
    .filter((preference) => preference.quality > 0 && preference.value !== '*')
    .sort((one, other) => other.quality - one.quality)
    .map((preference) => spelled.get(preference.value) ?? preference.value);
}
