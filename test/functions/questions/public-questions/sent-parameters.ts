import type { Parameters } from '../former-searches.ts';
import type { OpenDataSet } from './open-data-set.ts';

// Parts of searches as the page of the reference platform writes them.

/** What the page sends besides the search. */
export const noise = (format: string): Parameters => ({
  'paging-filter': '1',
  tiles: 'true',
  format,
  reportlink: 'false',
  precision: '6',
  total: '383891',
});

export type SentCondition = {
  readonly op?: string;
  readonly val?: unknown;
  readonly lang?: string;
};

export const begins = (words: string): SentCondition => ({ op: '~', lang: 'en', val: words });

export const isConcept = (set: OpenDataSet, label: string): SentCondition => ({
  op: '',
  val: set.valueId(label),
});

/** A group with some conditions on a card, and an empty one for each other node of it. */
export function cardGroup(
  set: OpenDataSet,
  op: string,
  conditions: Readonly<Record<string, SentCondition>>,
): Parameters {
  const [first = ''] = Object.keys(conditions);
  return {
    op,
    ...Object.fromEntries(
      set
        .cardOf(first)
        .map(({ name, nodeId, isText }) => [
          nodeId,
          conditions[name] ?? (isText ? { op: '~', lang: 'en', val: '' } : { op: '', val: '' }),
        ]),
    ),
  };
}

/** A group with a condition on the names, and one on their kind or an empty one. */
export const nameGroup = (set: OpenDataSet, op: string, words: string, kind?: string) =>
  cardGroup(set, op, {
    [set.name.node]: begins(words),
    ...(kind === undefined ? {} : { [set.name.kind.node]: isConcept(set, kind) }),
  });

/** A group with a concept on its card. */
export const conceptGroup = (
  set: OpenDataSet,
  op: string,
  { node, value }: { readonly node: string; readonly value: string },
) => cardGroup(set, op, { [node]: isConcept(set, value) });

export const groups = (...items: readonly Parameters[]): Parameters => ({
  'advanced-search': items,
});

export const model = (set: OpenDataSet): Parameters => ({
  'resource-type-filter': [{ graphid: set.graphId, name: set.model, inverted: false }],
});

/** A text as the page suggests it, or as somebody typed it. */
export const term = (type: 'term' | 'string', value: string, id: unknown = 0): Parameters => ({
  'term-filter': [
    {
      context: '',
      context_label: 'A model - A node',
      id,
      text: value,
      type,
      value,
      inverted: false,
    },
  ],
});

export const allLanguages: Parameters = { language: '*' };

type Ring = readonly (readonly [number, number])[];

export const polygon = (ring: Ring): object => ({ type: 'Polygon', coordinates: [ring] });

export const multiPolygon = (...rings: readonly Ring[]): object => ({
  type: 'MultiPolygon',
  coordinates: rings.map((ring) => [ring]),
});

/** A place as it was drawn on the map, with an id. */
export const drawn = (geometry: object, width: number): Parameters => ({
  'map-filter': {
    type: 'FeatureCollection',
    features: [
      {
        id: 'c56a4180b2e94d0f8f1f3f6d7a3f2b11',
        type: 'Feature',
        properties: { buffer: { width, unit: 'm' }, inverted: false },
        geometry,
      },
    ],
  },
});

/** A place from a file, with properties of its own and a width that is a text. */
export const uploaded = (geometry: object, properties: object): Parameters => ({
  'map-filter': {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { ...properties, buffer: { width: '0', unit: 'm' }, inverted: false },
        geometry,
      },
    ],
  },
});
