import type { TileCondition } from './question.ts';

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

function combine(condition: TileCondition): readonly TileAlternative[] {
  const [first, ...others] = listValueConditions(condition);
  if (first === undefined) {
    return condition.kind === 'all' ? [[]] : [];
  }
  const [nodegroup] = first.node.nodegroupPath;
  if (others.every(({ node }) => node.nodegroupPath[0] === nodegroup)) {
    return [[{ nodegroupPath: first.node.nodegroupPath, condition }]];
  }
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
