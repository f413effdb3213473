/** A text of a model: plain in older models, by language tag in newer ones. */
export type LocalizedText = string | Readonly<Record<string, string | null>>;

/**
 * Chooses a language tag by lookup (RFC 4647, section 3.4), extended by one step: for each requested tag the tag
 * itself, its shortened forms, then any tag of the same base language. Letter case is ignored.
 * @param tags the available tags
 * @param requested preferred tags first
 * @returns one of `tags`; the first one if none fits; undefined if there are no tags
 */
export function pickLanguage(
  tags: readonly string[],
  requested: readonly string[],
): string | undefined {
  for (const requestedTag of requested) {
    const match = lookUpLanguage(tags, requestedTag);
    if (match !== undefined) return match;
  }
  return tags[0];
}

/**
 * Chooses the text to show.
 * @param requested language tags, preferred first, the default language last
 * @returns null if there is no text. Languages with an empty text are skipped.
 */
export function pickText(text: LocalizedText | null, requested: readonly string[]): string | null {
  if (text === null || typeof text === 'string') return text;
  const nonEmptyEntries = Object.entries(text).filter(
    ([, value]) => value !== null && value !== '',
  );
  const tag = pickLanguage(
    nonEmptyEntries.map(([language]) => language),
    requested,
  );
  return tag === undefined ? null : (text[tag] ?? null);
}

/** Finds the tag for one requested tag: the tag itself, a shortened form, or any tag of its base language. */
export function lookUpLanguage(tags: readonly string[], requestedTag: string): string | undefined {
  const subtags = requestedTag.toLowerCase().split('-');
  for (let length = subtags.length; length > 0; length -= 1) {
    const shorter = subtags.slice(0, length).join('-');
    const match = tags.find((tag) => tag.toLowerCase() === shorter);
    if (match !== undefined) return match;
  }
  return tags.find((tag) => tag.toLowerCase().split('-')[0] === subtags[0]);
}
