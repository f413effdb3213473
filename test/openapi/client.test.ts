import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exampleResourceId } from '../../infra/local/sample/access.ts';
import { openGateway } from '../gateway/emulator/gateway.ts';
import { listenOnPort, type ListeningServer } from '../gateway/emulator/listen-on-port.ts';
import { createTestAccount, createTestApplication, testPassword } from '../support/accounts.ts';
import { openSampleService } from '../support/sample.ts';
import type { TestService } from '../support/service.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
/** The module of the tour, without the generated types. */
type Tour = {
  readonly tour: (url: string, resourceId: string, traveller: unknown) => Promise<unknown>;
};

const tourFile = path.join(root, 'test/openapi/client/tour.ts');
const description = path.join(root, 'lib/http/description/openapi.generated.json');

describe('a client that is generated from the OpenAPI description', () => {
  let folder: string;

  beforeAll(async () => {
    const cache = path.join(root, 'node_modules/.cache');
    await mkdir(cache, { recursive: true });
    folder = await mkdtemp(path.join(cache, 'openapi-client-'));
  });

  afterAll(async () => rm(folder, { recursive: true, force: true }));

  it('has types with which the tour of the README compiles', async () => {
    const program = path.join(root, 'test/openapi/client/write-types.ts');
    const { stdout } = await run(process.execPath, [program, description], {
      maxBuffer: 100_000_000,
    });
    await writeFile(path.join(folder, 'api.ts'), stdout);
    await copyFile(tourFile, path.join(folder, 'tour.ts'));
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2024',
      module: 'nodenext',
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      noUncheckedIndexedAccess: true,
    };
    const configuration = path.join(folder, 'tsconfig.json');
    await writeFile(configuration, JSON.stringify({ compilerOptions, files: ['tour.ts'] }));
    const compiler = path.join(root, 'node_modules/.bin/tsc');
    const compilation = await run(compiler, ['-p', configuration]).catch((error: unknown) => error);
    expect(compilation).toMatchObject({ stdout: '' });
  });
});

describe('the tour of the README', () => {
  let service: TestService;
  let listening: ListeningServer;

  beforeAll(async () => {
    service = await openSampleService();
    await service.openToGuest();
    listening = await listenOnPort(await openGateway('sources'));
  });

  afterAll(async () => {
    await listening?.close();
    await service?.close();
  });

  it('works with a client that is generated from the OpenAPI description', async () => {
    const username = 'traveller';
    const account = await createTestAccount(service, username, { isAdministrator: true });
    const { clientId } = await createTestApplication(service, account);
    const { tour }: Tour = await import(tourFile);
    const results = await tour(listening.url, exampleResourceId, {
      clientId,
      username,
      password: testPassword,
    });
    expect(results).toEqual({
      listed: 3,
      model: '1c394a13-ae4a-5c51-95b7-e10a0199f102',
      hasTiles: true,
      turtle: expect.stringContaining('@prefix crm:'),
      geometry: 'Point',
      name: 'Stonehenge',
      concept: 'ConceptScheme',
      scope: 'read write',
      change: 'none',
      hasHistory: true,
      refused: ['/precision'],
    });
  });
});
