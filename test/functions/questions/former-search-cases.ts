import { buildingGraph, concepts, nodes, values } from './building-model.ts';
import { advanced, group, isOf, type Parameters } from './former-searches.ts';
import type { ReadTile } from './naive-conditions.ts';

type IsMet = (tile: ReadTile) => boolean;
const some =
  (...tests: readonly IsMet[]) =>
  (tiles: readonly ReadTile[]): boolean =>
    tiles.some((tile) => tests.every((test) => test(tile)));
export const valueOf = (tile: ReadTile, node: string): unknown => tile.data[node] ?? null;
const typeIn =
  (ids: readonly unknown[]): IsMet =>
  (tile) =>
    [valueOf(tile, nodes.type)].flat().some((value) => ids.includes(value));
const heightIs =
  (test: (height: number) => boolean): IsMet =>
  (tile) => {
    const height = valueOf(tile, nodes.height);
    return typeof height === 'number' && test(height);
  };
const nameOf = (tile: ReadTile): string => JSON.stringify(valueOf(tile, nodes.called));
const called =
  (...names: readonly string[]): IsMet =>
  (tile) =>
    names.some((name) => nameOf(tile).includes(`"${name}"`));
const has =
  (node: string): IsMet =>
  (tile) =>
    valueOf(tile, node) !== null;

type Case = readonly [
  sentence: string,
  parameters: Parameters,
  isMet: (tiles: readonly ReadTile[]) => boolean,
];

const all = (): boolean => true;

