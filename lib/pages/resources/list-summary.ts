import { maxListCount } from '../../queries/resources/resource-list-content.ts';
import { html, type Html } from '../layout/html.ts';
import type { Words } from '../words/words.ts';
import type { ResourceListView } from './resource-list-page.ts';

/** How many records a list has, and in which order. */
export function listSummary(
  { resources, count, words: searched }: Pick<ResourceListView, 'resources' | 'count' | 'words'>,
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
