import { onceIn, pickOne, pickSome, type Draw } from '../../support/random/draw.ts';
import { buildingId } from './random-buildings.ts';
import {
  aliasOf,
  concepts,
  narrower,
  nodes,
  options,
  phaseNodes,
  surveyNodes,
  values,
  type ConceptName,
  type NodeName,
} from './building-model.ts';

/** A tile as a caller reads it. */
export type ReadTile = {
  readonly tileid: string;
  readonly nodegroup_id: string;
  readonly parenttile_id: string | null;
  readonly data: Readonly<Record<string, unknown>>;
};

/** A condition as it is sent, and whether a value meets it, computed without the service. */
export type NaiveCondition = {
  readonly node: NodeName;
  readonly sent: string;
  readonly isNegated: boolean;
  readonly isMet: (value: unknown) => boolean;
};

type Test = readonly [sent: string, isMet: (value: unknown) => boolean];

const typeIs = (sent: string, concept: ConceptName): Test => {
  const ids = new Set<unknown>(narrower[concept].flatMap((name) => values[name]));
  return [sent, (value) => Array.isArray(value) && value.some((id) => ids.has(id))];
};

/** The years that each date of the test may mean. */
const years: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  '1850': [[1850, 1850]],
  '185X': [[1850, 1859]],
  '1849-12-31': [[1849, 1849]],
  '-0500': [[-500, -500]],
  '1700/1900': [[1700, 1900]],
  '[1600,1850]': [
    [1600, 1600],
    [1850, 1850],
  ],
  '1850/..': [[1850, Infinity]],
  'Y-20000': [[-20_000, -20_000]],
};

/** The years that a date of the test may mean. */
export const listYears = (value: unknown): readonly (readonly [number, number])[] =>
  years[String(value)] ?? [];

const builtIn = (sent: string, from: number, to: number): Test => [
  sent,
  (value) => listYears(value).some(([first, last]) => last >= from && first <= to),
];

const heightIs = (sent: string, isMet: (height: number) => boolean): Test => [
  sent,
  (value) => typeof value === 'number' && isMet(value),
];

/** The words of each name, of both forms of a word with an apostrophe. */
const wordsOfNames: Readonly<Record<string, readonly string[]>> = {
  'King’s Gate': ['king', 's', 'kings', 'gate'],
  'kings gate': ['kings', 'gate'],
  'Old Mill': ['old', 'mill'],
  'Mühle am Bach': ['muhle', 'am', 'bach'],
  'Saint Mary': ['saint', 'mary'],
};

const nameOf = (value: unknown): string => {
  const { en } = Object(value) as { readonly en?: { readonly value?: string } };
  return en?.value ?? '';
};

/** Whether each of some folded words begins a word of a name. */
export const hasWords = (value: unknown, words: string): boolean => {
  const folded = words
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z ]/g, '')
    .split(' ')
    .filter((word) => word !== '');
  return (
    folded.length > 0 &&
    folded.every((word) =>
      (wordsOfNames[nameOf(value)] ?? []).some((known) => known.startsWith(word)),
    )
  );
};

const calledLike = (sent: string, ...texts: readonly (readonly string[])[]): Test => [
  sent,
  (value) =>
    texts.some((words) =>
      words.every((word) =>
        (wordsOfNames[nameOf(value)] ?? []).some((known) => known.startsWith(word)),
      ),
    ),
];

const isOneOf = (sent: string, ...ids: readonly unknown[]): Test => [
  sent,
  (value) => ids.includes(value),
];

const besideIs = (number: number): Test => [
  buildingId(number),
  (value) => JSON.stringify(value ?? '').includes(buildingId(number)),
];

