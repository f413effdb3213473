import {
  localClusterArn,
  localDatabaseName,
  localSecretArn,
} from '../../infra/local/data-api/names.ts';
import type { Role } from '../../infra/local/database/database.ts';
import { createDataApi, type DataApi } from '../../lib/data-api/client.ts';

/** Our client for an emulator. */
export function testClient(endpoint: string, role: Role): DataApi {
  return createDataApi({
    clusterArn: localClusterArn,
    secretArn: localSecretArn(role),
    database: localDatabaseName,
    region: 'eu-west-1',
    endpoint,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
}
