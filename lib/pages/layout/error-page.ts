import { searchForm } from '../resources/search-form.ts';
import type { ErrorText } from '../words/error-texts.ts';
import { html, type Html } from './html.ts';
import { layout, type SiteOrWords, type Visitor } from './layout.ts';

export type ErrorView = ErrorText & {
  readonly requestId: string;
  readonly visitor?: Visitor | undefined;
  readonly signInPath?: string | undefined;
  /** Whether the page has a search box. */
  readonly isSearchable?: boolean;
};

/** Creates an error page. @param site only the words if the page cannot have links */
export function errorPage(page: ErrorView, site: SiteOrWords): Html {
  const { title, detail, requestId, visitor, signInPath, isSearchable = false } = page;
  const { words } = site;
  const main = html`<h1>${title}</h1>
    <div class="card">
      <p>${detail}</p>
      <p class="hint">
        ${words.html('errors.request-id', { id: html`<code>${requestId}</code>` })}
      </p>
    </div>
    ${'home' in site && isSearchable && searchForm({}, site)}
    ${'home' in site && html`<p><a href="${site.home}">${words.text('errors.start-page')}</a></p>`}`;
  return layout({ title, main, visitor, signInPath, width: 'medium' }, site);
}
