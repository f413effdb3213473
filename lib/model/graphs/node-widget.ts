import {
  pickLabel,
  pickText,
  type LocalizedText,
  type PreferredLanguages,
} from '../pick-language.ts';

/** What the card of a node says about it: the input field that forms have for the node. */
export type NodeWidget = {
  readonly label: LocalizedText | null;
  readonly isVisible: boolean;
  readonly sortOrder: number;
};

/** A node with a name, an alias, and perhaps a widget. */
export type LabelledNode = {
  readonly nodeId: string;
  readonly alias: string | null;
  readonly name: LocalizedText;
  readonly widget?: NodeWidget | null;
};

type NodeOnCard = Pick<LabelledNode, 'widget'> & { readonly position: number };

type WidgetOfFile = Omit<NodeWidget, 'sortOrder'> & { readonly sortOrder: number | null };

/**
 * Chooses the widget of a node: of several, the one that is visible and first on its card, because exported models list them in another
 * order. The stored result `widgets of nodes` chooses the same one.
 * @param widgets those of the node, in the order of the model
 */
export function chooseWidget(widgets: readonly WidgetOfFile[]): NodeWidget | undefined {
  const [widget] = widgets.toSorted(
    (one, other) =>
      Number(other.isVisible) - Number(one.isVisible) ||
      (one.sortOrder ?? 0) - (other.sortOrder ?? 0),
  );
  if (widget === undefined) return undefined;
  const { label, isVisible, sortOrder } = widget;
  return { label: isEmpty(label) ? null : label, isVisible, sortOrder: sortOrder ?? 0 };
}

/** Whether a label has no text in any language, as exported models write those without one. */
const isEmpty = (label: LocalizedText | null): boolean =>
  typeof label === 'object' && label !== null && Object.keys(label).length === 0;

/**
 * Chooses the label of a node for people: that of its widget, otherwise its name, its alias or its id.
 * @rule Resource instances: What is a node called on pages, in tables and in filters?
 * @param languages those of the reader, preferred first
 */
export function labelOfNode(
  { nodeId, alias, name, widget }: LabelledNode,
  languages: PreferredLanguages,
): string {
  return pickLabel(widget?.label ?? null, name, languages) || alias || nodeId;
}

/** Chooses the text of which `labelOfNode` is a part: the label of the widget in all languages, or the name. */
export function labelTextOfNode(
  { name, widget }: Pick<LabelledNode, 'name' | 'widget'>,
  languages: PreferredLanguages,
): LocalizedText {
  const label = widget?.label ?? null;
  return label !== null && pickText(label, languages)?.trim() ? label : name;
}

type NodeOfCard = LabelledNode & { readonly cardName: LocalizedText | null };

/**
 * Labels nodes of a model that are listed without their cards. Where several of them have one label, the name of the card precedes it.
 * @param languages those of the reader, preferred first
 */
export function labelWithCards<Node extends NodeOfCard>(
  nodes: readonly Node[],
  languages: PreferredLanguages,
): readonly { readonly node: Node; readonly label: string }[] {
  const labelled = nodes.map((node) => ({ node, label: labelOfNode(node, languages) }));
  const sameLabel = Map.groupBy(labelled, ({ label }) => label);
  return labelled.map(({ node, label }) => {
    const isRepeated = sameLabel.get(label)?.length !== 1;
    const cardName = isRepeated && pickText(node.cardName, languages)?.trim();
    return { node, label: cardName ? `${cardName}: ${label}` : label };
  });
}

/** Whether the card of a node shows it. A node without a widget is shown. */
export function isShownOnCard({ widget }: Pick<LabelledNode, 'widget'>): boolean {
  return widget?.isVisible !== false;
}

/**
 * Selects the nodes that cards show, in the order of the cards.
 * @rule Resource instances: Which nodes does a card show?
 */
export function listShownNodes<Node extends NodeOnCard>(nodes: readonly Node[]): readonly Node[] {
  return nodes.filter(isShownOnCard).toSorted(compareOnCard);
}

/**
 * Compares nodes by the order of their widgets. Nodes without a widget come last, in the order of the model.
 * @rule Resource instances: In which order are the nodes of a card?
 */
export function compareOnCard(left: NodeOnCard, right: NodeOnCard): number {
  return orderOf(left) - orderOf(right) || left.position - right.position;
}

const orderOf = ({ widget }: NodeOnCard): number => widget?.sortOrder ?? Number.MAX_VALUE;
