import { createHash } from 'node:crypto';

import type { AskCaller } from './callers.ts';
import { slugOf } from './model.ts';
import type { AskQuestion } from './questions.ts';
import { recordNumbers } from './records.ts';

/** The id of a record or concept, as `idOfNumber` of the statements. */
function idOf(kind: 'record' | 'type', number: number): string {
  const hash = createHash('md5').update(`${kind} ${number}`).digest('hex');
  const digits = `${hash.slice(0, 12)}4${hash.slice(13, 16)}a${hash.slice(17)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const namedIds = new Map(
  Object.entries(recordNumbers).map(([name, number]) => [name, idOf('record', number)]),
);

/** The path of the first page of a question for a caller: in the model that the caller may read, or in all models. */
export function pathOf(
  { conditions, ofAllModels = false }: AskQuestion,
  { model, readsThesaurus }: AskCaller,
  limit: number,
): string {
  const query = new URLSearchParams({
    ...(ofAllModels ? {} : { graph: slugOf(model) }),
    limit: String(limit),
  });
  for (const [name, value] of Object.entries(conditions)) {
    // Only its id names a concept to those who may not read the thesaurus.
    const [, concept] = readsThesaurus ? [] : (/^Type (\d+)$/.exec(value) ?? []);
    const sent = concept === undefined ? value : idOf('type', Number(concept));
    query.set(
      name,
      sent.replace(/\{(\w+)\}/, (_, key: string) => namedIds.get(key) ?? ''),
    );
  }
  return `/resources/?${query.toString()}`;
}
