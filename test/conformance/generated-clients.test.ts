import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exampleResourceId } from '../../infra/local/sample/access.ts';
import { createAccount, createApplication, password } from '../support/accounts.ts';
import { openSampleService } from '../support/sample.ts';
import { heyApiTour, pythonTour } from './generated-clients/make-clients.ts';
import { reachable, type ReachableService } from './reachable-service.ts';

// Clients that generators of others make of the description. openapi-typescript has a test of its own: test/openapi/client.test.ts.

const root = path.resolve(import.meta.dirname, '../..');
const description = path.join(root, 'lib/http/description/openapi.generated.json');

let service: Pick<ReachableService, 'url' | 'close'>;
let traveller: readonly string[];
let folder: string;

beforeAll(async () => {
  const sample = await openSampleService();
  await sample.open();
  const username = 'traveller';
  const account = await createAccount(sample, username, { groups: ['Resource Exporter'] });
  const { clientId } = await createApplication(sample, account);
  service = await reachable(sample);
  traveller = [service.url, exampleResourceId, clientId, username, password];
  folder = await mkdtemp(path.join(tmpdir(), 'generated-clients-'));
});

afterAll(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

const generators = [
  { name: '@hey-api/openapi-ts', makeTour: heyApiTour },
  { name: 'openapi-python-client', makeTour: pythonTour },
];

describe.each(generators)(
  'the client that $name makes of the description',
  ({ name, makeTour }) => {
    it('compiles, lists, reads, signs in, and understands a refusal', async () => {
      const own = path.join(folder, path.basename(name));
      await mkdir(own);
      const tour = await makeTour(description, own);
      expect(await tour(...traveller)).toEqual({
        listed: 3,
        geometry: 'Point',
        refused: ['/precision'],
        scope: 'read write',
        id: `${service.url}/resources/${exampleResourceId}`,
      });
    });
  },
);