const tests: Readonly<Record<NodeName, readonly Test[]>> = {
  type: [
    typeIs('Barrow', 'barrow'),
    typeIs('hugelgrab', 'barrow'),
    typeIs('Rundes Hügelgrab', 'round'),
    typeIs(values.bowl[1], 'bowl'),
    typeIs(concepts.house, 'house'),
    typeIs(`http://thesaurus.test/${concepts.round}`, 'round'),
  ],
  built: [
    builtIn('1850', 1850, 1850),
    builtIn('185X', 1850, 1859),
    builtIn('1800..1849', 1800, 1849),
    builtIn('>1850', 1851, Infinity),
    builtIn('<1600', -Infinity, 1599),
    builtIn('-0600..-0400', -600, -400),
    builtIn('..1600', -Infinity, 1600),
  ],
  height: [
    heightIs('12', (height) => height === 12),
    heightIs('>12', (height) => height > 12),
    heightIs('0..12.5', (height) => height >= 0 && height <= 12.5),
    heightIs('<0', (height) => height < 0),
    heightIs('1.5,12', (height) => [1.5, 12].includes(height)),
  ],
  called: [
    calledLike('king', ['king']),
    calledLike('kings gate', ['kings', 'gate']),
    calledLike('gate kin', ['gate', 'kin']),
    calledLike('MUHLE', ['muhle']),
    calledLike('mary,mill', ['mary'], ['mill']),
    ['"old mill"', (value) => nameOf(value) === 'Old Mill'],
  ],
  state: [
    isOneOf('good', options.good),
    isOneOf('Schlecht', options.poor),
    isOneOf(options.poor, options.poor),
    isOneOf('Good,poor', options.good, options.poor),
  ],
  isOpen: [isOneOf('true', true), isOneOf('f', false)],
  beside: [besideIs(0), besideIs(1), besideIs(2)],
};

const anyValue: Test = ['*', (value) => value !== null && value !== undefined];

/** Draws conditions on different nodes, at least one. */
export function drawConditions(draw: Draw, names: readonly NodeName[]): readonly NaiveCondition[] {
  const some = pickSome(draw, names).slice(0, 4);
  return (some.length === 0 ? [pickOne(draw, names)] : some).map((node) => {
    const [sent, isMet] = onceIn(draw, 6) ? anyValue : pickOne(draw, tests[node]);
    const isNegated = onceIn(draw, 5);
    return { node, sent: isNegated ? `!${sent}` : sent, isNegated, isMet };
  });
}

/** The query of conditions. */
export function toQuery(conditions: readonly NaiveCondition[]): string {
  return new URLSearchParams(
    conditions.map(({ node, sent }): [string, string] => [`node.${aliasOf(node)}`, sent]),
  ).toString();
}

/** Whether the tiles of a building, as a caller reads them, meet conditions. */
export function meets(tiles: readonly ReadTile[], conditions: readonly NaiveCondition[]): boolean {
  const isMetIn = (tile: ReadTile, { node, isMet }: NaiveCondition): boolean =>
    isMet(tile.data[nodes[node]] ?? null);
  const positive = conditions.filter(({ isNegated }) => !isNegated);
  const ofPhase = positive.filter(({ node }) => phaseNodes.includes(node));
  const ofSurvey = positive.filter(({ node }) => surveyNodes.includes(node));
  const phases = tiles.filter((tile) => tile.nodegroup_id === nodes.phase);
  const surveys = tiles.filter((tile) => tile.nodegroup_id === nodes.survey);
  const fits = (tile: ReadTile, ofCard: readonly NaiveCondition[]): boolean =>
    ofCard.every((condition) => isMetIn(tile, condition));
  const hasPhase = phases.some(
    (phase) =>
      fits(phase, ofPhase) &&
      (ofSurvey.length === 0 ||
        surveys.some(
          ({ parenttile_id: parent, ...survey }) =>
            parent === phase.tileid && fits({ ...survey, parenttile_id: parent }, ofSurvey),
        )),
  );
  const hasSurvey = surveys.some((survey) => fits(survey, ofSurvey));
  const isPositiveMet = positive.length === 0 || (ofPhase.length === 0 ? hasSurvey : hasPhase);
  return (
    isPositiveMet &&
    conditions
      .filter(({ isNegated }) => isNegated)
      .every((condition) => !tiles.some((tile) => isMetIn(tile, condition)))
  );
}
