import type { CompiledGraph } from '../../model/graphs/compiled-graph.ts';
import { pickText } from '../../model/pick-language.ts';
import type { ShownEdit } from '../../queries/resources/resource-history-content.ts';
import { emptyList } from '../layout/empty-list.ts';
import { html, type Html } from '../layout/html.ts';
import { jsonSection, layout, type Reader } from '../layout/layout.ts';
import { pageNavigation, type ListPageLinks } from '../layout/page-navigation.ts';
import type { Site } from '../layout/site.ts';
import { timeElement } from '../layout/time-elements.ts';
import type { Words } from '../words/words.ts';
import { textInLanguage } from '../words/text-in-language.ts';
import { editHtml } from './edit-html.ts';
import type { ValueContext } from './value-html.ts';

export type HistoryView = {
  readonly resourceId: string;
  /** The edits on the page, latest first. */
  readonly edits: readonly ShownEdit[];
  /** Undefined if the model was deleted. */
  readonly graph: CompiledGraph | undefined;
  readonly values: ValueContext;
  readonly listLinks: ListPageLinks;
  readonly reader: Reader;
};

/** The page of the history of a resource instance: its edits by transaction, latest first. */
export function historyPage(view: HistoryView, paths: Site): Html {
  const { resourceId, edits, values, listLinks } = view;
  const { words } = paths;
  const resource = values.referenced.resource(resourceId);
  const names = resource?.names ?? {};
  const name = pickText(names, values.languages) ?? resourceId;
  const shownName = textInLanguage(names, resourceId, values.languages, words);
  const transactions = [...Map.groupBy(edits, ({ transactionId }) => transactionId).values()];
  const main = html`${
      resource &&
      html`<p class="crumbs">
        <a href="${paths.resource(resourceId)}" dir="auto">${shownName}</a>
      </p>`
    }
    <h1>
      ${words.html('record-history.title', { name: html`<span dir="auto">${shownName}</span>` })}
    </h1>
    ${edits.length === 0 && emptyList(words.text('record-history.none'), words)}
    ${transactions.map((group) => transactionSection(group, view, words))}
    ${pageNavigation(
      {
        ...listLinks,
        firstLinkText: words.text('record-history.latest'),
        nextLinkText: words.text('record-history.older'),
      },
      words,
    )}
    ${jsonSection(paths.history(resourceId), words)}`;
  return layout(
    { title: words.text('record-history.title', { name }), main, ...view.reader, isIndexed: false },
    paths,
  );
}

function transactionSection(edits: readonly ShownEdit[], view: HistoryView, words: Words): Html {
  const [firstEdit] = edits;
  return html`<section class="card">
    ${
      firstEdit &&
      html`<h2>
        ${timeElement(firstEdit.editedAt, words)},
        <span dir="auto"
          >${firstEdit.username ?? words.text('record-history.unknown-account')}</span
        >
      </h2>`
    }
    ${edits.flatMap((edit) => editHtml(edit, view.graph, view.values))}
  </section>`;
}
