import { pathsWithForms, pathsWithPages } from '../../http/methods/allowed-methods.generated.ts';

/** The page to open after a sign-in if none was requested. */
const defaultPage = '/';

const maxLength = 2000;

/**
 * Chooses the page to open after a sign-in. Only pages of the service are allowed, because any site can link to the sign-in with any
 * value of the parameter.
 * @rule Requests: Which page may follow a sign-in?
 * @param requestedPage a path and a query, without the path of the base URL
 * @returns the landing page if the requested path is not a page of the service
 */
export function choosePageAfterSignIn(requestedPage: string | undefined): string {
  if (requestedPage === undefined || requestedPage.length > maxLength) return defaultPage;
  const origin = 'http://page.invalid';
  const url = URL.canParse(requestedPage, origin) ? new URL(requestedPage, origin) : undefined;
  const isPage = url?.origin === origin && isPagePath(url.pathname);
  return isPage ? `${url.pathname}${url.search}` : defaultPage;
}

function isPagePath(path: string): boolean {
  return [...pathsWithPages, ...pathsWithForms].some((pathTemplate) => {
    const segments = pathTemplate.split('/').filter((segment) => segment !== '');
    const pathSegments = path
      .replace(/(?<=.)\/$/, '')
      .split('/')
      .slice(1);
    if (segments.length === 0) return path === '/';
    return (
      pathSegments.length === segments.length &&
      segments.every((segment, index) =>
        segment.startsWith('{') ? pathSegments[index] !== '' : segment === pathSegments[index],
      )
    );
  });
}
