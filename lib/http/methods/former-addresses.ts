import type { HttpResponse } from '../responses/response.ts';

const languagePrefix = /^\/[a-z]{2,3}(?:-[a-z0-9]{2,8})?(?=\/|$)/i;

const searchAddress =
  /^\/(?:search|search\/(?:resources|terms|export_results)|api\/search\/export_results)\/?$/i;

/** The pages of the reference platform whose addresses are others here. Segments with an id keep it. */
const pages: readonly (readonly [address: RegExp, page: string])[] = [
  [/^\/(?:report|resource)\/([^/]+)\/?$/i, '/resources/$1'],
  [/^\/rdm\/?$/i, '/rdm/concepts'],
  [/^\/(?:auth|login)\/?$/i, '/o/sign-in'],
  [/^\/o\/?$/i, '/o/applications/'],
  [/^\/(?:index\.html?)?$/i, '/'],
];

type FormerRequest = {
  readonly method: string;
  /** The path and query, without the path of the base URL. */
  readonly target: string;
};

/**
 * Redirects from an address of the reference platform, which no operation has: a search address that begins with a language, with the same
 * method and body, and a page. Links to them are in letters, catalogues and bookmarks. API Gateway has one variable path below the root, so no
 * function can have addresses that begin with a language as its own.
 * @rule Requests: Which addresses of the reference platform lead to ours?
 * @returns undefined for other addresses
 */
export function redirectFromFormerAddress(
  { method, target }: FormerRequest,
  baseUrl: string,
): HttpResponse | undefined {
  const { pathname, searchParams } = new URL(target, 'http://service.invalid');
  const [prefix = ''] = languagePrefix.exec(pathname) ?? [];
  const path = pathname.slice(prefix.length);
  if (prefix !== '' && method !== 'OPTIONS' && searchAddress.test(path)) {
    // The page is in the languages of the reader.
    const isPage = /^\/search\/?$/i.test(path);
    if (!isPage && !searchParams.has('lang')) searchParams.append('lang', prefix.slice(1));
    const Location = `${baseUrl}${path.replace(/\/$/, '')}?${searchParams.toString()}`;
    return { status: 307, headers: { Location } };
  }
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const page = findPage(pathname) ?? findPage(path);
  return page === undefined
    ? undefined
    : { status: 303, headers: { Location: `${baseUrl}${page}` } };
}

function findPage(path: string): string | undefined {
  for (const [address, page] of pages) {
    const match = address.exec(path);
    if (match !== null) return page.replace('$1', () => match[1] ?? '');
  }
  return undefined;
}
