import { describe, expect, it } from 'vitest';

import type { TileCondition } from '../../../../lib/model/questions/question.ts';
import {
  hasTooManyAlternatives,
  listTileAlternatives,
  TooManyAlternatives,
} from '../../../../lib/model/questions/tile-alternatives.ts';

const value = (card: string, name: string): TileCondition => ({
  kind: 'value',
  node: {
    nodeId: name,
    graphId: 'model',
    entryNodeId: 1,
    nodegroupPath: [card],
    readableNodegroupIds: [card],
  },
  test: { kind: 'any' },
  isOther: false,
});
const all = (...parts: readonly TileCondition[]): TileCondition => ({ kind: 'all', parts });
const any = (...parts: readonly TileCondition[]): TileCondition => ({ kind: 'any', parts });

/** The names of the nodes of each card in each alternative. */
const describeAlternatives = (condition: TileCondition): readonly (readonly string[])[] =>
  listTileAlternatives(condition).map((cards) =>
    cards.map(({ nodegroupPath: [card], condition: ofCard }) => `${card}: ${describeOf(ofCard)}`),
  );

function describeOf(condition: TileCondition): string {
  if (condition.kind === 'value') return condition.node.nodeId;
  return `(${condition.parts.map(describeOf).join(condition.kind === 'all' ? ' and ' : ' or ')})`;
}

const choice = (count: number): TileCondition =>
  all(
    ...Array.from({ length: count }, (_, index) =>
      any(value('a', `a${index}`), value('b', `b${index}`)),
    ),
  );

describe('the alternatives of a group', () => {
  it('are one if all conditions are on one card, whatever choices it has', () => {
    const condition = all(value('a', '1'), any(value('a', '2'), value('a', '3')));
    expect(describeAlternatives(condition)).toEqual([['a: (1 and (2 or 3))']]);
  });

  it('join the conditions on each card', () => {
    const condition = all(value('a', '1'), value('b', '2'), value('a', '3'));
    expect(describeAlternatives(condition)).toEqual([['a: (1 and 3)', 'b: 2']]);
  });

  it('are one for each choice between cards', () => {
    const condition = all(value('a', '1'), any(value('a', '2'), value('b', '3')));
    expect(describeAlternatives(condition)).toEqual([['a: (1 and 2)'], ['a: 1', 'b: 3']]);
  });

  it('are none of a choice without parts, and an empty one of a group without parts', () => {
    expect([listTileAlternatives(any()), listTileAlternatives(all())]).toEqual([[], [[]]]);
  });

  it('are at most 64', () => {
    expect(listTileAlternatives(choice(6))).toHaveLength(64);
    expect(() => listTileAlternatives(choice(7))).toThrow(TooManyAlternatives);
  });

  it('are counted before they are made', () => {
    const isTooMany = (count: number): boolean =>
      hasTooManyAlternatives({ kind: 'not', part: { kind: 'tiles', condition: choice(count) } });
    expect([isTooMany(6), isTooMany(7), isTooMany(1000)]).toEqual([false, true, true]);
  });
});