export const cases: readonly Case[] = [
  ['no parameters find everything', {}, all],
  [
    'a condition without a value is none',
    advanced(group({ [nodes.called]: { op: '~', val: '', lang: 'en' } })),
    all,
  ],
  [
    'null, missing and empty values and operators are none',
    advanced(
      group({ [nodes.called]: { op: '' }, [nodes.height]: { val: null }, [nodes.type]: {} }),
    ),
    all,
  ],
  [
    'an empty parameter is none',
    { 'advanced-search': '', 'map-filter': '', 'term-filter': '[]' },
    all,
  ],
  [
    'a concept by the id of a value in another language',
    advanced(group({ [nodes.type]: { op: '', val: values.house[1] } })),
    some(typeIn(values.house)),
  ],
  [
    'a concept without narrower ones',
    advanced(group({ [nodes.type]: isOf(values.barrow[0]) })),
    some(typeIn(values.barrow)),
  ],
  [
    'ids in capitals, in a list of one',
    advanced(group({ [nodes.type.toUpperCase()]: { val: [values.barrow[0].toUpperCase()] } })),
    some(typeIn(values.barrow)),
  ],
  [
    'another concept than this one',
    advanced(group({ [nodes.type]: { op: '!eq', val: values.house[0] } })),
    some((tile) => has(nodes.type)(tile) && !typeIn(values.house)(tile)),
  ],
  [
    'two nodes of a card in one tile',
    advanced(
      group({ [nodes.type]: isOf(values.house[0]), [nodes.height]: { op: 'gte', val: '12' } }),
    ),
    some(
      typeIn(values.house),
      heightIs((height) => height >= 12),
    ),
  ],
  [
    'two groups in any tiles',
    advanced(
      group({ [nodes.type]: isOf(values.house[0]) }),
      group({ [nodes.height]: { op: 'gte', val: 12 } }),
    ),
    (tiles) => some(typeIn(values.house))(tiles) && some(heightIs((height) => height >= 12))(tiles),
  ],
  [
    'or begins a new alternative',
    advanced(
      group({ [nodes.type]: isOf(values.bowl[0]) }, 'or'),
      group({ [nodes.height]: { op: 'lt', val: 12 } }),
      group({ [nodes.type]: isOf(values.house[0]) }, 'or'),
    ),
    (tiles) =>
      (some(typeIn(values.bowl))(tiles) && some(heightIs((height) => height < 12))(tiles)) ||
      some(typeIn(values.house))(tiles),
  ],
  [
    'words at the beginning of words',
    advanced(group({ [nodes.called]: { op: '~', lang: 'en', val: 'gat KIN' } })),
    some(called('King’s Gate', 'kings gate')),
  ],
  [
    'words one after the other',
    advanced(group({ [nodes.called]: { op: 'eq', val: 'am bach' } })),
    some(called('Mühle am Bach')),
  ],
  [
    'words in another order are not found by eq',
    advanced(group({ [nodes.called]: { op: 'eq', val: 'bach am' } })),
    () => false,
  ],
  [
    'a text of another language',
    advanced(group({ [nodes.called]: { op: '~', lang: 'de', val: 'mill' } })),
    () => false,
  ],
  [
    'another text than this one',
    advanced(group({ [nodes.called]: { op: '!~', val: 'mill' } })),
    some((tile) => has(nodes.called)(tile) && !called('Old Mill')(tile)),
  ],
  [
    'a pattern of the whole text',
    advanced(group({ [nodes.called]: { op: '~', val: 'old*' } })),
    some(called('Old Mill')),
  ],
  [
    'a whole text in quotation marks, with its case',
    advanced(group({ [nodes.called]: { op: 'eq', val: '"kings gate"' } })),
    some(called('kings gate')),
  ],
  [
    'null is a record without any value',
    advanced(group({ [nodes.height]: { op: 'null', val: '' } })),
    (tiles) => !some(has(nodes.height))(tiles),
  ],
  [
    'not_null is a record with some value',
    advanced(group({ [nodes.height]: { op: 'not_null', val: '' } })),
    some(has(nodes.height)),
  ],
  [
    'a date by an interval of it',
    advanced(group({ [nodes.built]: { op: 'overlaps', val: '-0600/-0400' } })),
    some((tile) => valueOf(tile, nodes.built) === '-0500'),
  ],
  [
    'geometries of a type',
    advanced(group({ [nodes.shape]: { op: 'Point', val: '' } })),
    some(has(nodes.shape)),
  ],
  [
    'geometries of another type',
    advanced(group({ [nodes.shape]: { op: 'Polygon', val: '' } })),
    () => false,
  ],
  [
    'an unknown node with a value finds nothing',
    advanced(group({ [concepts.house]: { op: 'eq', val: 'x' } })),
    () => false,
  ],
  [
    'an unknown node is no obstacle to another alternative',
    advanced(
      group({ [concepts.house]: { op: 'eq', val: 'x' } }),
      group({ [nodes.type]: isOf(values.house[0]) }, 'or'),
    ),
    some(typeIn(values.house)),
  ],
  [
    'a term: a phrase in any text',
    {
      'term-filter': [{ type: 'term', value: 'Old Mill', context: '', id: 0, inverted: false }],
      language: '*',
    },
    some(called('Old Mill')),
  ],
  ['a term is a whole word', { 'term-filter': [{ type: 'term', value: 'Old Mil' }] }, () => false],
  [
    'a string begins its last word',
    { 'term-filter': [{ type: 'string', value: 'old mil', inverted: false }] },
    some(called('Old Mill')),
  ],
  [
    'a term by the label of a concept',
    { 'term-filter': [{ type: 'term', value: 'house' }] },
    some(typeIn(values.house)),
  ],
  [
    'a string that is a whole label, with its case',
    { 'term-filter': [{ type: 'string', value: '"House"' }] },
    some(typeIn(values.house)),
  ],
  [
    'a string that is a whole label in another case is none',
    { 'term-filter': [{ type: 'string', value: '"house"' }] },
    () => false,
  ],
  [
    'a string with wildcards for a word of a label',
    { 'term-filter': [{ type: 'string', value: 'ho?s*' }] },
    some(typeIn(values.house)),
  ],
  [
    'a concept term with narrower ones',
    { 'term-filter': [{ type: 'concept', value: concepts.round }] },
    some(typeIn([...values.round, ...values.bowl])),
  ],
  [
    'an inverted term: no such value',
    { 'term-filter': [{ type: 'term', value: 'house', inverted: true }] },
    (tiles) => !some(typeIn(values.house))(tiles),
  ],
  [
    'models, of which all are these',
    { 'resource-type-filter': [{ graphid: buildingGraph, inverted: false }] },
    all,
  ],
  ['an unknown model', { 'resource-type-filter': [{ graphid: concepts.house }] }, () => false],
  [
    'the usual view, and empty filters of later releases',
    { 'search-view': 'standard-search-view', 'lifecycle-state-filter': '[]' },
    all,
  ],
  ['a broken language', { language: '*total=7882' }, all],
  [
    'dates of a time',
    { 'time-filter': { fromDate: '-0600-01-01', toDate: '-0400-12-31', inverted: false } },
    some((tile) => valueOf(tile, nodes.built) === '-0500'),
  ],
  [
    'dates of a time in the wrong order',
    { 'time-filter': { fromDate: '-0400-12-31', toDate: '-0600-01-01' } },
    some((tile) => valueOf(tile, nodes.built) === '-0500'),
  ],
  ['no features', { 'map-filter': { type: 'FeatureCollection', features: [] } }, all],
];
