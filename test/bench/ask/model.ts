import { edge, node, nodegroup } from '../geojson/data/model.ts';

/** A UUID of version 4 that differs in its last digits. */
export const benchId = (number: number): string =>
  `a5cb0000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const modelCount = 50;

/** The number of models whose nodes have the same names. */
const modelsOfNames = 10;

/** Ids within a model: a thousand numbers for each, from this one on. */
const idsOfModel = 10_000;

/** The cards of each model: surveys are below phases, and finds below surveys. */
const cards = {
  phase: { number: 1, above: undefined },
  survey: { number: 2, above: 'phase' },
  find: { number: 3, above: 'survey' },
  place: { number: 4, above: undefined },
} as const;

export type CardName = keyof typeof cards;

export const typeCollection = benchId(1);

/** The options of the node `state`, the first of which is frequent. */
export const stateOptions = ['Lost', 'Good', 'Fair', 'Poor'].map((label, position) => ({
  label,
  optionId: benchId(10 + position),
}));

/** The nodes of each model, three of each card. */
const nodes = {
  type: { number: 11, card: 'phase', datatype: 'concept-list' },
  built: { number: 12, card: 'phase', datatype: 'edtf' },
  summary: { number: 13, card: 'phase', datatype: 'string' },
  height: { number: 21, card: 'survey', datatype: 'number' },
  state: { number: 22, card: 'survey', datatype: 'domain-value' },
  report: { number: 23, card: 'survey', datatype: 'string' },
  project: { number: 31, card: 'find', datatype: 'resource-instance-list' },
  person: { number: 32, card: 'find', datatype: 'resource-instance' },
  note: { number: 33, card: 'find', datatype: 'string' },
  shape: { number: 41, card: 'place', datatype: 'geojson-feature-collection' },
  reference: { number: 42, card: 'place', datatype: 'string' },
  address: { number: 43, card: 'place', datatype: 'string' },
} as const;

export type NodeName = keyof typeof nodes;

export const graphId = (model: number): string => benchId(idsOfModel + model * 1000);
const rootId = (model: number): string => benchId(idsOfModel + model * 1000 + 9);

export const slugOf = (model: number): string => `model-${model}`;

/** The SQL of the id of a card or a node of the model with the number `model`. */
export const idInModel = (name: CardName | NodeName): string => {
  const { number } = { ...cards, ...nodes }[name];
  return `('a5cb0000-0000-4000-8000-' || lpad((${idsOfModel} + model * 1000 + ${number})::text, 12, '0'))`;
};

/** The SQL of the id of the model with the number `model`. */
export const graphOfModel = `('a5cb0000-0000-4000-8000-' || lpad((${idsOfModel} + model * 1000)::text, 12, '0'))::uuid`;

/** The ids of the nodegroups of some cards of a model. */
export const nodegroupIds = (
  model: number,
  names: readonly CardName[] = ['phase', 'survey', 'find', 'place'],
): readonly string[] =>
  names.map((name) => benchId(idsOfModel + model * 1000 + cards[name].number));

function configOf(datatype: string): object {
  if (datatype === 'concept-list') return { rdmCollection: typeCollection };
  if (datatype !== 'domain-value') return {};
  return {
    options: stateOptions.map(({ label, optionId }) => ({ id: optionId, text: { en: label } })),
  };
}

function modelDocument(model: number): object {
  const idOf = (number: number): string => benchId(idsOfModel + model * 1000 + number);
  const cardId = (name: CardName): string => idOf(cards[name].number);
  const ofCards = Object.entries<{
    readonly number: number;
    readonly above?: CardName | undefined;
  }>(cards).map(([name, { number, above }]) => ({ name, id: idOf(number), above }));
  const ofNodes = Object.entries(nodes).map(([name, { number, card, datatype }]) => ({
    name: model < modelsOfNames ? name : `${name}_${model}`,
    id: idOf(number),
    card: cardId(card),
    datatype,
  }));
  return {
    graphid: graphId(model),
    name: `Model ${model}`,
    slug: slugOf(model),
    isresource: true,
    nodes: [
      node(rootId(model), 'Root', 'semantic', null),
      ...ofCards.map(({ name, id }) => ({ ...node(id, name, 'semantic', id), istopnode: false })),
      ...ofNodes.map(({ name, id, card, datatype }) => ({
        ...node(id, name, datatype, card),
        alias: name,
        config: configOf(datatype),
      })),
    ],
    edges: [
      ...ofCards.map(({ id, above }) =>
        edge(above === undefined ? rootId(model) : cardId(above), id),
      ),
      ...ofNodes.map(({ id, card }) => edge(card, id)),
    ],
    nodegroups: ofCards.map(({ id, above }) => ({
      ...nodegroup(id),
      cardinality: 'n',
      parentnodegroup_id: above === undefined ? null : cardId(above),
    })),
    cards: [],
  };
}

/** The graph file of all models. */
export const askGraphDocument = {
  graph: Array.from({ length: modelCount }, (_, model) => modelDocument(model)),
};
