import { html, type Html } from '../layout/html.ts';
import { pathWithQuery } from '../layout/page-navigation.ts';
import type { SearchPageView } from './search-page-view.ts';

/**
 * The conditions in words, each with a link that removes it.
 * @param path the page of the links
 */
export function chosenConditions(
  { sent, groups }: Pick<SearchPageView, 'sent' | 'groups'>,
  path: string,
): Html | false {
  const chosen = Object.entries(sent).filter(([name]) => name !== 'graph');
  if (chosen.length === 0) return false;
  const fields = groups.flatMap((group) => group.fields);
  return html`<ul class="inline" aria-label="Conditions of this search">
    ${chosen.map(([name, value]) => {
      const field = fields.find((candidate) => candidate.name === name);
      const { [name]: _removed, ...others } = sent;
      const text = `${field?.label ?? name}: ${field?.choices?.find((choice) => choice.value === value)?.label ?? value}`;
      return html`<li>
        <a class="button plain" href="${pathWithQuery(path, others)}"
          ><span dir="auto">${text}</span> <span aria-hidden="true">×</span
          ><span class="visually-hidden"> (remove)</span></a
        >
      </li>`;
    })}
  </ul>`;
}
