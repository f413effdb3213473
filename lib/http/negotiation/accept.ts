import type { PreferredLanguages } from '../../model/pick-language.ts';

/** One item of an `Accept` or `Accept-Language` header. */
export type Preference = {
  /** In lower case. */
  readonly value: string;
  /** From 0 to 1. */
  readonly quality: number;
  /** The parameters besides `q`, by names in lower case, with values unquoted. */
  readonly parameters: Readonly<Record<string, string>>;
};

/** Splits at separators outside of quotes. */
function splitOutsideQuotes(text: string, separator: ',' | ';'): readonly string[] {
  const itemPattern =
    separator === ',' ? /(?:"(?:[^"\\]|\\.)*"|[^,"]|")+/g : /(?:"(?:[^"\\]|\\.)*"|[^;"]|")+/g;
  return text.match(itemPattern) ?? [];
}

function unquote(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : text;
}

function parsePreference(item: string): Preference {
  const [value = '', ...rest] = splitOutsideQuotes(item, ';');
  const parameters: Record<string, string> = {};
  for (const parameter of rest) {
    const [name = '', ...valueParts] = parameter.split('=');
    parameters[name.trim().toLowerCase()] ??= unquote(valueParts.join('=').trim());
  }
  const { q = '1', ...otherParameters } = parameters;
  const quality = /^[\d.]+$/.test(q) ? Number(q) : 1;
  return {
    value: value.trim().toLowerCase(),
    quality: Number.isNaN(quality) ? 1 : Math.min(quality, 1),
    parameters: otherParameters,
  };
}

/**
 * Parses a header with quality values (RFC 9110, section 12.4.2).
 * @rule Requests: How are qualities and wildcards of `Accept` read?
 * @param header such as `application/ld+json;q=0.9, * / *;q=0.1`
 * @returns the items in their order
 */
export function parsePreferences(header: string): readonly Preference[] {
  return splitOutsideQuotes(header, ',')
    .map(parsePreference)
    .filter(({ value }) => value !== '');
}

/** Reads the profiles of a media type (RFC 6906): words or URIs. */
export function readProfiles({ parameters }: Preference): readonly string[] {
  return (parameters['profile'] ?? '').split(/\s+/).filter((profile) => profile !== '');
}

/**
 * Finds the preference for a media type. If several ranges match, the most specific one applies, and then the one with the best quality
 * (RFC 9110, section 12.5.1). Parameters of ranges, such as a profile, are ignored.
 * @returns undefined if no range matches; quality 0 means refused
 */
export function bestPreference(
  mediaType: string,
  accepted: readonly Preference[],
): Preference | undefined {
  const [type = ''] = mediaType.split('/');
  for (const range of [mediaType, `${type}/*`, '*/*']) {
    const [best] = accepted
      .filter(({ value }) => value === range)
      .sort((a, b) => b.quality - a.quality);
    if (best !== undefined) return best;
  }
  return undefined;
}

/**
 * Reads `Accept-Language` (RFC 9110, section 12.5.4). A wildcard says nothing that the default language and those after it do not (RFC 4647,
 * section 3.4).
 * @rule Requests: How is `Accept-Language` read?
 * @param defaultLanguage the language of the project, which follows unless the reader refuses it
 */
export function readPreferredLanguages(
  header: string | undefined,
  defaultLanguage: string,
): PreferredLanguages {
  const originalSpellings = new Map(
    (header ?? '').split(/[,;]/).map((part) => [part.trim().toLowerCase(), part.trim()]),
  );
  const ranges = parsePreferences(header ?? '')
    .filter(({ value }) => !value.startsWith('*'))
    .map(({ value, quality }) => ({
      range: (originalSpellings.get(value) ?? value).replaceAll('-*', ''),
      quality,
    }));
  const accepted = ranges
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  const refused = ranges.filter(({ quality }) => quality === 0).map(({ range }) => range);
  const preferred = [
    ...accepted.map(({ range }) => range),
    ...(refused.some((range) => isWithinRange(defaultLanguage, range)) ? [] : [defaultLanguage]),
  ];
  return refused.length === 0 ? preferred : [...preferred, '*', ...refused];
}

/** Whether basic filtering (RFC 4647, section 3.3.1) matches a range with a tag. */
function isWithinRange(tag: string, range: string): boolean {
  return `${tag}-`.toLowerCase().startsWith(`${range}-`.toLowerCase());
}
