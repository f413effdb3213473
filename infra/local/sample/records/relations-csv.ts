import { heritagePlace } from '../model/heritage-place.ts';
import type { SampleRelation } from '../relations.ts';
import { sampleId } from '../sample-id.ts';
import { conceptValue } from '../thesaurus/concept-index.ts';
import { resourceId } from './resource-record.ts';

const HEADER = [
  'resourcexid',
  'resourceinstanceidfrom',
  'resourceinstanceidto',
  'relationshiptype',
  'inverserelationshiptype',
  'notes',
  'datestarted',
  'dateended',
];

/**
 * Writes relations as the CSV of a `.relations` file (RFC 4180); their types are concept values.
 */
export function relationsCsv(relations: readonly SampleRelation[]): string {
  const rows = relations.map(({ from, to, type, notes = '' }) => [
    sampleId('relation', from, type, to),
    resourceId(heritagePlace.slug, from),
    resourceId(heritagePlace.slug, to),
    conceptValue(type),
    conceptValue(type),
    notes,
    '',
    '',
  ]);
  return [HEADER, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\n`).join('');
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
