import type { toRelationEntries } from '../../serializers/resources/relation.ts';
import { html, type Html } from '../layout/html.ts';
import type { Words } from '../words/words.ts';

export type RelationEntry = ReturnType<typeof toRelationEntries>[number];

/** What kind of relation it is, seen from this end: its type, or the node whose value it is. */
export function relationKind(relation: RelationEntry, words: Words): string {
  const { direction, node, type, inverse_type: inverse } = relation;
  const seenFromHere = direction === 'incoming' ? (inverse ?? type) : type;
  return seenFromHere?.label ?? node?.label ?? words.text('relations.related');
}

/** The dates and the notes of a relation. */
export const relationFacts = (relation: RelationEntry): readonly string[] =>
  [datesText(relation), relation.notes].flatMap((fact) => fact ?? []);

/** The dates of a relation as they are stored: `1850 – 1900`. */
function datesText({ date_started: start, date_ended: end }: RelationEntry): string | null {
  return start === null && end === null ? null : `${start ?? ''} – ${end ?? ''}`.trim();
}

/** Facts in one line. */
export const factsHtml = (facts: readonly string[]): Html =>
  html`${facts.map((fact, index) => html`${index > 0 && ' · '}<span dir="auto">${fact}</span>`)}`;
