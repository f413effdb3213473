import { formatNumber } from '../../http/parameters/types/numbers.ts';
import { maxListCount } from '../../queries/resources/resource-list-content.ts';
import { html, type Html } from '../layout/html.ts';
import type { ResourceListView } from './resource-list-page.ts';

/** How many records a list has, and in which order. */
export function listSummary({
  resources,
  count,
  words,
}: Pick<ResourceListView, 'resources' | 'count' | 'words'>): Html | false {
  if (resources.length === 0) return false;
  const order = words === undefined ? 'in the order of their ids' : 'the best match first';
  return html`<p class="kind">${numberText(count)}, ${order}</p>`;
}

function numberText(count: number | undefined): string {
  if (count === undefined) return 'Records';
  if (count > maxListCount) return `Over ${formatNumber(maxListCount)} records`;
  return count === 1 ? '1 record' : `${formatNumber(count)} records`;
}
