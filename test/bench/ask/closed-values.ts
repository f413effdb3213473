import type { Figure } from '../figure.ts';
import { quantile } from '../load.ts';
import type { AskCaller } from './callers.ts';
import { slugOf } from './model.ts';
import type { AskService } from './service.ts';

/** So many values are compared with so many that no record has. */
const pairs = 60;

type Question = { readonly conditions: Readonly<Record<string, string>> };

const pathOf = ({ conditions }: Question): string =>
  `/resources/?${new URLSearchParams({ graph: slugOf(0), limit: '25', ...conditions }).toString()}`;

const reference = (number: number): Question => ({
  conditions: { 'node.reference': `"HER ${String(number).padStart(7, '0')}"` },
});

/**
 * Measures whether the time of an answer tells that closed records have a value: references of closed records beside references of none. The
 * answers have no resource instances.
 */
export async function measureClosedValues(
  subject: string,
  caller: AskCaller,
  { fetchPage }: AskService,
): Promise<readonly Figure[]> {
  const milliseconds = async (question: Question): Promise<number> =>
    (await fetchPage(caller.name, pathOf(question))).milliseconds;
  const closed: Question[] = [];
  for (let number = 1; closed.length < pairs; number += 1) {
    const question = reference(number);
    const ofAll = await fetchPage('everything', pathOf(question));
    const ofCaller = await fetchPage(caller.name, pathOf(question));
    if (ofAll.ids.length > 0 && ofCaller.ids.length === 0) closed.push(question);
  }
  const ofClosed: number[] = [];
  const ofNone: number[] = [];
  for (const [index, question] of closed.entries()) {
    // The first of two answers can take longer, so they take turns.
    const unknown = reference(9_000_000 + index);
    if (index % 2 === 0) ofClosed.push(await milliseconds(question));
    ofNone.push(await milliseconds(unknown));
    if (index % 2 === 1) ofClosed.push(await milliseconds(question));
  }
  return [
    {
      subject,
      measure: 'a closed value',
      unit: 'ms',
      value: quantile(ofClosed, 0.5),
      beside: { name: 'a value of no record', value: quantile(ofNone, 0.5) },
    },
  ];
}
