import type { InstanceDescription } from '../../model/instance-description.ts';
import type { PreferredLanguages } from '../../model/pick-language.ts';
import type { Settings } from '../../settings.ts';
import { createWords, type Words } from '../words/words.ts';
import { pagePaths, type PagePaths } from './paths.ts';

/** What all pages of an instance have in common for a reader: their paths, how the instance describes itself, and the words in the reader's language. */
export type Site = PagePaths & {
  readonly baseUrl: string;
  readonly instance: InstanceDescription;
  readonly words: Words;
};

/** The settings from which a site is created. */
export type SiteSettings = Pick<Settings, 'baseUrl' | 'instance'>;

/** @param languages those of the reader, preferred first, the default language last */
export const createSite = (
  { baseUrl, instance }: SiteSettings,
  languages: PreferredLanguages,
): Site => ({
  ...pagePaths(baseUrl),
  baseUrl,
  instance,
  words: createWords(languages),
});
