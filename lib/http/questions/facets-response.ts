import type { Caller } from '../../model/accounts/caller.ts';
import { countFacetsOfFound, type CountedFacets } from '../../questions/count-facets.ts';
import { hasMoreValues, toFacetValues } from '../../serializers/resources/facets.ts';
import type { Facet } from '../../model/questions/facets.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { indentParameter } from '../parameters/types/numbers.ts';
import { textParameter, uuidParameter } from '../parameters/types/texts.ts';
import type { ValuesByName } from '../request/request.ts';
import { readRequestedModel, type ModelParameters } from '../resources/list-parameters.ts';
import { jsonResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { readConditions, withIgnoredNames } from './bare-names.ts';
import { conditionOf, readFacets } from './read-facets.ts';
import { readQuestionOrWhole } from './whole-question.ts';

/** The parameters of a request for facets, apart from its conditions. */
export const facetParameters = {
  facets: textParameter.describe(
    'What is counted: names with commas between them, at most 10. graph counts models; period the centuries of dates; the name of a node its concepts, with broader ones, or its centuries (node.graph if a node is called so). Default graph.',
  ),
  graph: textParameter.describe('Only resource instances of this model: its id or slug.'),
  graph_uuid: uuidParameter.describe('The id of the model. It takes precedence over graph.'),
  indent: indentParameter,
};

export type FacetsRequest = {
  readonly caller: Caller;
  readonly languages: readonly string[];
  readonly sent: ValuesByName;
  readonly parameters: ModelParameters & { readonly facets?: string | undefined };
};

/** Makes the response with the facets of the resource instances that a request finds. */
export async function facetsResponse(
  request: FacetsRequest,
  { dataApi, read, settings }: Pick<DataHandlerContext, 'dataApi' | 'read' | 'settings'>,
): Promise<HttpResponse> {
  const { caller, languages, parameters } = request;
  const reader = { read, settings };
  const { query, ignored } = await readConditions(request, facetParameters, reader);
  const graph = readRequestedModel(parameters);
  const facets = await readFacets(parameters.facets, caller, graph, reader);
  const question = await readQuestionOrWhole(query, caller, parameters, reader);
  const result =
    question.length === 0 || facets.length === 0
      ? undefined
      : await countFacetsOfFound({ dataApi, caller }, question, facets);
  const document = toDocument(facets, result, { baseUrl: settings.baseUrl, languages });
  return withIgnoredNames(
    withHeaders(jsonResponse(document), { Vary: 'Accept-Language' }),
    ignored,
  );
}

/** @param result undefined if no model has all nodes of the conditions */
function toDocument(
  facets: readonly Facet[],
  result: CountedFacets | undefined,
  options: Parameters<typeof toFacetValues>[3],
) {
  return {
    counted: result?.counted ?? 0,
    is_complete: result?.isComplete ?? true,
    facets: facets.map((facet, index) => ({
      name: facet.name,
      kind: facet.kind,
      condition: conditionOf(facet),
      values: result === undefined ? [] : toFacetValues(result.counts, facet, index, options),
      has_more_values: result !== undefined && hasMoreValues(result.counts, index),
    })),
  };
}
