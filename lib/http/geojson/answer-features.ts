import { run } from '../../data-api/query.ts';
import { callerOf } from '../../model/accounts/caller.ts';
import { findFeatures } from '../../queries/geojson/geojson.ts';
import { featureCollection } from '../../serializers/geojson/feature-collection.ts';
import { document, withHeaders, type Answer } from '../answers/answer.ts';
import type { OperationRequest } from '../definition.ts';
import type { EndpointContext } from '../endpoint.ts';
import type { DataOperation } from '../operation.ts';
import type { FeatureParameters } from './feature-parameters.ts';
import { featureQueryOf, pagingOf } from './feature-request.ts';

/** GET and POST of features: what the caller may see of what the parameters ask for. */
export async function answerFeatures(
  {
    parameters,
    principal,
    languages,
    mediaType,
  }: Pick<
    OperationRequest<DataOperation, FeatureParameters>,
    'parameters' | 'principal' | 'languages' | 'mediaType'
  >,
  { data, settings }: EndpointContext,
): Promise<Answer> {
  const query = featureQueryOf(parameters, [...languages, settings.language]);
  const paging = pagingOf(parameters);
  const found = await run(
    data.read,
    findFeatures(callerOf(principal), {
      resources: query.resources,
      nodes: query.nodes,
      tile: query.tile,
      geometryType: query.geometryType,
      nodegroups: query.nodegroups,
      withLabels: query.useDisplayValues,
      withNames: query.includePrimaryName,
      paging,
    }),
  );
  const dependsOnLanguage = query.useDisplayValues || query.includePrimaryName;
  const body = featureCollection(found, {
    ...query,
    baseUrl: settings.baseUrl,
    page: paging?.page,
  });
  const answer = document(mediaType, body);
  return dependsOnLanguage ? withHeaders(answer, { Vary: 'Accept-Language' }) : answer;
}
