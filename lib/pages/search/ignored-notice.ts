import { html, type Html } from '../layout/html.ts';

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
export function ignoredNotice(names: readonly string[]): Html | false {
  if (names.length === 0) return false;
  return html`<div class="note">
    ${
      names.some((name) => earlierNames.has(name)) &&
      html`<p>
        This address is of the earlier platform. What is named here cannot be followed: choose it
        again in <a href="#graph">the form below</a>.
      </p>`
    }
    <p>
      Not followed: ${names.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}.
    </p>
  </div>`;
}
