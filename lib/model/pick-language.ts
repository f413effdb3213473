/** A name or note as models hold it: plain (older models) or by language tag (newer ones). */
export type LocalizedText = string | Readonly<Record<string, string | null>>;

/**
 * Chooses among language tags as RFC 4647, section 3.4 (lookup) does, wider by one step: for each
 * asked tag in turn the tag itself, then the tag cut from the right, then any tag of its base language.
 * Letter case does not count.
 * @param tags the tags there are, as given
 * @param asked what the reader wants, most wanted first
 * @returns one of `tags`; the first of them where none fits; undefined where there is none
 */
export function pickLanguage(
  tags: readonly string[],
  asked: readonly string[],
): string | undefined {
  for (const range of asked) {
    const found = lookUpLanguage(tags, range);
    if (found !== undefined) return found;
  }
  return tags[0];
}

/**
 * Chooses the text to show of a plain or per-language value.
 * @param asked language tags, most wanted first; end with the project's default language
 * @returns the text; null where there is none. Languages without text are passed over.
 */
export function pickText(text: LocalizedText | null, asked: readonly string[]): string | null {
  if (text === null || typeof text === 'string') return text;
  const written = Object.entries(text).filter(([, value]) => value !== null && value !== '');
  const tag = pickLanguage(
    written.map(([language]) => language),
    asked,
  );
  return tag === undefined ? null : (text[tag] ?? null);
}

/**
 * The language tag that answers one asked tag: the tag itself, one cut from the right, or any of its base language.
 * @returns undefined where none does
 */
export function lookUpLanguage(tags: readonly string[], range: string): string | undefined {
  const subtags = range.toLowerCase().split('-');
  for (let length = subtags.length; length > 0; length -= 1) {
    const shorter = subtags.slice(0, length).join('-');
    const found = tags.find((tag) => tag.toLowerCase() === shorter);
    if (found !== undefined) return found;
  }
  return tags.find((tag) => tag.toLowerCase().split('-')[0] === subtags[0]);
}
