import { maxListCount } from '../../queries/resources/resource-list-content.ts';
import { html, type Html } from '../layout/html.ts';
import type { Words } from '../words/words.ts';

type ListedPage = {
  readonly resources: readonly unknown[];
  /** How many there are on all pages, up to one more than `maxListCount`; undefined if they are not counted. */
  readonly count: number | undefined;
  /** The text of the search; undefined for a list. */
  readonly words: string | undefined;
};

/** How many records a list has, and in which order. */
export function listSummary(
  { resources, count, words: searched }: ListedPage,
  words: Words,
): Html | false {
  if (resources.length === 0) return false;
  const order = searched === undefined ? 'by-id' : 'by-match';
  return html`<p class="kind">${summaryText(order, count, words)}</p>`;
}

function summaryText(order: 'by-id' | 'by-match', count: number | undefined, words: Words): string {
  if (count === undefined) return words.text(`records.uncounted.${order}`);
  return count > maxListCount
    ? words.text(`records.over.${order}`, { count: maxListCount })
    : words.text(`records.counted.${order}`, { count });
}
