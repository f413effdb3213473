import { html, type Html } from '../layout/html.ts';
import type { Words } from '../words/words.ts';

/** The parameters of searches in Arches. */
const earlierNames: ReadonlySet<string> = new Set([
  'advanced-search',
  'term-filter',
  'map-filter',
  'resource-type-filter',
  'time-filter',
  'provisional-filter',
  'lifecycle-state-filter',
  'paging-filter',
  'sort-results',
  'search-view',
]);

/** Says which parameters of the address are not followed, so that nobody takes the list for one that follows them. */
export function ignoredNotice(names: readonly string[], words: Words): Html | false {
  if (names.length === 0) return false;
  return html`<div class="note">
    ${
      names.some((name) => earlierNames.has(name)) &&
      html`<p>
        ${words.html('search.earlier-address', {
          link: (content) => html`<a href="#graph">${content}</a>`,
        })}
      </p>`
    }
    <p>
      ${words.html('search.ignored', {
        names: html`${names.map((name, index) => html`${index > 0 && ' '}<code>${name}</code>`)}`,
      })}
    </p>
  </div>`;
}
