import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { hashFrontSecret } from '../../lib/http/request/front.ts';
import { resetProcess } from '../../lib/once-per-process.ts';
import { openGateway, type Gateway } from './emulator/gateway.ts';
import { listRoutedOperations, type RoutedOperation } from './operations.ts';
import { readProblem } from './problem.ts';

const secret = 's'.repeat(32);
let gateway: Gateway;
let operations: readonly RoutedOperation[];

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.stubEnv('HDS_FRONT_SECRET_HASHES', hashFrontSecret(secret));
  resetProcess();
  gateway = await openGateway();
  operations = await listRoutedOperations(gateway.api);
});

afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  resetProcess();
});

const fetchPath = (path: string, init: RequestInit): Promise<Response> =>
  gateway.fetch(new Request(`https://a.execute-api.test${path}`, init));

it('every function answers every request that bypasses the front with the same problem document', async () => {
  expect(operations.length).toBeGreaterThan(50);
  const headers = { 'x-front-secret': 'guess'.repeat(7), authorization: 'Bearer none' };
  for (const { examplePath, method, operation } of operations) {
    for (const triedMethod of [method, 'OPTIONS', 'PATCH']) {
      const response = await fetchPath(`${examplePath}?indent=x`, { method: triedMethod, headers });
      const { status, code } = await readProblem(response);
      expect([operation.id, triedMethod, status, code]).toEqual([
        operation.id,
        triedMethod,
        403,
        'front_required',
      ]);
    }
  }
});

it('requests for unknown paths that bypass the front are refused, too', async () => {
  const { status, code } = await readProblem(await fetchPath('/nothing', {}));
  expect([status, code]).toEqual([403, 'front_required']);
});

it('requests through the front are answered by every function', async () => {
  const init = { method: 'OPTIONS', headers: { 'x-front-secret': secret } };
  for (const { examplePath, operation } of operations) {
    const { status } = await fetchPath(examplePath, init);
    expect([operation.id, status]).toEqual([operation.id, 204]);
  }
});
