/** A text of a model: plain in older models, by language tag in newer ones. */
export type LocalizedText = string | Readonly<Record<string, string | null>>;

/**
 * The languages that are preferred, the best first: language ranges (RFC 4647, section 2), those of the reader, then the project's default.
 * `*` stands for all languages without a range; the ranges after it are those that the reader refuses.
 */
export type PreferredLanguages = readonly string[];

/**
 * Chooses a language tag. The first preferred language that is available decides, whatever its region or script. Of its tags, lookup (RFC
 * 4647, section 3.4) chooses: each range, then its shortened forms; then filtering (section 3.3.1): a tag that begins with language and
 * script of a range, then any other. Without an available preferred language, the tag that is first in `compareTags` is chosen. Letter case
 * is ignored, and `_` is the same as `-`. The database functions language_steps and language_rank do the same.
 * @rule Resource instances: Which language is used where the requested one is missing?
 * @param tags the available tags; empty for texts without a language
 * @returns one of `tags`; undefined if there are no tags
 */
export function pickLanguage(
  tags: readonly string[],
  languages: PreferredLanguages,
): string | undefined {
  const [first] = languages;
  if (first !== undefined && tags.includes(first)) return first;
  return tags.toSorted(compareTags(languages))[0];
}

/** Orders language tags, the preferred ones first, then those in the order of the alphabet. Texts without a language come first among these. */
export function compareTags(
  languages: PreferredLanguages,
): (left: string, right: string) => number {
  return (left, right) =>
    languageRank(left, languages) - languageRank(right, languages) ||
    compareCodeUnits(normaliseTag(left), normaliseTag(right)) ||
    compareCodeUnits(left, right);
}

/**
 * Chooses the text to show.
 * @rule Resource instances: Which text or label is shown for the languages that a client accepts?
 * @returns null if there is no text. Languages with an empty text are skipped.
 */
export function pickText(text: LocalizedText | null, languages: PreferredLanguages): string | null {
  if (text === null || typeof text === 'string') return text;
  const preferredText = text[languages[0] ?? ''];
  // The most common case.
  if (typeof preferredText === 'string' && preferredText !== '') return preferredText;
  return pickTextInLanguage(text, languages)?.text ?? null;
}

/** A text with the tag of its language; undefined for a text without one. */
export type PickedText = { readonly text: string; readonly language: string | undefined };

/** Chooses the text to show, like `pickText`, and returns its language too. */
export function pickTextInLanguage(
  text: LocalizedText | null,
  languages: PreferredLanguages,
): PickedText | null {
  if (text === null) return null;
  if (typeof text === 'string') return { text, language: undefined };
  const tags = Object.keys(text).filter((tag) => text[tag] !== null && text[tag] !== '');
  const tag = pickLanguage(tags, languages);
  return tag === undefined ? null : { text: text[tag] ?? '', language: tag };
}

/** Chooses a label to show, otherwise a name; empty without both. */
export function pickLabel(
  label: LocalizedText | null,
  name: LocalizedText,
  languages: PreferredLanguages,
): string {
  return pickText(label, languages)?.trim() || pickText(name, languages)?.trim() || '';
}

/** Finds the tag that fits one requested language best. @returns undefined if all are of other languages */
export function lookUpLanguage(tags: readonly string[], requested: string): string | undefined {
  const sameLanguage = tags.filter((tag) => baseLanguage(tag) === baseLanguage(requested));
  return pickLanguage(sameLanguage, [requested]);
}

function baseLanguage(tag: string): string | undefined {
  return normaliseTag(tag).split('-')[0];
}

/** Returns the position of the first step that a tag fits: the smaller, the better. @returns the number of steps if it fits none */
export function languageRank(tag: string, languages: PreferredLanguages): number {
  const steps = positionsOfSteps(languages);
  const normalisedTag = normaliseTag(tag);
  const [language = '', next = ''] = normalisedTag.split('-');
  return (
    steps.get(normalisedTag) ??
    steps.get(`${language}-${next}-*`) ??
    steps.get(`${language}-*`) ??
    steps.get('*') ??
    steps.size
  );
}

/**
 * Converts preferred languages into the steps in which a tag is looked for. `zh-Hant-TW` becomes `zh-hant-tw`, `zh-hant`, `zh`, then
 * `zh-hant-*` and `zh-*` for tags that begin so. The steps of a language follow each other. A refused range has no shortened forms.
 */
export function languageSteps(languages: PreferredLanguages): readonly string[] {
  return [...positionsOfSteps(languages).keys()];
}

const positionsByLanguages = new WeakMap<PreferredLanguages, ReadonlyMap<string, number>>();

function positionsOfSteps(languages: PreferredLanguages): ReadonlyMap<string, number> {
  const knownPositions = positionsByLanguages.get(languages);
  if (knownPositions !== undefined) return knownPositions;
  const ranges = languages.map(normaliseTag);
  const wildcard = ranges.indexOf('*');
  const accepted = wildcard === -1 ? ranges : ranges.slice(0, wildcard);
  const refused = ranges.slice(accepted.length + 1).flatMap((range) => [range, `${range}-*`]);
  const steps = [
    ...stepsOfAccepted(accepted),
    ...ranges.slice(accepted.length, accepted.length + 1),
    ...refused,
  ];
  const positions = new Map([...new Set(steps)].map((step, position) => [step, position]));
  positionsByLanguages.set(languages, positions);
  return positions;
}

function stepsOfAccepted(ranges: readonly string[]): readonly string[] {
  const subtags = ranges.map((range) => range.split('-'));
  const byLanguage = Map.groupBy(subtags, ([language = '']) => language);
  return [...byLanguage].flatMap(([language, sameLanguage]) => {
    const lookups = sameLanguage.flatMap((range) =>
      range.map((_, removed) => range.slice(0, range.length - removed).join('-')),
    );
    const filters = sameLanguage.flatMap(([, next]) =>
      next === undefined ? [] : [`${language}-${next}-*`],
    );
    return [...lookups, ...filters, `${language}-*`];
  });
}

function normaliseTag(tag: string): string {
  return tag.toLowerCase().replaceAll('_', '-');
}

/** Compares texts by their UTF-16 code units: tags, ids and names of types, of which no language has an order. */
export function compareCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
