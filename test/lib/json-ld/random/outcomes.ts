import { expect } from 'vitest';

import type { StoredTile } from '../../../../lib/model/change/stored.ts';
import { at, type Outcome } from './documents.ts';

/** What is wrong with a document; nothing where it is accepted. */
export function problemsOf(outcome: Outcome): readonly unknown[] {
  return outcome.kind === 'refused' ? outcome.problems : [];
}

/** The tiles that there are afterwards. @throws where the document is refused */
export function tilesAfter(outcome: Outcome): readonly StoredTile[] {
  expect(problemsOf(outcome)).toEqual([]);
  return outcome.kind === 'refused' ? [] : outcome.tiles;
}

/** Holds an outcome to a refusal that says what could be meant, and where. */
export function expectAmbiguous(outcome: Outcome, document: unknown): void {
  const problems = outcome.kind === 'refused' ? outcome.problems : [];
  const ambiguous = problems.filter(({ code }) => code === 'ambiguous');
  expect(ambiguous, JSON.stringify(outcome)).not.toEqual([]);
  for (const { pointer, candidates = [] } of ambiguous) {
    expect(at(document, pointer)).toBeDefined();
    expect(candidates).not.toEqual([]);
  }
}

/** Whether a pointer names a place, something in it, or what it stands in. */
function isNear(pointer: string, place: string): boolean {
  if (pointer === place || pointer.startsWith(`${place}/`)) return true;
  return pointer !== '' && place.startsWith(`${pointer}/`);
}

/** Holds an outcome to a refusal that names a place; every pointer leads to something that is in the document. */
export function expectPlace(outcome: Outcome, document: unknown, place: string): void {
  const problems = outcome.kind === 'refused' ? outcome.problems : [];
  const pointers = problems.map(({ pointer }) => pointer);
  for (const pointer of pointers) expect(at(document, pointer), pointer).toBeDefined();
  expect(
    pointers.filter((pointer) => isNear(pointer, place)),
    JSON.stringify(problems),
  ).not.toEqual([]);
}
