import type { Figure } from '../figure.ts';
import { quantile } from '../load.ts';
import type { AskCaller } from './callers.ts';
import { pathOf } from './paths.ts';
import { lastPageQuestion } from './questions.ts';
import type { AskService } from './service.ts';

/** The most milliseconds of a page that compares 20,000 resource instances. */
const goal = 300;

/** Measures the pages of a question until the last one. Few resource instances meet it, so each page compares as many as a call may. */
export async function measureToLastPage(
  subject: string,
  caller: AskCaller,
  service: AskService,
): Promise<readonly Figure[]> {
  const times: number[] = [];
  let path: string | undefined = pathOf(lastPageQuestion, caller, 500);
  while (path !== undefined) {
    const { next, milliseconds } = await service.fetchPage(caller.name, path);
    times.push(milliseconds);
    path = next;
  }
  const figure = { subject, unit: 'ms' };
  const pages = `${lastPageQuestion.name}, ${times.length} pages`;
  return [
    { ...figure, measure: pages, value: quantile(times, 0.5), goal },
    { ...figure, measure: `${pages}, maximum`, value: Math.max(...times) },
  ];
}
