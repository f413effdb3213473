import type { Caller } from '../../model/accounts/caller.ts';
import { labelLanguages } from '../../model/concepts/label-languages.ts';
import { labelOfNode } from '../../model/graphs/node-widget.ts';
import { pickText } from '../../model/pick-language.ts';
import { quoteText } from '../../model/questions/value-syntax.ts';
import { IndexFilling, TooManyGrants } from '../../questions/errors.ts';
import {
  findValueSuggestions,
  type SuggestionOptions,
  type ValueSuggestions,
} from '../../questions/find-suggestions.ts';
import type { MatchReader } from '../../questions/run-question.ts';
import { findGraphId } from '../../queries/questions/queryable-nodes.ts';
import type { SuggestedText } from '../../queries/questions/suggested-texts.ts';
import type { UsedConcept } from '../../queries/questions/used-concepts.ts';
import { searchResources } from '../../queries/resources/search-resources.ts';
import { toSearchResult } from '../../serializers/resources/search-result.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { unknownModelError } from '../resources/list-parameters.ts';
import { jsonResponse, withHeaders, type HttpResponse } from '../responses/response.ts';

/** The most suggestions of each kind. */
const most = { records: 8, concepts: 6, texts: 6 };

type SuggestRequest = {
  readonly parameters: { readonly q?: string | undefined; readonly graph?: string | undefined };
  readonly caller: Caller;
  readonly languages: readonly string[];
};

type Context = Pick<DataHandlerContext, 'dataApi' | 'read' | 'settings'>;

/**
 * Suggests resource instances by name, concepts and texts, each of which finds at least one visible resource instance, with the requests that
 * find it.
 * @throws InvalidInput for an unknown model
 */
export async function suggestionsResponse(
  { parameters, caller, languages }: SuggestRequest,
  { dataApi, read, settings }: Context,
): Promise<HttpResponse> {
  const { q: words = '', graph } = parameters;
  const { baseUrl } = settings;
  const graphId = graph === undefined ? undefined : await read(findGraphId(caller, graph));
  if (graph !== undefined && graphId === undefined) throw unknownModelError({ graph });
  const names = searchResources(caller, { words, graph, after: undefined, limit: most.records });
  const options = {
    ...labelLanguages(languages, settings.language),
    graphIds: graphId === undefined ? null : [graphId],
    maxTexts: most.texts,
    maxConcepts: most.concepts,
  };
  const { matches, models } = await read(names);
  const { texts, concepts } = await findWhatCanBeFound({ dataApi, caller }, words, options);
  const describe = describeWith({ baseUrl, languages });
  const suggestions = [
    ...matches.slice(0, most.records).map((match) => {
      const { id, uri, name, model, place } = toSearchResult(match, { baseUrl, models, languages });
      return { kind: 'record', text: name, id, model, place, href: uri, page: uri };
    }),
    ...concepts.map(describe.concept),
    ...texts.flatMap(describe.text),
  ];
  return withHeaders(jsonResponse({ suggestions }), { Vary: 'Accept-Language' });
}

/** The suggested values. While conditions are refused there are none: they would lead to what is refused. */
async function findWhatCanBeFound(
  reader: MatchReader,
  words: string,
  options: SuggestionOptions,
): Promise<ValueSuggestions> {
  try {
    return await findValueSuggestions(reader, words, options);
  } catch (error) {
    if (error instanceof IndexFilling || error instanceof TooManyGrants) {
      return { texts: [], concepts: [] };
    }
    throw error;
  }
}

type DescribeOptions = { readonly baseUrl: string; readonly languages: readonly string[] };

function describeWith({ baseUrl, languages }: DescribeOptions) {
  const describeNode = ({
    conditionName,
    node,
    graphId,
    modelName,
  }: SuggestedText | UsedConcept) => ({
    model: { id: graphId, name: pickText(modelName, languages) ?? null },
    node: { name: conditionName, label: labelOfNode(node, languages) },
  });
  const link = ({ graphId, conditionName }: SuggestedText | UsedConcept, value: string) => {
    const query = new URLSearchParams({ graph: graphId, [`node.${conditionName}`]: value });
    return {
      href: `${baseUrl}/resources/?${query.toString()}`,
      page: `${baseUrl}/search?${query.toString()}`,
    };
  };
  return {
    concept: (concept: UsedConcept) => ({
      kind: 'concept',
      text: pickText(concept.labels, languages) ?? concept.conceptId,
      id: concept.conceptId,
      ...describeNode(concept),
      collection: concept.collectionId,
      ...link(concept, concept.conceptId),
    }),
    text: (item: SuggestedText) => {
      const value = quoteText(item.text);
      if (value === undefined) return [];
      return [{ kind: 'text', text: item.text, ...describeNode(item), ...link(item, value) }];
    },
  };
}
