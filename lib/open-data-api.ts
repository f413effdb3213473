import { databaseRoleOf, type DataCapability, type FunctionRole } from './capabilities.ts';
import { createDataApi, type DataApi } from './data-api/client.ts';
import { oncePerProcess } from './once-per-process.ts';
import { settings } from './settings.ts';

/**
 * Returns the Data API client for a capability, with the database role of that capability. Clients are created at their first use in a
 * process. A deployed function needs one, and the local service, which is one process, one for each role.
 * @param wakingBudget returns the milliseconds to wait for a paused database; called for each statement
 */
export function dataApiFor(wakingBudget: () => number): (capability: DataCapability) => DataApi {
  const clients = oncePerProcess(() => new Map<FunctionRole, DataApi>());
  return (capability) => {
    const role = databaseRoleOf[capability];
    const client = clients().get(role) ?? openDataApi(role, wakingBudget);
    clients().set(role, client);
    return client;
  };
}

function openDataApi(role: FunctionRole, wakingBudget: () => number): DataApi {
  const { clusterArn, roleSecretArns, database, region, dataApiEndpoint } = settings();
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
