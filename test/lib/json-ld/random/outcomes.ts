import type { DocumentProblem } from '../../../../lib/model/change/document-problem.ts';
import type { StoredTile } from '../../../../lib/model/change/stored-resource.ts';
import { at, type Outcome } from './documents.ts';

/** What is wrong with a document; nothing where it is accepted. */
export function problemsOf(outcome: Outcome): readonly DocumentProblem[] {
  return outcome.kind === 'refused' ? outcome.problems : [];
}

/** The tiles that there are afterwards; none where the document is refused. */
export function tilesOf(outcome: Outcome): readonly StoredTile[] {
  return outcome.kind === 'refused' ? [] : outcome.tiles;
}

/** What is wrong with refusing a document as ambiguous: nothing where it says what could be meant, and where. */
export function objectionsToAmbiguity(outcome: Outcome, document: unknown): readonly unknown[] {
  const problems = problemsOf(outcome);
  const ambiguous = problems.filter(({ code }) => code === 'ambiguous');
  if (ambiguous.length === 0) return ['Nothing is ambiguous.', ...problems];
  return ambiguous.filter(
    ({ pointer, candidates = [] }) =>
      at(document, pointer) === undefined || candidates.length === 0,
  );
}

/** Whether a pointer names a place, something in it, or what it stands in. */
function isNear(pointer: string, place: string): boolean {
  if (pointer === place || pointer.startsWith(`${place}/`)) return true;
  return pointer !== '' && place.startsWith(`${pointer}/`);
}

/** What is wrong with a refusal: nothing where it names the place, and every pointer leads to something that is there. */
export function objectionsToRefusal(
  outcome: Outcome,
  document: unknown,
  place: string,
): readonly unknown[] {
  const problems = problemsOf(outcome);
  const lost = problems.filter(({ pointer }) => at(document, pointer) === undefined);
  const isNamed = problems.some(({ pointer }) => isNear(pointer, place));
  return isNamed ? lost : [`Nothing is said of ${place}.`, ...problems];
}
