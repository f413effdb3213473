import { html, type Html } from '../layout/html.ts';
import { pathWithQuery } from '../layout/page-navigation.ts';
import { findEntry, listBelow } from './facet-trees.ts';
import { formerConditions } from './former-conditions.ts';
import type { SearchPageView } from './search-page-view.ts';

/** The most narrower concepts that are named. */
const maxNarrower = 8;

type ChosenView = Pick<SearchPageView, 'sent' | 'groups'> & Partial<Pick<SearchPageView, 'facets'>>;

/**
 * The conditions in words, each with a link that removes it.
 * @param path the page of the links
 */
export function chosenConditions({ sent, groups, facets }: ChosenView, path: string): Html | false {
  const chosen = Object.entries(sent).filter(([name]) => name !== 'graph');
  if (chosen.length === 0) return false;
  const fields = groups.flatMap((group) => group.fields);
  return html`<ul class="inline" aria-label="Conditions of this search">
    ${chosen.map(([name, value]) => {
      const field = fields.find((candidate) => candidate.name === name);
      const { [name]: _removed, ...others } = sent;
      const { label, narrower } = describeConcept(facets, name, value);
      const choice = field?.choices?.find((candidate) => candidate.value === value);
      const shownValue = label ?? choice?.label ?? value;
      const text = formerConditions[name] ?? `${field?.label ?? name}: ${shownValue}${narrower}`;
      return html`<li>
        <a class="button plain" href="${pathWithQuery(path, others)}"
          ><span dir="auto">${text}</span> <span aria-hidden="true">×</span
          ><span class="visually-hidden"> (remove)</span></a
        >
      </li>`;
    })}
  </ul>`;
}

/** The label of a concept that was chosen, and the narrower concepts that found records have. */
function describeConcept(
  facets: ChosenView['facets'],
  name: string,
  value: string,
): { readonly label: string | undefined; readonly narrower: string } {
  const facet = facets?.facets.find(({ parameter }) => parameter === name);
  const entry = facet && findEntry(facet.entries, value);
  const labels = entry === undefined ? [] : listBelow(entry).map(({ label }) => label);
  if (labels.length === 0) return { label: entry?.label, narrower: '' };
  const listed = labels.slice(0, maxNarrower).join(', ');
  const others = labels.length > maxNarrower ? ` and ${labels.length - maxNarrower} more` : '';
  return { label: entry?.label, narrower: `, with ${listed}${others}` };
}
