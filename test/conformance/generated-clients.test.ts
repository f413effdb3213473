import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exampleResourceId } from '../../infra/local/sample/access.ts';
import { createTestAccount, createTestApplication, testPassword } from '../support/accounts.ts';
import { openSampleService } from '../support/sample.ts';
import { buildTypeScriptClient, buildPythonClient } from './generated-clients/build-clients.ts';
import { exposeService, type ReachableService } from './reachable-service.ts';

// Clients of generators other than openapi-typescript, which test/openapi/client.test.ts tests.
// A tour calls several operations with the generated client.

const root = path.resolve(import.meta.dirname, '../..');
const description = path.join(root, 'lib/http/description/openapi.generated.json');

let service: Pick<ReachableService, 'url' | 'close'>;
let tourParameters: readonly string[];
let folder: string;

beforeAll(async () => {
  const sample = await openSampleService();
  await sample.openToGuest();
  const username = 'traveller';
  const account = await createTestAccount(sample, username, { groups: ['Resource Exporter'] });
  const { clientId } = await createTestApplication(sample, account);
  service = await exposeService(sample);
  tourParameters = [service.url, exampleResourceId, clientId, username, testPassword];
  folder = await mkdtemp(path.join(tmpdir(), 'generated-clients-'));
});

afterAll(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

const generators = [
  { name: '@hey-api/openapi-ts', buildTour: buildTypeScriptClient },
  { name: 'openapi-python-client', buildTour: buildPythonClient },
];

describe.each(generators)(
  'the client that $name generates from the OpenAPI description',
  ({ name, buildTour }) => {
    it('compiles, lists and reads resource instances, signs in, and reads an error', async () => {
      const clientFolder = path.join(folder, path.basename(name));
      await mkdir(clientFolder);
      const tour = await buildTour(description, clientFolder);
      expect(await tour(...tourParameters)).toEqual({
        listed: 3,
        geometry: 'Point',
        refused: ['/precision'],
        scope: 'read write',
        id: `${service.url}/resources/${exampleResourceId}`,
      });
    });
  },
);
