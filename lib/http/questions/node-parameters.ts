import { readCondition } from '../../model/questions/value-syntax.ts';
import type {
  WrittenQuestion,
  WrittenValueCondition,
} from '../../model/questions/written-question.ts';
import type { SentCondition } from './sent-conditions.ts';

/** The conditions on nodes: one group of those that are not negated, and each that is. */
export function readNodeConditions(
  sent: readonly (SentCondition & { readonly name: string })[],
): readonly WrittenQuestion[] {
  const conditions = sent.flatMap(({ parameter, name, value }) => {
    const condition = readCondition(value);
    if (condition === undefined) return [];
    const { isNegated, test } = condition;
    const written: WrittenValueCondition = { kind: 'value', parameter, name, test, isOther: false };
    return [{ isNegated, written }];
  });
  const positive = conditions.filter(({ isNegated }) => !isNegated);
  const negative = conditions.filter(({ isNegated }) => isNegated);
  return [
    ...(positive.length === 0
      ? []
      : [
          {
            kind: 'tiles' as const,
            condition: { kind: 'all' as const, parts: positive.map(({ written }) => written) },
          },
        ]),
    ...negative.map(({ written }): WrittenQuestion => ({
      kind: 'not',
      part: { kind: 'tiles', condition: written },
    })),
  ];
}
