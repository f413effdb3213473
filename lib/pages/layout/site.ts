import type { InstanceDescription } from '../../model/instance-description.ts';
import type { Settings } from '../../settings.ts';
import { pagePaths, type PagePaths } from './paths.ts';

/** What all pages of an instance have in common: their paths, and how the instance describes itself. */
export type Site = PagePaths & { readonly instance: InstanceDescription };

/** The settings from which a site is created. */
export type SiteSettings = Pick<Settings, 'baseUrl' | 'instance'>;

export const createSite = ({ baseUrl, instance }: SiteSettings): Site => ({
  ...pagePaths(baseUrl),
  instance,
});
