import type { Words } from '../words/words.ts';
import { html, type Html } from './html.ts';

export type ListPageLinks = {
  readonly isFirstPage: boolean;
  /** The path of the first page of the list. */
  readonly firstPath: string;
  /** The path of the next page; undefined if this is the last one. */
  readonly nextPath: string | undefined;
  /** The texts of the links. */
  readonly firstLinkText?: string;
  readonly nextLinkText?: string;
};

/** Links to the first and the next page of a list; false if there is only one page. */
export function pageNavigation(
  { isFirstPage, firstPath, nextPath, firstLinkText, nextLinkText }: ListPageLinks,
  words: Words,
): Html | false {
  if (isFirstPage && nextPath === undefined) return false;
  return html`<nav class="pages" aria-label="${words.text('pages.navigation')}">
    ${!isFirstPage && html`<a class="button plain" href="${firstPath}">${firstLinkText ?? words.text('pages.first')}</a>`}
    ${nextPath !== undefined && html`<a class="button plain" href="${nextPath}">${nextLinkText ?? words.text('pages.next')}</a>`}
  </nav>`;
}

/** Adds a query to a path. Undefined values are left out. */
export function pathWithQuery(
  path: string,
  values: Readonly<Record<string, string | number | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
