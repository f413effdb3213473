import { createHash } from 'node:crypto';

import type { AskCaller } from './callers.ts';
import { slugOf } from './model.ts';
import type { AskQuestion } from './questions.ts';
import { recordNumbers } from './records.ts';

/** The id of a record, as `idOfNumber` of the statements. */
function recordId(number: number): string {
  const hash = createHash('md5').update(`record ${number}`).digest('hex');
  const digits = `${hash.slice(0, 12)}4${hash.slice(13, 16)}a${hash.slice(17)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const namedIds = new Map(
  Object.entries(recordNumbers).map(([name, number]) => [name, recordId(number)]),
);

/** The path of the first page of a question for a caller: in the model that the caller may read, or in all models. */
export function pathOf(
  { conditions, ofAllModels = false }: AskQuestion,
  { model }: AskCaller,
  limit: number,
): string {
  const query = new URLSearchParams({
    ...(ofAllModels ? {} : { graph: slugOf(model) }),
    limit: String(limit),
  });
  for (const [name, value] of Object.entries(conditions)) {
    query.set(
      name,
      value.replace(/\{(\w+)\}/, (_, key: string) => namedIds.get(key) ?? ''),
    );
  }
  return `/resources/?${query.toString()}`;
}
