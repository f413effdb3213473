import type { PagePaths } from './layout/paths.ts';

/** Returns the path of the sign-in that leads back to a page. @param next the page, without the path of the base URL */
export function signInPath(paths: PagePaths, next: string): string {
  return `${paths.signIn}?${new URLSearchParams({ next }).toString()}`;
}
