import type { CompiledGraph } from '../../model/graphs/compiled-graph.ts';
import { pickText } from '../../model/pick-language.ts';
import type { ShownEdit } from '../../queries/resources/resource-history-content.ts';
import { emptyList } from '../layout/empty-list.ts';
import { html, type Html } from '../layout/html.ts';
import { jsonSection, layout, type Reader } from '../layout/layout.ts';
import { pageNavigation, type ListPageLinks } from '../layout/page-navigation.ts';
import type { Site } from '../layout/site.ts';
import { timeElement } from '../layout/time-elements.ts';
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
  const resource = values.referenced.resource(resourceId);
  const name = pickText(resource?.names ?? {}, values.languages) ?? resourceId;
  const transactions = [...Map.groupBy(edits, ({ transactionId }) => transactionId).values()];
  const main = html`${
      resource &&
      html`<p class="crumbs"><a href="${paths.resource(resourceId)}" dir="auto">${name}</a></p>`
    }
    <h1>History of <span dir="auto">${name}</span></h1>
    ${edits.length === 0 && emptyList('There are no edits that you may see.')}
    ${transactions.map((group) => transactionSection(group, view))}
    ${pageNavigation({ ...listLinks, firstLinkText: 'Latest edits', nextLinkText: 'Older edits' })}
    ${jsonSection(paths.history(resourceId))}`;
  return layout({ title: `History of ${name}`, main, ...view.reader, isIndexed: false }, paths);
}

function transactionSection(edits: readonly ShownEdit[], view: HistoryView): Html {
  const [firstEdit] = edits;
  return html`<section class="card">
    ${
      firstEdit &&
      html`<h2>
        ${timeElement(firstEdit.editedAt)},
        <span dir="auto">${firstEdit.username ?? 'unknown account'}</span>
      </h2>`
    }
    ${edits.flatMap((edit) => editHtml(edit, view.graph, view.values))}
  </section>`;
}
