import { beforeAll, describe, expect, it } from 'vitest';

import { openGateway, type Gateway } from './emulator/gateway.ts';
import { listRoutedOperations, type RoutedOperation } from './operations.ts';

let gateway: Gateway;
let operations: readonly RoutedOperation[];

beforeAll(async () => {
  gateway = await openGateway();
  operations = await listRoutedOperations(gateway.api);
});

function fetchPath(path: string, init: RequestInit = {}): Promise<Response> {
  return gateway.fetch(new Request(`https://service.test${path}`, init));
}

/** Sends a request to every operation. */
function fetchEach(init: RequestInit = {}) {
  return Promise.all(
    operations.map(async ({ operation, examplePath, method }) => {
      return [operation.id, await fetchPath(examplePath, { method, ...init })] as const;
    }),
  );
}

/**
 * The headers that protect browsers. A page has a longer Content-Security-Policy. There is no HSTS, because the service of this test
 * has an http URL.
 */
const protectiveHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': expect.stringMatching(
    /^default-src 'none'; (.*; )?frame-ancestors 'none'$/,
  ),
  'referrer-policy': 'no-referrer',
  'strict-transport-security': null,
};

function readProtectiveHeaders({ headers }: Response): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    Object.keys(protectiveHeaders).map((name) => [name, headers.get(name)]),
  );
}

describe('every answer', () => {
  it('forbids browsers to guess its media type, run it, frame it, or send its URL to other sites', async () => {
    const inits: readonly RequestInit[] = [
      {},
      { method: 'OPTIONS' },
      { method: 'PATCH' },
      { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } },
      { headers: { authorization: 'Bearer abc' } },
    ];
    for (const init of inits) {
      for (const [id, response] of await fetchEach(init)) {
        expect({ id, ...readProtectiveHeaders(response) }).toEqual({ id, ...protectiveHeaders });
      }
    }
    for (const path of ['/', '/nothing', '/rdm', '/o', '/a%2Fb']) {
      expect((await fetchPath(path)).headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('has no header that names the software of the server', async () => {
    for (const [, response] of await fetchEach()) {
      const names = [...response.headers.keys()];
      expect(names.filter((name) => /^(server|via|x-powered-by|x-.*version)$/.test(name))).toEqual(
        [],
      );
    }
  });

  it('has protective headers even if the gateway answers without a function', () => {
    const answers = [...gateway.api.gatewayResponses.values()];
    expect(answers.length).toBeGreaterThan(5);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'gatewayresponse.header.X-Content-Type-Options': "'nosniff'",
        'gatewayresponse.header.Referrer-Policy': "'no-referrer'",
        'gatewayresponse.header.Strict-Transport-Security': "'max-age=31536000'",
      });
    }
  });
});
