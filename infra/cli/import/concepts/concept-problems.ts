import type { ConceptId } from '../../../../lib/model/ids.ts';
import type { Problem } from '../../../../lib/model/problem.ts';

/** A warning about a concept, or about a node that has no id. */
export function conceptWarning(code: string, message: string, conceptId?: ConceptId): Problem {
  const record = conceptId === undefined ? {} : { record: conceptId };
  return { severity: 'warning', code, pointer: '', message, ...record };
}

/** The first few of many things, for a sentence. */
export function listExamples(all: readonly string[]): string {
  const first = all.slice(0, 3).join(', ');
  return all.length > 3 ? `${first}, …` : first;
}
