import { html, type Html } from '../layout/html.ts';
import { visuallyHidden } from '../layout/visually-hidden.ts';

import { pathWithQuery } from '../layout/page-navigation.ts';
import type { Words } from '../words/words.ts';
import { findEntry, listBelow } from './facet-trees.ts';
import { formerConditionName } from './former-conditions.ts';
import type { SearchPageView } from './search-page-view.ts';

/** The most narrower concepts that are named. */
const maxNarrower = 8;

type ChosenView = Pick<SearchPageView, 'sent' | 'groups'> & Partial<Pick<SearchPageView, 'facets'>>;

/**
 * The conditions in words, each with a link that removes it.
 * @param path the page of the links
 */
export function chosenConditions(
  { sent, groups, facets }: ChosenView,
  path: string,
  words: Words,
): Html | false {
  const chosen = Object.entries(sent).filter(([name]) => name !== 'graph');
  if (chosen.length === 0) return false;
  const fields = groups.flatMap((group) => group.fields);
  return html`<ul class="inline" aria-label="${words.text('search.conditions-chosen')}">
    ${chosen.map(([name, value]) => {
      const field = fields.find((candidate) => candidate.name === name);
      const { [name]: _removed, ...others } = sent;
      const { label, narrower } = findConcept(facets, name, value);
      const choice = field?.choices?.find((candidate) => candidate.value === value);
      const shownValue = label ?? choice?.label ?? value;
      const text =
        formerConditionName(name, words) ??
        conditionText(field?.label ?? name, shownValue, narrower, words);
      return html`<li>
        <a class="button plain" href="${pathWithQuery(path, others)}"
          >${text}
          <span aria-hidden="true">×</span> ${visuallyHidden(words.html('search.remove'))}</a
        >
      </li>`;
    })}
  </ul>`;
}

/** A condition in words, with the narrower concepts that found records have. */
function conditionText(
  name: string,
  value: string,
  narrower: readonly string[],
  words: Words,
): string {
  if (narrower.length === 0) return words.text('search.condition', { name, value });
  const concepts = words.list(narrower.slice(0, maxNarrower));
  const count = narrower.length - maxNarrower;
  return count > 0
    ? words.text('search.condition-with-more', { name, value, concepts, count })
    : words.text('search.condition-with', { name, value, concepts });
}

/** The label of a concept that was chosen, and those of the narrower concepts that found records have. */
function findConcept(
  facets: ChosenView['facets'],
  name: string,
  value: string,
): { readonly label: string | undefined; readonly narrower: readonly string[] } {
  const facet = facets?.facets.find(({ parameter }) => parameter === name);
  const entry = facet && findEntry(facet.entries, value);
  const narrower = entry === undefined ? [] : listBelow(entry).map(({ label }) => label);
  return { label: entry?.label, narrower };
}
