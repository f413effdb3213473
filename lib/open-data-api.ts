import { createDataApi, type DataApi } from './data-api/client.ts';
import { settings } from './settings.ts';

/**
 * Opens the way to the data that the settings of this process name.
 * @param wakingBudget milliseconds that may be spent waiting for a paused database; asked at each call
 */
export function openDataApi(wakingBudget: () => number): DataApi {
  const { clusterArn, secretArn, database, region, dataApiEndpoint } = settings();
  if (clusterArn === undefined || secretArn === undefined) {
    throw new Error('HDS_CLUSTER_ARN and HDS_SECRET_ARN are needed to reach the data.');
  }
  return createDataApi({
    clusterArn,
    secretArn,
    database,
    region,
    endpoint: dataApiEndpoint,
    wakingBudget,
  });
}
