/** The paths of the pages on the host. The base URL may have its own path. */
export type PagePaths = {
  /** The path of the base URL; empty, or such as `/api`. */
  readonly base: string;
  readonly signIn: string;
  readonly signOut: string;
  readonly applications: string;
  readonly register: string;
  readonly application: (id: string) => string;
  readonly update: (id: string) => string;
  readonly delete: (id: string) => string;
  readonly secret: (id: string) => string;
};

/** @param baseUrl of the service, without a slash at the end */
export function pagePaths(baseUrl: string): PagePaths {
  const base = new URL(baseUrl).pathname.replace(/\/+$/, '');
  const applications = `${base}/o/applications/`;
  return {
    base,
    signIn: `${base}/o/sign-in`,
    signOut: `${base}/o/sign-out`,
    applications,
    register: `${applications}register`,
    application: (id) => `${applications}${id}`,
    update: (id) => `${applications}${id}/update`,
    delete: (id) => `${applications}${id}/delete`,
    secret: (id) => `${applications}${id}/secret`,
  };
}

const firstPage = '/o/applications/';

/**
 * Chooses the page to open after a sign-in. Only pages of the service are allowed, because the parameter may come from anywhere.
 * @param requested without the path of the base URL
 * @returns the list of applications for anything else
 */
export function pageAfterSignIn(requested: string | undefined): string {
  const isPage =
    requested !== undefined && requested.length <= 200 && /^\/o(?:\/[\w-]+)+\/?$/.test(requested);
  return isPage ? requested : firstPage;
}
