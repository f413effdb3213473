import { languageSteps, type PreferredLanguages } from '../pick-language.ts';

/** The languages in which labels of concepts are shown and sorted. */
export type LabelLanguages = {
  /** The requested ones, then the project's default language. */
  readonly languages: PreferredLanguages;
  /**
   * The weight of each step of these languages (pick-language.ts), and of the other languages at the end. They are those of the API of Arches:
   * requested 10, same language 5, default 3, language of the default 2, others 1.
   */
  readonly languageWeights: readonly number[];
};

/**
 * @rule Thesaurus: How does `lang` choose a label?
 * @param requested the preferred one first
 * @param defaultLanguage counts as requested if no language is
 */
export function labelLanguages(
  requested: readonly (string | undefined)[],
  defaultLanguage: string,
): LabelLanguages {
  const requestedLanguages = requested.filter((language) => language !== undefined);
  const languages = [...requestedLanguages, defaultLanguage];
  const steps = languageSteps(languages);
  const requestedSteps = languageSteps(
    requestedLanguages.length === 0 ? languages : requestedLanguages,
  );
  // The last step of every language is for all its varieties, so the default language has no steps of its own if it is requested.
  const isDefaultRequested = requestedSteps.includes(languageSteps([defaultLanguage]).at(-1) ?? '');
  const refused = steps.includes('*') ? steps.indexOf('*') : steps.length;
  const languageWeights = steps.map((_, position) => {
    if (position >= refused) return 1;
    if (position === 0) return 10;
    if (isDefaultRequested || position < requestedSteps.length) return 5;
    return position === requestedSteps.length ? 3 : 2;
  });
  return { languages, languageWeights: [...languageWeights, 1] };
}
