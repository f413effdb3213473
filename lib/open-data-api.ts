import { createDataApi, type DataApi } from './data-api/client.ts';
import { settings } from './settings.ts';

/**
 * Creates the Data API client for the settings of this process.
 * @param wakingBudget returns the milliseconds to wait for a paused database; called for each statement
 */
export function openDataApi(wakingBudget: () => number): DataApi {
  const { clusterArn, secretArn, database, region, dataApiEndpoint } = settings();
  if (clusterArn === undefined || secretArn === undefined) {
    throw new Error(
      'Set HDS_CLUSTER_ARN and HDS_SECRET_ARN: the database cannot be reached without them.',
    );
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
