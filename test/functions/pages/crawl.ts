import { baseUrl } from '../../support/service.ts';
import type { Visitor } from '../oauth/visitor.ts';
import { browserAccept } from './data-pages.ts';

/** How many links of one kind are followed: the same path but for ids, with the same parameters. */
const linksOfKind = 4;

const unescapeHtml = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");

type PageLink = { readonly target: string; readonly isDownload: boolean };

/** The links of a page to the service itself, without fragments. */
const listLinks = (html: string, page: string): readonly PageLink[] =>
  [...html.matchAll(/<\w+[^<>]*\shref="([^"]*)"[^<>]*>/g)].flatMap(([tag, href = '']) => {
    const url = new URL(unescapeHtml(href), new URL(page, baseUrl));
    return url.href.startsWith(baseUrl)
      ? [{ target: `${url.pathname}${url.search}`, isDownload: /\sdownload[=\s>]/.test(tag) }]
      : [];
  });

function kindOf(target: string): string {
  const { pathname, searchParams } = new URL(target, baseUrl);
  const path = pathname.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\b\d+\b/g, '*');
  const names = [...new Set(searchParams.keys())].filter((name) => !name.startsWith('node.'));
  return `${path}?${names.toSorted().join('&')}`;
}

/** A link that a browser cannot open. */
type DeadLink = { readonly page: string; readonly target: string; readonly status: number };

/** Follows the links of all pages that a visitor reaches from the start page. @returns the pages by address */
export async function crawl(
  visitor: Visitor,
  language = 'en',
): Promise<{
  readonly pages: ReadonlyMap<string, string>;
  readonly dead: readonly DeadLink[];
}> {
  const counts = new Map<string, number>();
  const queue = [{ page: '', target: '/', isDownload: false }];
  const seen = new Set(['/']);
  const pages = new Map<string, string>();
  const dead: DeadLink[] = [];
  for (const { page, target, isDownload } of queue) {
    const { status, headers, html, location } = await visitor.get(target, {
      accept: browserAccept,
      'accept-language': language,
      'sec-fetch-site': page === '' ? 'none' : 'same-origin',
      'sec-fetch-mode': 'navigate',
    });
    const isPage = headers.get('content-type')?.startsWith('text/html') === true;
    // A link to another format says so.
    const isRequestedFormat =
      isDownload || /[?&](?:format|manifest)\b|\.json$|^\/assets\//.test(target);
    if (status >= 400 || (status === 200 && !isPage && !isRequestedFormat)) {
      dead.push({ page, target, status });
    }
    if (isPage && status === 200) pages.set(target, html);
    const links = isPage ? listLinks(html, target) : [];
    for (const link of location === '' ? links : listLinks(`<a href="${location}">`, target)) {
      const { target: next } = link;
      const kind = kindOf(next);
      const count = counts.get(kind) ?? 0;
      if (seen.has(next) || count >= linksOfKind) continue;
      seen.add(next);
      counts.set(kind, count + 1);
      queue.push({ page: target, ...link });
    }
  }
  return { pages, dead };
}
