/** The paths of the pages on the host, including the path of the base URL. */
export type PagePaths = {
  /** The path of the base URL, such as `/api`; empty if it has none. */
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

/** @param baseUrl the base URL of the service, without a slash at the end */
export function pagePaths(baseUrl: string): PagePaths {
  const base = new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '');
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

const defaultPage = '/o/applications/';

/**
 * Chooses the page to open after a sign-in. Only pages of the service are allowed, because any site can link to the sign-in with this
 * parameter.
 * @param requestedPath a path, without the path of the base URL
 * @returns the list of applications if the requested path is not a page of the service
 */
export function pageAfterSignIn(requestedPath: string | undefined): string {
  const isPage =
    requestedPath !== undefined &&
    requestedPath.length <= 200 &&
    /^\/o(?:\/[\w-]+)+\/?$/.test(requestedPath);
  return isPage ? requestedPath : defaultPage;
}
