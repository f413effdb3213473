import { pickText } from '../../model/pick-language.ts';
import { maxFacetValues, type Facet } from '../../model/questions/facets.ts';
import { conceptUri, graphUri } from '../../model/uris.ts';
import type { FacetCounts } from '../../queries/questions/facet-counts.ts';

export type FacetOptions = {
  readonly baseUrl: string;
  /** Language tags of the reader, preferred first. */
  readonly languages: readonly string[];
};

/** The first and the last year of a century, as dates of conditions have them. */
export const yearsOfCentury = (century: number): readonly [first: string, last: string] => [
  writeYear(century * 100),
  writeYear(century * 100 + 99),
];

/** A year as dates of conditions have it. */
function writeYear(year: number): string {
  const digits = String(Math.abs(year)).padStart(4, '0');
  return `${digits.length > 4 ? 'Y' : ''}${year < 0 ? '-' : ''}${digits}`;
}

/** The values of a facet, those of most resource instances first; centuries in their order. `value` is that of a condition. */
export function toFacetValues(
  counts: FacetCounts,
  facet: Facet,
  index: number,
  { baseUrl, languages }: FacetOptions,
) {
  switch (facet.kind) {
    case 'models':
      return counts.models.map(({ graphId, slug, name, count }) => ({
        value: slug ?? graphId,
        count,
        id: graphId,
        uri: graphUri(baseUrl, graphId),
        label: pickText(name, languages),
      }));
    case 'concepts':
      return counts.concepts
        .filter((concept) => concept.facet === index)
        .map(({ conceptId, labels, broader, count }) => ({
          value: conceptId,
          count,
          id: conceptId,
          uri: conceptUri(baseUrl, conceptId),
          label: pickText(labels, languages),
          broader,
        }));
    default:
      return counts.centuries
        .filter((century) => century.facet === index)
        .map(({ century, count }) => ({
          value: yearsOfCentury(century).join('..'),
          count,
          first_year: century * 100,
          last_year: century * 100 + 99,
        }));
  }
}

/** Whether a facet has more values than are listed. */
export const hasMoreValues = ({ valueCounts }: FacetCounts, index: number): boolean =>
  (valueCounts[String(index)] ?? 0) > maxFacetValues;
