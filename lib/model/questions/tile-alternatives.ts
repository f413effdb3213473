import type { RecordCondition, TileCondition } from './question.ts';

/** A condition on tiles of one card. */
export type CardCondition = {
  /** The nodegroup of the card and the nodegroups above it, the nearest first. */
  readonly nodegroupPath: readonly [string, ...string[]];
  readonly condition: TileCondition;
};

/** Conditions on different cards, which a chain of tiles must meet together. */
export type TileAlternative = readonly CardCondition[];

/** The most alternatives of a group. */
const maxAlternatives = 64;

/** Conditions that combine so many alternatives on different cards that they cannot be compared. */
export class TooManyAlternatives extends Error {}

/** The leaves of a condition. */
export function listValueConditions(
  condition: TileCondition,
): readonly (TileCondition & { kind: 'value' })[] {
  return condition.kind === 'value' ? [condition] : condition.parts.flatMap(listValueConditions);
}

/**
 * Divides a group of conditions on tiles into alternatives, each with one condition for a card. A choice between conditions on one card
 * stays as it is.
 * @throws TooManyAlternatives
 */
export function listTileAlternatives(condition: TileCondition): readonly TileAlternative[] {
  return combine(condition).map(mergeCards);
}

/** Whether a condition has a group that cannot be divided. Those of questions about related resource instances are not looked at. */
export function hasTooManyAlternatives(condition: RecordCondition): boolean {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.parts.some(hasTooManyAlternatives);
    case 'not':
      return hasTooManyAlternatives(condition.part);
    case 'tiles':
      return countAlternatives(condition.condition) > maxAlternatives;
    default:
      return false;
  }
}

/** An upper limit of the alternatives of a group. */
function countAlternatives(condition: TileCondition): number {
  if (condition.kind === 'value' || isOnOneCard(condition)) return 1;
  const counts = condition.parts.map(countAlternatives);
  return condition.kind === 'any'
    ? counts.reduce((sum, count) => sum + count, 0)
    : counts.reduce((product, count) => product * count, 1);
}

function isOnOneCard(condition: TileCondition): boolean {
  const cards = listValueConditions(condition).map(({ node }) => node.nodegroupPath[0]);
  return new Set(cards).size === 1;
}

function combine(condition: TileCondition): readonly TileAlternative[] {
  const [first] = listValueConditions(condition);
  if (first === undefined) {
    return condition.kind === 'all' ? [[]] : [];
  }
  if (isOnOneCard(condition)) return [[{ nodegroupPath: first.node.nodegroupPath, condition }]];
  if (condition.kind === 'value') return [];
  const parts = condition.parts.map(combine);
  const alternatives =
    condition.kind === 'any'
      ? parts.flat()
      : parts.reduce<readonly TileAlternative[]>(
          (combined, part) => {
            if (combined.length * part.length > maxAlternatives) throw new TooManyAlternatives();
            return combined.flatMap((left) => part.map((right) => [...left, ...right]));
          },
          [[]],
        );
  if (alternatives.length > maxAlternatives) throw new TooManyAlternatives();
  return alternatives;
}

function mergeCards(alternative: TileAlternative): TileAlternative {
  const byCard = Map.groupBy(alternative, ({ nodegroupPath }) => nodegroupPath[0]);
  return [...byCard.values()].flatMap((cards) => {
    const [first] = cards;
    if (first === undefined) return [];
    return cards.length === 1
      ? [first]
      : [
          {
            ...first,
            condition: { kind: 'all' as const, parts: cards.map(({ condition }) => condition) },
          },
        ];
  });
}
