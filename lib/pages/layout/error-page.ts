import { searchForm } from '../resources/search-form.ts';
import { html, type Html } from './html.ts';
import { layout, type Visitor } from './layout.ts';
import type { Site } from './site.ts';

export type ErrorView = {
  readonly title: string;
  readonly detail: string;
  readonly requestId: string;
  readonly visitor?: Visitor | undefined;
  readonly signInPath?: string | undefined;
  /** Whether the page has a search box. */
  readonly isSearchable?: boolean;
};

/** Creates an error page. @param paths undefined if the page cannot have links */
export function errorPage(page: ErrorView, paths: Site | undefined): Html {
  const { title, detail, requestId, visitor, signInPath, isSearchable = false } = page;
  const main = html`<h1>${title}</h1>
    <div class="card">
      <p>${detail}</p>
      <p class="hint">Request id: <code>${requestId}</code></p>
    </div>
    ${paths && isSearchable && searchForm({}, paths)}
    ${paths && html`<p><a href="${paths.home}">To the start page</a></p>`}`;
  return layout({ title, main, visitor, signInPath, width: 'medium' }, paths);
}
