import { integerBetween, onceIn, pickOne, repeat, type Draw } from '../../support/random/draw.ts';
import {
  aliasOf,
  concepts,
  narrower,
  nodes,
  phaseNodes,
  values,
  type ConceptName,
  type NodeName,
} from './building-model.ts';
import { listYears, type ReadTile } from './naive-conditions.ts';

/** A filter, and how its leaves compare the value of a node, computed without the service. */
export type NaiveFilter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly NaiveFilter[] }
  | { readonly kind: 'not' | 'none'; readonly part: NaiveFilter }
  | { readonly kind: 'isNull'; readonly node: NodeName }
  | {
      readonly kind: 'leaf';
      readonly node: NodeName;
      readonly text: string;
      readonly isMet: (value: unknown) => boolean;
    };

type Leaf = NaiveFilter & { kind: 'leaf' };

const leaf = (node: NodeName, text: string, isMet: (value: unknown) => boolean): Leaf => ({
  kind: 'leaf',
  node,
  text,
  isMet,
});

const height = (operation: string, isMet: (height: number) => boolean): Leaf =>
  leaf('height', `height ${operation}`, (value) => typeof value === 'number' && isMet(value));

const type = (text: string, name: ConceptName): Leaf => {
  const ids = new Set<unknown>(narrower[name].flatMap((concept) => values[concept]));
  return leaf('type', text, (value) => Array.isArray(value) && value.some((id) => ids.has(id)));
};

const nameOf = (value: unknown): string => {
  const { en } = Object(value) as { readonly en?: { readonly value?: string } };
  return en?.value ?? '';
};

const called = (text: string, isMet: (name: string) => boolean): Leaf =>
  leaf('called', text, (value) => isMet(nameOf(value)));

const built = (text: string, isMet: (first: number, last: number) => boolean): Leaf =>
  leaf('built', text, (value) => listYears(value).some(([first, last]) => isMet(first, last)));

const leaves: readonly Leaf[] = [
  type(`type = 'Barrow'`, 'barrow'),
  type(`below(type, 'hügelgrab')`, 'barrow'),
  type(`"type" = '${concepts.house}'`, 'house'),
  height('= 12', (number) => number === 12),
  height('> 1.5', (number) => number > 1.5),
  height('<= 12', (number) => number <= 12),
  height('BETWEEN 0 AND 12', (number) => number >= 0 && number <= 12),
  height('IN (1.5, 12.5)', (number) => [1.5, 12.5].includes(number)),
  called(`called = 'Old Mill'`, (name) => name === 'Old Mill'),
  called(`called = 'old mill'`, () => false),
  called(`CASEI(called) = CASEI('OLD mill')`, (name) => name === 'Old Mill'),
  called(`called LIKE 'k%'`, (name) => name.startsWith('k')),
  called(`called LIKE '%ar_'`, (name) => name === 'Saint Mary'),
  called(`CASEI(called) LIKE CASEI('%GATE')`, (name) => name.endsWith('ate')),
  called(`ACCENTI(called) LIKE ACCENTI('Muhle%')`, (name) => name.startsWith('Mühle')),
  built(`overlaps(built, '1850')`, (first, last) => last >= 1850 && first <= 1850),
  built(`during(built, '1700/1900')`, (first, last) => first >= 1700 && last <= 1900),
  built(`before(built, '1600')`, (_first, last) => last < 1600),
  built(`after(built, '1849')`, (first) => first > 1849),
  built(`built < DATE('1850-01-01')`, (first) => first < 1850),
  leaf('state', `state = 'Good'`, (value) => value === '00000000-0000-4000-8000-000000005101'),
  leaf('isOpen', `isopen = TRUE`, (value) => value === true),
];

/** Draws a filter with conditions on some nodes. */
export function drawFilter(draw: Draw, names: readonly NodeName[], depth = 3): NaiveFilter {
  const ofNames = leaves.filter(({ node }) => names.includes(node));
  if (depth === 0 || onceIn(draw, 5)) {
    return onceIn(draw, 8)
      ? { kind: 'isNull', node: pickOne(draw, ofNames).node }
      : pickOne(draw, ofNames);
  }
  const kind = pickOne(draw, ['and', 'and', 'or', 'or', 'not', 'none'] as const);
  return kind === 'and' || kind === 'or'
    ? {
        kind,
        parts: repeat(integerBetween(draw, 2, 3), () => drawFilter(draw, names, depth - 1)),
      }
    : { kind, part: drawFilter(draw, names, depth - 1) };
}

