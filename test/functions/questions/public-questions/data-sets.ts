import type { DatabaseContent } from '../../../support/database/content.ts';
import { findTestData } from '../../../support/test-data.ts';

/** A condition on a card: the property name of a node, and a label or text of it. */
type Named = { readonly node: string; readonly value: string };

/** A set of real data, and what of it people ask for, by the names of its model. */
export type DataSet = {
  readonly content: DatabaseContent;
  /** The name of the model. */
  readonly model: string;
  /** The card of names: a text and its kind. */
  readonly name: { readonly node: string; readonly kind: Named };
  /** Words at the beginning of words of names, each of some records. */
  readonly words: readonly [string, string, string, string];
  /** Whole names, the third and fourth of one record. */
  readonly names: readonly [string, string, string, string, string, string];
  /** A concept on a card with other nodes, texts among them, and another one. */
  readonly type: Named;
  readonly otherType: Named;
  /** A concept on another card. */
  readonly second: Named;
  /** Dates on a card with other nodes, and days before and after which some are. */
  readonly dated: { readonly node: string; readonly before: string; readonly after: string };
  /** Nodes that some records have no value of. */
  readonly recorded: readonly [string, string];
  /** A node with texts that exports have, without commas in them. */
  readonly exported: string;
  /** A text of several models or nodes, one that begins some, and a label of concepts. */
  readonly terms: readonly [text: string, beginning: string, label: string];
  /** A ring of which one side is some six metres from a place outside. */
  readonly ring: readonly (readonly [number, number])[];
  /** A ring elsewhere, also with places. */
  readonly otherRing: readonly (readonly [number, number])[];
};

const tombs: DataSet = {
  content: 'v5demo',
  model: 'Archaeological Resources',
  name: { node: 'Name', kind: { node: 'Name_type', value: 'Alternative' } },
  words: ['Anonymous', 'Prin', 'Unknown', 'Ramese'],
  names: ['QV 14', 'Tomb of Tuy', 'QV 66', 'Tomb of Nefertari', 'QV 73', 'Tomb of Satra'],
  type: { node: 'Resource_t', value: 'Chamber Tomb' },
  otherType: { node: 'Resource_t', value: 'Unfinished Tomb' },
  second: { node: 'start_date_type', value: 'Built Date' },
  dated: { node: 'start_date_of_existence', before: '-1400-01-01', after: '-1200-01-01' },
  recorded: ['start_date_of_existence', 'Desc'],
  exported: 'Name',
  terms: ['Nefertari', 'QV 6', 'Byzantine'],
  ring: [
    [32.592, 25.726],
    [32.593, 25.726],
    [32.5932, 25.7264],
    [32.593, 25.72693],
    [32.5925, 25.72693],
    [32.592, 25.7268],
    [32.592, 25.726],
  ],
  otherRing: [
    [32.5945, 25.731],
    [32.5947, 25.731],
    [32.5947, 25.7314],
    [32.5945, 25.7314],
    [32.5945, 25.731],
  ],
};

export const places: DataSet = {
  content: 'sample',
  model: 'Heritage Place',
  name: { node: 'place_name', kind: { node: 'name_type', value: 'Primary name' } },
  words: ['Cathedral', 'Temple', 'palac', 'Pyramid'],
  names: [
    'Chartres Cathedral',
    'Machu Picchu',
    'Appian Way',
    'Via Appia',
    'Nan Madol',
    'Tower of London',
  ],
  type: { node: 'period', value: 'Gothic' },
  otherType: { node: 'period', value: 'Roman' },
  second: { node: 'role', value: 'Patron' },
  dated: { node: 'inscribed', before: '1984-01-01', after: '1990-12-31' },
  recorded: ['custodian_name', 'risk_statement'],
  exported: 'country',
  terms: ['Rome', 'Hadri', 'Bridge'],
  ring: [
    [1.4, 48.3],
    [2.34982, 48.3],
    [2.34982, 48.9],
    [2.1, 49.0],
    [1.4, 48.8],
    [1.4, 48.3],
  ],
  otherRing: [
    [-0.1, 51.4],
    [0.1, 51.4],
    [0.1, 51.6],
    [-0.1, 51.6],
    [-0.1, 51.4],
  ],
};

/** The sets of which the data are there. */
export const dataSets: readonly DataSet[] = [tombs, places].filter(
  ({ content }) => content === 'sample' || findTestData(content) !== undefined,
);
