import { databaseRoleOf, type DataCapability, type FunctionDatabaseRole } from './capabilities.ts';
import { createDataApi, type DataApi } from './data-api/client.ts';
import { oncePerProcess } from './once-per-process.ts';
import type { Settings } from './settings.ts';

type DatabaseSettings = Pick<
  Settings,
  'clusterArn' | 'roleSecretArns' | 'database' | 'region' | 'dataApiEndpoint'
>;

/**
 * Creates a function that returns the Data API client for a capability, with the database role of that capability. Each client is created
 * when it is first needed. A deployed function needs one client; the local service, which is a single process, needs one for each role.
 * @param wakingBudget returns for how many milliseconds to wait for a paused database; called for each statement
 */
export function createDataApiProvider(
  wakingBudget: () => number,
): (capability: DataCapability, settings: DatabaseSettings) => DataApi {
  const clients = oncePerProcess(() => new Map<FunctionDatabaseRole, DataApi>());
  return (capability, settings) => {
    const role = databaseRoleOf[capability];
    const client = clients().get(role) ?? openDataApi(role, settings, wakingBudget);
    clients().set(role, client);
    return client;
  };
}

function openDataApi(
  role: FunctionDatabaseRole,
  { clusterArn, roleSecretArns, database, region, dataApiEndpoint }: DatabaseSettings,
  wakingBudget: () => number,
): DataApi {
  const secretArn = roleSecretArns[role];
  if (clusterArn === undefined || secretArn === undefined) {
    const setting = `HDS_${role.replace('-', '_').toUpperCase()}_SECRET_ARN`;
    throw new Error(
      `Set HDS_CLUSTER_ARN and ${setting}: the database cannot be reached without them.`,
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