/** The filter as CQL2 text. */
export function toText(filter: NaiveFilter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.parts
        .map((part) => `(${toText(part)})`)
        .join(filter.kind === 'and' ? ' AND ' : ' OR ');
    case 'not':
      return `NOT (${toText(filter.part)})`;
    case 'none':
      return `none(${toText(filter.part)})`;
    case 'isNull':
      return `${aliasOf(filter.node)} IS NULL`;
    default:
      return filter.text;
  }
}

type Tiles = readonly ReadTile[];
/** A phase and a survey below it, or one of them. */
type Chain = readonly [phase: ReadTile | null, survey: ReadTile | null];

function listChains(tiles: Tiles): readonly Chain[] {
  const phases = tiles.filter((tile) => tile.nodegroup_id === nodes.phase);
  const surveys = tiles.filter((tile) => tile.nodegroup_id === nodes.survey);
  return [
    ...phases.map((phase): Chain => [phase, null]),
    ...surveys.map((survey): Chain => [null, survey]),
    ...phases.flatMap((phase) =>
      surveys
        .filter((survey) => survey.parenttile_id === phase.tileid)
        .map((survey): Chain => [phase, survey]),
    ),
  ];
}

const valueIn = ([phase, survey]: Chain, node: NodeName): unknown =>
  (phaseNodes.includes(node) ? phase : survey)?.data[nodes[node]] ?? null;

const isPresent = (value: unknown): boolean => value !== null;

/** Whether a filter is met in a tile, or joins such filters. */
function isOnTiles(filter: NaiveFilter): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.parts.every(isOnTiles);
    case 'not':
      return filter.part.kind === 'isNull';
    default:
      return filter.kind === 'leaf';
  }
}

function holdsIn(chain: Chain, filter: NaiveFilter): boolean {
  if (filter.kind === 'and') return filter.parts.every((part) => holdsIn(chain, part));
  if (filter.kind === 'or') return filter.parts.some((part) => holdsIn(chain, part));
  if (filter.kind === 'leaf') return filter.isMet(valueIn(chain, filter.node));
  return filter.kind === 'not' && filter.part.kind === 'isNull'
    ? isPresent(valueIn(chain, filter.part.node))
    : false;
}

/** Whether the tiles have values, but others than a filter means. */
function failsIn(chain: Chain, filter: NaiveFilter): boolean {
  if (filter.kind === 'and') return filter.parts.some((part) => failsIn(chain, part));
  if (filter.kind === 'or') return filter.parts.every((part) => failsIn(chain, part));
  if (filter.kind !== 'leaf') return false;
  const value = valueIn(chain, filter.node);
  return isPresent(value) && !filter.isMet(value);
}

const flatten = (filter: NaiveFilter): readonly NaiveFilter[] =>
  filter.kind === 'and' ? filter.parts.flatMap(flatten) : [filter];

function holdsInOneChain(tiles: Tiles, parts: readonly NaiveFilter[]): boolean {
  return listChains(tiles).some((chain) => parts.every((part) => holdsIn(chain, part)));
}

const failsInChains = (tiles: Tiles, parts: readonly NaiveFilter[]): boolean =>
  !holdsInOneChain(tiles, parts) &&
  listChains(tiles).some((chain) => parts.some((part) => failsIn(chain, part)));

/** Whether a filter is true of a building. */
export function holds(tiles: Tiles, filter: NaiveFilter): boolean {
  switch (filter.kind) {
    case 'and': {
      const parts = flatten(filter);
      const group = parts.filter(isOnTiles);
      const others = parts.filter((part) => !isOnTiles(part));
      return (
        (group.length === 0 || holdsInOneChain(tiles, group)) &&
        others.every((part) => holds(tiles, part))
      );
    }
    case 'or':
      return filter.parts.some((part) => holds(tiles, part));
    case 'not':
      return fails(tiles, filter.part);
    case 'none':
      return !holds(tiles, filter.part);
    case 'isNull':
      return !tiles.some((tile) => isPresent(tile.data[nodes[filter.node]] ?? null));
    default:
      return holdsInOneChain(tiles, [filter]);
  }
}

/** Whether a filter is false of a building. */
function fails(tiles: Tiles, filter: NaiveFilter): boolean {
  switch (filter.kind) {
    case 'and': {
      const parts = flatten(filter);
      const group = parts.filter(isOnTiles);
      const others = parts.filter((part) => !isOnTiles(part));
      return (
        (group.length > 0 && failsInChains(tiles, group)) ||
        others.some((part) => fails(tiles, part))
      );
    }
    case 'or':
      return filter.parts.every((part) => fails(tiles, part));
    case 'not':
      return holds(tiles, filter.part);
    case 'none':
      return holds(tiles, filter.part);
    case 'isNull':
      return tiles.some((tile) => isPresent(tile.data[nodes[filter.node]] ?? null));
    default:
      return failsInChains(tiles, [filter]);
  }
}
