import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { securityRequirements } from '../../../infra/generate/openapi/security.ts';
import { setGroupDefaults } from '../../../infra/queries/groups.ts';
import { openGateway } from '../../gateway/emulator/gateway.ts';
import { listOwnOperations, type RoutedOperation } from '../../gateway/operations.ts';
import { createTestAccount } from '../../support/accounts.ts';
import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { examplePath, readRouteExamples, type RouteExamples } from '../examples.ts';
import { createPlacesExport, withExportFolder } from './caller-world.ts';

let service: TestService;
let reading: readonly RoutedOperation[];
let examples: RouteExamples;

beforeAll(async () => {
  service = await withExportFolder(await openSampleService());
  await createTestAccount(service, 'administrator', { isAdministrator: true });
  await createTestAccount(service, 'reader');
  await createPlacesExport(service, ['Guest']);
  const all = { read: true, write: true, delete: true, history: true };
  await service.stack.data.write(setGroupDefaults('Guest', all));
  const operations = await listOwnOperations((await openGateway()).api);
  reading = operations.filter(({ method }) => method === 'GET');
  examples = await readRouteExamples(service);
});

afterAll(async () => service?.close());

/** The operations that answer 401 without a token. */
async function refusing(operations: readonly RoutedOperation[]): Promise<readonly string[]> {
  const statuses = await Promise.all(
    operations.map(async ({ operation }) => {
      const { status } = await service.fetch(examplePath(operation, examples));
      return [operation.id, status] as const;
    }),
  );
  return statuses.filter(([, status]) => status === 401).map(([id]) => id);
}

const needsToken = ({ operation }: RoutedOperation): boolean => {
  const ways = securityRequirements(operation);
  return ways.length > 0 && ways.every((way) => Object.keys(way).length > 0);
};

describe('the security of the description', () => {
  it('asks for a token just where a read answers nobody without one, whatever Guest may', async () => {
    const needing = reading.filter(needsToken).map(({ operation }) => operation.id);
    expect(await refusing(reading)).toEqual(needing);
  });
});
