import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listSecurityRequirements } from '../../../infra/generate/openapi/security.ts';
import { setGroupDefaults } from '../../../infra/cli/accounts/queries/groups.ts';
import { openGateway } from '../../gateway/emulator/gateway.ts';
import { listOwnOperations, type RoutedOperation } from '../../gateway/operations.ts';
import { createTestAccount } from '../../support/accounts.ts';
import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { examplePath, readRouteExamples, type RouteExamples } from '../examples.ts';
import { createPlacesExport, addExportFolder } from './caller-world.ts';

let service: TestService;
let readOperations: readonly RoutedOperation[];
let examples: RouteExamples;

beforeAll(async () => {
  service = await addExportFolder(await openSampleService());
  await createTestAccount(service, 'administrator', { isAdministrator: true });
  await createTestAccount(service, 'reader');
  await createPlacesExport(service, ['Guest']);
  const allRights = { read: true, write: true, delete: true, history: true };
  await service.stack.dataApi.write(setGroupDefaults('Guest', allRights));
  const operations = await listOwnOperations((await openGateway()).api);
  readOperations = operations.filter(({ method }) => method === 'GET');
  examples = await readRouteExamples(service);
});

afterAll(async () => service?.close());

/** Lists the operations that answer 401 to a request without a token. */
async function listOperationsWith401(
  operations: readonly RoutedOperation[],
): Promise<readonly string[]> {
  const statuses = await Promise.all(
    operations.map(async ({ operation }) => {
      const { status } = await service.fetch(examplePath(operation, examples));
      return [operation.id, status] as const;
    }),
  );
  return statuses.filter(([, status]) => status === 401).map(([id]) => id);
}

const needsToken = ({ operation }: RoutedOperation): boolean => {
  const alternatives = listSecurityRequirements(operation);
  return (
    alternatives.length > 0 &&
    alternatives.every((alternative) => Object.keys(alternative).length > 0)
  );
};

describe('the security requirements of the OpenAPI document', () => {
  it('require a token for exactly the reads that answer 401 without one even if Guest has all rights', async () => {
    const idsWithToken = readOperations.filter(needsToken).map(({ operation }) => operation.id);
    expect(await listOperationsWith401(readOperations)).toEqual(idsWithToken);
  });
});
