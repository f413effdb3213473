import { html, type Html } from './html.ts';

export type ListPosition = {
  readonly isFirstPage: boolean;
  /** The path of the first page of the list. */
  readonly firstPath: string;
  /** The path of the next page; undefined if this is the last one. */
  readonly nextPath: string | undefined;
  /** The texts of the links. */
  readonly firstName?: string;
  readonly nextName?: string;
};

/** Links to the first and the next page of a list; false if there is only one page. */
export function pageNavigation({
  isFirstPage,
  firstPath,
  nextPath,
  firstName = 'First page',
  nextName = 'Next page',
}: ListPosition): Html | false {
  if (isFirstPage && nextPath === undefined) return false;
  return html`<nav class="pages" aria-label="Pages">
    ${!isFirstPage && html`<a class="button plain" href="${firstPath}">${firstName}</a>`}
    ${nextPath !== undefined && html`<a class="button plain" href="${nextPath}">${nextName}</a>`}
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
