import {
  localClusterArn,
  localDatabaseName,
  localSecretArn,
} from '../../infra/local/data-api/local-names.ts';
import type { DatabaseRole } from '../../infra/local/database/database.ts';
import { createDataApi, type DataApi } from '../../lib/data-api/client.ts';

/** Creates the client of the service for the emulated Data API. */
export function createTestDataApi(endpoint: string, role: DatabaseRole): DataApi {
  return createDataApi({
    clusterArn: localClusterArn,
    secretArn: localSecretArn(role),
    database: localDatabaseName,
    region: 'eu-west-1',
    endpoint,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
}
