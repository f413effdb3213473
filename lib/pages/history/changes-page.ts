import { pickText } from '../../model/pick-language.ts';
import type { ChangesPage, ListedChange } from '../../queries/history/changes-page.ts';
import { emptyList } from '../layout/empty-list.ts';
import { html, type Html } from '../layout/html.ts';
import { jsonSection, layout, type Reader } from '../layout/layout.ts';
import { pageNavigation, type ListPageLinks } from '../layout/page-navigation.ts';
import type { Site } from '../layout/site.ts';
import { nameModels } from '../resources/resource-list-page.ts';
import { searchField } from '../search/search-fields.ts';
import { changeText } from './change-text.ts';
import { textInLanguage } from '../words/text-in-language.ts';

export type ChangesView = Pick<ChangesPage, 'changes' | 'models'> & {
  /** What the reader has typed. */
  readonly filter: {
    readonly since: string;
    readonly graph: string;
    readonly person: string;
  };
  /** Language tags, preferred first. */
  readonly languages: readonly string[];
  readonly listLinks: ListPageLinks;
  readonly reader: Reader;
};

/** The page of the changes of all records, latest first. */
export function changesPage(view: ChangesView, paths: Site): Html {
  const { changes, listLinks } = view;
  const { words } = paths;
  const title = words.text('history.title');
  const main = html`<h1>${title}</h1>
    <p class="lead">${words.text('history.lead')}</p>
    ${filterForm(view, paths)}
    ${changes.length === 0 ? emptyList(words.text('history.none'), words) : changeList(changes, view, paths)}
    ${pageNavigation(
      {
        ...listLinks,
        firstLinkText: words.text('history.latest'),
        nextLinkText: words.text('history.older'),
      },
      words,
    )}
    ${jsonSection(paths.changes, words)}`;
  return layout({ title, main, ...view.reader, isIndexed: false }, paths);
}

function filterForm({ filter, models, languages }: ChangesView, paths: Site): Html {
  const { words } = paths;
  const choices = models.map(({ graphId, slug, name }) => ({
    value: slug ?? graphId,
    label: pickText(name, languages) ?? slug ?? graphId,
  }));
  return html`<form class="card" action="${paths.changes}">
    ${[
      {
        name: 'since',
        label: words.text('history.since'),
        hint: words.text('history.since.hint'),
        value: filter.since,
      },
      {
        name: 'graph',
        label: words.text('history.model'),
        hint: '',
        value: filter.graph,
        choices,
      },
      {
        name: 'person',
        label: words.text('history.person'),
        hint: words.text('history.person.hint'),
        value: filter.person,
      },
    ].map((field) => searchField(field, []))}
    <button>${words.text('history.show')}</button>
  </form>`;
}

function changeList(
  changes: readonly ListedChange[],
  { models, languages }: ChangesView,
  paths: Site,
): Html {
  const names = nameModels(models, languages, paths.words);
  return html`<ul class="card list">
    ${changes.map(
      (change) =>
        html`<li>
          ${recordOf(change, languages, paths)}
          <br /><small
            >${changeText(change, paths.words)} ·
            <span dir="auto">${names.get(change.graphId) ?? change.graphId}</span></small
          >
        </li>`,
    )}
  </ul>`;
}

/** A link to the history of a record, or the id of one that was deleted. */
function recordOf(
  { resourceId, names }: ListedChange,
  languages: readonly string[],
  paths: Site,
): Html {
  return names === null
    ? html`<code>${resourceId}</code>`
    : html`<a href="${paths.history(resourceId)}" dir="auto"
        >${textInLanguage(names, resourceId, languages, paths.words)}</a
      >`;
}
