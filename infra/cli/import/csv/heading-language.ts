import { isSameTag } from '../../../../lib/model/datatypes/values/language-texts.ts';
import { lookUpLanguage } from '../../../../lib/model/pick-language.ts';

/** A heading that ends with a language: `Name (fr)`. */
export type LanguageHeading = { readonly name: string; readonly tag: string };

const headingPattern = /^(.*\S)\s*\(([a-z]{2,3}(?:[-_][a-z\d]+)*)\)$/i;

/** Splits a heading into its name and what may be a language. @returns undefined if it has no such end */
export function parseLanguageHeading(heading: string): LanguageHeading | undefined {
  const [, name, tag] = headingPattern.exec(heading) ?? [];
  return name === undefined || tag === undefined ? undefined : { name, tag };
}

/** A language of texts. */
export type TextLanguage = {
  /** The tag that is stored. */
  readonly tag: string;
  /** The English name of a language that the service does not have yet; null if it has the language. */
  readonly newName: string | null;
};

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/**
 * Finds the language of a tag: one of the service, in the letter case of the service, or a registered one.
 * @param languages the tags of the service
 * @returns undefined if the tag is neither
 */
export function resolveLanguage(
  tag: string,
  languages: ReadonlySet<string>,
): TextLanguage | undefined {
  const known = findTag(tag, languages);
  if (known !== undefined) return { tag: known, newName: null };
  const standardTag = tag.replaceAll('_', '-');
  const name = readLanguageName(standardTag);
  if (name !== undefined) {
    const [canonicalTag = standardTag] = Intl.getCanonicalLocales(standardTag);
    const knownTag = findTag(canonicalTag, languages);
    return { tag: knownTag ?? canonicalTag, newName: knownTag === undefined ? name : null };
  }
  return lookUpLanguage([...languages], tag) === undefined
    ? undefined
    : { tag: standardTag, newName: standardTag };
}

function findTag(tag: string, languages: ReadonlySet<string>): string | undefined {
  return [...languages].find((language) => isSameTag(language, tag));
}

function readLanguageName(tag: string): string | undefined {
  try {
    return languageNames.of(tag);
  } catch (error) {
    // The tag is not well-formed.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
