import type { DocumentProblem } from '../../../../lib/model/change/document-problem.ts';
import type { StoredTile } from '../../../../lib/model/change/stored-resource.ts';
import { valueAt, type Outcome } from './documents.ts';

/** The problems of a document; empty if it is accepted. */
export function problemsOf(outcome: Outcome): readonly DocumentProblem[] {
  return outcome.kind === 'refused' ? outcome.problems : [];
}

/** The tiles afterwards; empty if the document is refused. */
export function tilesOf(outcome: Outcome): readonly StoredTile[] {
  return outcome.kind === 'refused' ? [] : outcome.tiles;
}

/** Finds errors in the refusal of a document as ambiguous. Returns an empty list if every problem has candidates and a pointer that exists. */
export function findErrorsInAmbiguity(outcome: Outcome, document: unknown): readonly unknown[] {
  const problems = problemsOf(outcome);
  const ambiguous = problems.filter(({ code }) => code === 'ambiguous');
  if (ambiguous.length === 0) return ['The document is not refused as ambiguous.', ...problems];
  return ambiguous.filter(
    ({ pointer, candidates = [] }) =>
      valueAt(document, pointer) === undefined || candidates.length === 0,
  );
}

/** Whether a pointer leads to a place, to something in it, or to something around it. */
function isNear(pointer: string, place: string): boolean {
  if (pointer === place || pointer.startsWith(`${place}/`)) return true;
  return pointer !== '' && place.startsWith(`${pointer}/`);
}

/** Finds errors in the refusal of a document. Returns an empty list if a pointer leads to the place, and all pointers exist. */
export function findErrorsInRefusal(
  outcome: Outcome,
  document: unknown,
  place: string,
): readonly unknown[] {
  const problems = problemsOf(outcome);
  const problemsWithDeadPointer = problems.filter(
    ({ pointer }) => valueAt(document, pointer) === undefined,
  );
  const isNamed = problems.some(({ pointer }) => isNear(pointer, place));
  return isNamed ? problemsWithDeadPointer : [`No problem points to ${place}.`, ...problems];
}
