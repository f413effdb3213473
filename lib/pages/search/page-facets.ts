import { toFacetNode } from '../../http/questions/read-facets.ts';
import { lookUpDatingNodes } from '../../http/questions/look-up-dating-nodes.ts';
import type { ConditionReader } from '../../http/questions/question-reader.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';
import { labelWithCards } from '../../model/graphs/node-widget.ts';
import { maxFacets, type Facet } from '../../model/questions/facets.ts';
import type { Question } from '../../model/questions/question.ts';
import { pickText } from '../../model/pick-language.ts';
import { countFacetsInOneCall } from '../../questions/count-facets.ts';
import type { MatchReader } from '../../questions/run-question.ts';
import type { FacetCounts } from '../../queries/questions/facet-counts.ts';
import type { FilterField } from '../../queries/questions/filter-fields.ts';
import { yearsOfCentury } from '../../serializers/resources/facets.ts';
import { formatEdtf } from '../resources/format-edtf.ts';
import type { Words } from '../words/words.ts';
import { listFacetTrees, type FacetEntry } from './facet-trees.ts';

/** A facet of the page: the values that narrow what is found, each with the number of records. */
export type PageFacet = {
  /** The parameter of a condition on such a value. */
  readonly parameter: string;
  readonly heading: string;
  readonly entries: readonly FacetEntry[];
};

/** The facets of a page, and the number of records that they count. */
export type PageFacets = {
  readonly facets: readonly PageFacet[];
  readonly counted: number;
  /** Whether the question finds no others. */
  readonly isComplete: boolean;
};

type FacetSource = {
  readonly question: Question;
  /** The id or slug of the requested model; undefined for all. */
  readonly graph: string | undefined;
  readonly fields: readonly FilterField[];
  readonly languages: readonly string[];
  readonly words: Words;
};

type PlannedFacet = { readonly facet: Facet; readonly heading: string };

/**
 * Counts what narrows a search: models, or concepts of the requested model, and centuries.
 * @returns undefined if one call cannot compare enough
 */
export async function readPageFacets(
  { question, ...source }: FacetSource,
  matchReader: MatchReader,
  reader: ConditionReader,
): Promise<PageFacets | undefined> {
  if (question.length === 0) return undefined;
  const planned = await planFacets(source, matchReader, reader);
  const facets = planned.map(({ facet }) => facet);
  const result = await countFacetsInOneCall(matchReader, question, facets);
  if (result === undefined) return undefined;
  const { counts, counted, isComplete } = result;
  const pageFacets = planned.map(({ facet, heading }, index) => ({
    parameter: facet.kind === 'concepts' ? `node.${facet.name}` : facet.name,
    heading,
    entries: listEntries(counts, facet, index, source),
  }));
  return { facets: pageFacets.filter(({ entries }) => entries.length > 0), counted, isComplete };
}

async function planFacets(
  { graph, fields, languages, words }: Omit<FacetSource, 'question'>,
  { caller }: MatchReader,
  reader: ConditionReader,
): Promise<readonly PlannedFacet[]> {
  const dating = [...(await lookUpDatingNodes(caller, graph, reader)).values()];
  const period: PlannedFacet = {
    facet: {
      name: 'period',
      kind: 'centuries',
      nodes: dating.flatMap(({ ofDays }) => ofDays).map(toFacetNode),
      includesConcepts: true,
    },
    heading: words.text('search.century'),
  };
  if (graph === undefined) {
    return [
      { facet: { name: 'graph', kind: 'models' }, heading: words.text('search.kind') },
      period,
    ];
  }
  const ofConcepts = fields
    .filter(({ datatype }) => datatypeOf(datatype).searchedBy === 'concepts')
    .slice(0, maxFacets - 1);
  return [
    ...labelWithCards(ofConcepts, languages).map(({ node, label }): PlannedFacet => ({
      facet: { name: node.conditionName, kind: 'concepts', nodes: [toFacetNode(node)] },
      heading: label,
    })),
    period,
  ];
}

function listEntries(
  counts: FacetCounts,
  facet: Facet,
  index: number,
  { languages, words }: Pick<FacetSource, 'languages' | 'words'>,
): readonly FacetEntry[] {
  switch (facet.kind) {
    case 'models':
      return counts.models.map(({ graphId, name, count }) => ({
        value: graphId,
        label: pickText(name, languages) ?? graphId,
        count,
        below: [],
      }));
    case 'concepts':
      return listFacetTrees(
        counts.concepts
          .filter((concept) => concept.facet === index)
          .map(({ conceptId, labels, ...concept }) => ({
            ...concept,
            value: conceptId,
            label: pickText(labels, languages) ?? conceptId,
          })),
      );
    default:
      return counts.centuries
        .filter((century) => century.facet === index)
        .map(({ century, count }) => {
          const [first, last] = yearsOfCentury(century);
          const label = formatEdtf(`${first}/${last}`, words);
          return { value: `${first}..${last}`, label, count, below: [] };
        });
  }
}
