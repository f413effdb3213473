import { graphFormats } from '../../http/negotiation/formats.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';
import {
  chooseWidget,
  compareOnCard,
  isShownOnCard,
  labelOfNode,
  type LabelledNode,
} from '../../model/graphs/node-widget.ts';
import type { GraphRow } from '../../serializers/graphs/graph-columns.ts';
import type { localizeGraph } from '../../serializers/graphs/localize-graph.ts';
import { html, type Html } from '../layout/html.ts';
import { formatsSection, layout, type Reader } from '../layout/layout.ts';
import type { Site } from '../layout/site.ts';
import type { Words } from '../words/words.ts';

type LocalizedGraph = ReturnType<typeof localizeGraph>;

export type GraphView = {
  readonly graphId: string;
  readonly uri: string;
  /** The readable part of the model, each text in the language of the reader. */
  readonly graph: LocalizedGraph;
  readonly reader: Reader;
};

/** The page of a resource model: its readable cards, each with its nodes and their datatypes, also those that records do not show. */
export function graphPage(view: GraphView, paths: Site): Html {
  const { graph } = view;
  const { words } = paths;
  const title = textOf(graph['name']) || view.graphId;
  const nodesByNodegroup = Map.groupBy(listNodes(graph), ({ nodegroupId }) => nodegroupId);
  const main = html`<p class="crumbs">
      <a href="${paths.graphs}">${words.text('models.title')}</a>
    </p>
    <h1 dir="auto">${title}</h1>
    <p class="lead" dir="auto">${textOf(graph['description'])}</p>
    <p><a href="${paths.resources}?graph=${view.graphId}">${words.text('model.records')}</a></p>
    ${graph.cards.map((card) => cardSection(card, nodesByNodegroup.get(String(card['nodegroup_id'])) ?? [], words))}
    ${formatsSection(paths.graph(view.graphId), graphFormats, view.graphId, words)}`;
  return layout({ title, main, canonical: view.uri, ...view.reader }, paths);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

type NodeOfPage = LabelledNode & {
  readonly nodegroupId: string;
  readonly alias: string;
  readonly datatype: string;
  readonly position: number;
};

/** Lists the nodes with values, in the order of the cards. */
function listNodes({ nodes, widgets }: LocalizedGraph): readonly NodeOfPage[] {
  const widgetsByNode = Map.groupBy(widgets, (row) => String(row['node_id']));
  return nodes
    .map((row, position) => ({
      nodeId: String(row['nodeid']),
      nodegroupId: String(row['nodegroup_id']),
      alias: textOf(row['alias']),
      name: textOf(row['name']),
      datatype: String(row['datatype']),
      position,
      widget: chooseWidget((widgetsByNode.get(String(row['nodeid'])) ?? []).map(toWidget)) ?? null,
    }))
    .filter(({ datatype }) => datatypeOf(datatype).holds !== 'nothing')
    .toSorted(compareOnCard);
}

function toWidget({ label, visible, sortorder }: GraphRow) {
  return {
    label: textOf(label),
    isVisible: visible !== false,
    sortOrder: typeof sortorder === 'number' ? sortorder : null,
  };
}

function cardSection(card: GraphRow, nodes: readonly NodeOfPage[], words: Words): Html {
  return html`<section class="card">
    <h2 dir="auto">${textOf(card['name'])}</h2>
    ${
      nodes.length === 0
        ? html`<p class="hint">${words.text('model.no-values')}</p>`
        : html`<dl class="facts">
            ${nodes.map(
              (node) =>
                html`<div>
                  <dt dir="auto">${labelOfNode(node, [])}</dt>
                  <dd>
                    <code>${node.datatype}</code> ${node.alias && html`<code>${node.alias}</code>`}
                    ${!isShownOnCard(node) && html`<small>${words.text('model.hidden')}</small>`}
                  </dd>
                </div>`,
            )}
          </dl>`
    }
  </section>`;
}
