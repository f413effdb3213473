import type {
  CompiledGraph,
  CompiledNode,
  CompiledNodegroup,
} from '../../model/graphs/compiled-graph.ts';
import { labelOfNode, labelTextOfNode, listShownNodes } from '../../model/graphs/node-widget.ts';
import type { TreeTile } from '../../model/resources/resource-tree.ts';
import { html, type Html } from '../layout/html.ts';
import { textInLanguage } from '../words/text-in-language.ts';
import { valueHtml, type ValueContext } from './value-html.ts';

/** How many tiles of a card a page shows within one parent tile. Tiles without content do not count. */
const maxTilesOfCard = 100;

type CardContext = ValueContext & {
  /** The nodes that cards show, by nodegroup, in the order of the cards. */
  readonly shownNodes: ReadonlyMap<string | null, readonly CompiledNode[]>;
  readonly childCards: ReadonlyMap<string | null, readonly CompiledNodegroup[]>;
  /** The tiles by `tileKey`: their nodegroup and parent tile. */
  readonly tiles: ReadonlyMap<string, readonly TreeTile[]>;
  /** Tiles with a proposed change that waits for a review. */
  readonly pendingTileIds: ReadonlySet<string>;
};

/** Shows the tiles of a resource instance by card, in the order of its form, without nodes that cards hide. Tiles whose parent cannot be read are at the top level. */
export function cardSections(
  graph: CompiledGraph,
  tiles: readonly TreeTile[],
  pendingTileIds: ReadonlySet<string>,
  values: ValueContext,
): readonly Html[] {
  const tileIds = new Set(tiles.map(({ tileId }) => tileId));
  const topNodegroupIds = new Set(
    tiles
      .filter(({ parentTileId }) => !tileIds.has(parentTileId ?? ''))
      .map((tile) => tile.nodegroupId),
  );
  const cards = graph.nodegroups.toSorted(compareCards);
  const context: CardContext = {
    ...values,
    pendingTileIds,
    shownNodes: Map.groupBy(listShownNodes(graph.nodes), (node) => node.nodegroupId),
    childCards: Map.groupBy(cards, (card) => card.parentNodegroupId),
    tiles: Map.groupBy(tiles, (tile) =>
      tileKey(tile.nodegroupId, tileIds.has(tile.parentTileId ?? '') ? tile.parentTileId : null),
    ),
  };
  return cards
    .filter(({ nodegroupId }) => topNodegroupIds.has(nodegroupId))
    .flatMap((card) => cardHtml(card, null, 2, context) ?? []);
}

/** Nodegroups without a card come last, in the order of the model. */
const compareCards = (left: CompiledNodegroup, right: CompiledNodegroup): number =>
  (left.cardOrder ?? Number.MAX_VALUE) - (right.cardOrder ?? Number.MAX_VALUE) ||
  left.position - right.position;

const tileKey = (nodegroupId: string, parentTileId: string | null): string =>
  `${nodegroupId} ${parentTileId ?? ''}`;

function cardHtml(
  card: CompiledNodegroup,
  parentTileId: string | null,
  level: number,
  context: CardContext,
): Html | undefined {
  const tiles = context.tiles.get(tileKey(card.nodegroupId, parentTileId)) ?? [];
  const tileSections: Html[] = [];
  let remainingCount = tiles.length;
  for (const tile of tiles) {
    if (tileSections.length === maxTilesOfCard) break;
    const tileSection = tileHtml(tile, card, level, context);
    if (tileSection !== undefined) tileSections.push(tileSection);
    remainingCount -= 1;
  }
  if (tileSections.length === 0) return undefined;
  return html`<section class="${level === 2 ? 'card' : 'subcard'}">
    ${heading(cardName(card, context), level)} ${tileSections}
    ${remainingCount > 0 && html`<p class="hint">${context.paths.words.text('record.more-tiles', { count: remainingCount })}</p>`}
  </section>`;
}

const cardName = ({ name }: CompiledNodegroup, { languages, paths }: CardContext): Html =>
  textInLanguage(name, '', languages, paths.words);

function heading(name: Html, level: number): Html {
  if (level === 2) return html`<h2 dir="auto">${name}</h2>`;
  return level === 3 ? html`<h3 dir="auto">${name}</h3>` : html`<h4 dir="auto">${name}</h4>`;
}

function tileHtml(
  tile: TreeTile,
  card: CompiledNodegroup,
  level: number,
  context: CardContext,
): Html | undefined {
  const rows = (context.shownNodes.get(card.nodegroupId) ?? []).flatMap((node) => {
    const value = valueHtml(tile.data[node.nodeId], node, context);
    return value === undefined ? [] : { label: labelHtml(node, context), value };
  });
  const cards = (context.childCards.get(card.nodegroupId) ?? []).flatMap(
    (child) => cardHtml(child, tile.tileId, level + 1, context) ?? [],
  );
  const isPending = context.pendingTileIds.has(tile.tileId);
  if (rows.length === 0 && cards.length === 0 && !isPending) return undefined;
  return html`<div class="tile">
    ${isPending && html`<p class="note warning">${context.paths.words.text('record.pending')}</p>`}
    ${rows.length > 0 && rowsHtml(rows, cardName(card, context))}${cards}
  </div>`;
}

type Row = { readonly label: Html; readonly value: Html };

const labelHtml = (node: CompiledNode, { languages, paths }: CardContext): Html =>
  textInLanguage(
    labelTextOfNode(node, languages),
    labelOfNode(node, languages),
    languages,
    paths.words,
  );

/** Shows the values of a tile. The label of a single value is left out if it is the name of the card, which the heading already shows. */
function rowsHtml(rows: readonly Row[], name: Html): Html {
  const [firstRow] = rows;
  if (firstRow !== undefined && rows.length === 1 && String(firstRow.label) === String(name))
    return html`<div>${firstRow.value}</div>`;
  return html`<dl class="facts">
    ${rows.map(
      ({ label, value }) =>
        html`<div>
          <dt dir="auto">${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}
