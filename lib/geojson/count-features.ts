import { runQuery } from '../data-api/query.ts';
import { countFeatures } from '../queries/geojson/chunk-plan.ts';
import type { FeatureSource } from './feature-source.ts';

/** Counts the features that match a query, on all pages. */
export async function countMatchedFeatures({
  dataApi,
  caller,
  query,
}: Pick<FeatureSource, 'dataApi' | 'caller' | 'query'>): Promise<number> {
  const unlimitedRange = { after: null, until: null };
  return (await runQuery(dataApi.read, countFeatures(caller, query, unlimitedRange, null)))
    .features;
}
