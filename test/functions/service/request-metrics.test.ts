import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../support/accounts.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { captureLogLines, type LogLines } from '../every-caller/log-lines.ts';

let service: TestService;
let account: number;
let token: Readonly<Record<string, string>>;
let logLines: LogLines;

beforeAll(async () => {
  service = await openTestService();
  await service.openToGuest();
  account = await createTestAccount(service, 'reader');
  const { clientId } = await createTestApplication(service, account);
  token = bearerHeader((await fetchTokens(service, 'reader', clientId)).access_token);
  // The first request with a token reads the public keys.
  await service.fetch('/graphs', { headers: token });
  logLines = captureLogLines();
});

beforeEach(() => service.stack.server.faults.clear());

afterAll(async () => {
  logLines?.end();
  await service?.close();
});

/** Sends a request. @returns the status and the id of the answer, and the log line of the request */
async function sendRequest(path: string, headers: Readonly<Record<string, string>> = {}) {
  logLines.take();
  const response = await service.fetch(path, { headers });
  await response.text();
  const line: unknown = JSON.parse(logLines.take().at(-1) ?? '');
  return { status: response.status, requestId: response.headers.get('x-request-id'), line };
}

describe('the log line of a request', () => {
  it('has the id that the caller gets, the account of the token, and the stage of API Gateway', async () => {
    const { status, requestId, line } = await sendRequest('/graphs', token);
    expect([status, line]).toEqual([
      200,
      expect.objectContaining({
        request: requestId,
        operation: 'list-graphs',
        account,
        stage: 'test',
        Latency: expect.any(Number),
      }),
    ]);
    expect((await sendRequest('/graphs')).line).not.toHaveProperty('account');
  });

  it('has the number of Data API calls, also if it is 0, except for /health', async () => {
    expect((await sendRequest('/graphs')).line).toMatchObject({ DataApiCalls: 1 });
    expect((await sendRequest('/graphs?indent=x')).line).toMatchObject({ DataApiCalls: 0 });
    expect((await sendRequest('/health')).line).not.toHaveProperty('DataApiCalls');
  });

  it('has the number of throttled Data API attempts, even if a later attempt succeeds', async () => {
    service.stack.server.faults.add({ when: 'before', kind: 'throttling', times: 2 });
    const { status, line } = await sendRequest('/graphs');
    expect([status, line]).toEqual([
      200,
      expect.objectContaining({ Throttles: 2, DataApiCalls: 1 }),
    ]);
    expect(line).not.toHaveProperty('ServerErrors');
    service.stack.server.faults.add({ when: 'before', kind: 'internal' });
    expect((await sendRequest('/graphs')).line).not.toHaveProperty('Throttles');
  });

  it('has the code of a refusal, and counts refusals apart from server errors', async () => {
    expect((await sendRequest('/graphs?indent=x')).line).toMatchObject({
      Refusals: 1,
      code: 'invalid_input',
    });
    expect((await sendRequest('/nothing')).line).toMatchObject({ Refusals: 1, code: 'not_found' });
    service.stack.server.faults.add({ when: 'before', kind: 'forbidden' });
    const { line } = await sendRequest('/graphs');
    expect(line).toMatchObject({ status: 500, ServerErrors: 1, code: 'data_api_refused' });
    expect(line).not.toHaveProperty('Refusals');
  });
});
