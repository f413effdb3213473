import { graphFormats } from '../../http/negotiation/formats.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';
import type { GraphRow } from '../../serializers/graphs/graph-columns.ts';
import type { localizeGraph } from '../../serializers/graphs/localize-graph.ts';
import { html, type Html } from '../layout/html.ts';
import { formatsSection, layout, type Reader } from '../layout/layout.ts';
import type { Site } from '../layout/site.ts';

type LocalizedGraph = ReturnType<typeof localizeGraph>;

export type GraphView = {
  readonly graphId: string;
  readonly uri: string;
  /** The readable part of the model, each text in the language of the reader. */
  readonly graph: LocalizedGraph;
  readonly reader: Reader;
};

/** The page of a resource model: its readable cards, each with its nodes and their datatypes. */
export function graphPage(view: GraphView, paths: Site): Html {
  const { graph } = view;
  const title = textOf(graph['name']) || view.graphId;
  const nodesByNodegroup = Map.groupBy(graph.nodes, (node) => String(node['nodegroup_id']));
  const main = html`<p class="crumbs"><a href="${paths.graphs}">Models</a></p>
    <h1 dir="auto">${title}</h1>
    <p class="lead" dir="auto">${textOf(graph['description'])}</p>
    <p><a href="${paths.resources}?graph=${view.graphId}">Records of this model</a></p>
    ${graph.cards.map((card) => cardSection(card, nodesByNodegroup))}
    ${formatsSection(paths.graph(view.graphId), graphFormats, view.graphId)}`;
  return layout({ title, main, canonical: view.uri, ...view.reader }, paths);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function cardSection(
  card: GraphRow,
  nodesByNodegroup: ReadonlyMap<string, readonly GraphRow[]>,
): Html {
  const nodes = (nodesByNodegroup.get(String(card['nodegroup_id'])) ?? []).filter(
    ({ datatype }) => datatypeOf(String(datatype)).holds !== 'nothing',
  );
  return html`<section class="card">
    <h2 dir="auto">${textOf(card['name'])}</h2>
    ${
      nodes.length === 0
        ? html`<p class="hint">This card has no values of its own.</p>`
        : html`<dl class="facts">
            ${nodes.map(
              (node) =>
                html`<div>
                  <dt dir="auto">${textOf(node['name'])}</dt>
                  <dd>
                    ${String(node['datatype'])}
                    ${typeof node['alias'] === 'string' && html`<code>${node['alias']}</code>`}
                  </dd>
                </div>`,
            )}
          </dl>`
    }
  </section>`;
}
