import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { takeInTurn, takeSample } from '../support/random/take-sample.ts';
import { openGateway } from '../gateway/emulator/gateway.ts';
import { listRoutedOperations } from '../gateway/operations.ts';
import { readProblem } from '../gateway/problem.ts';
import { oldMill, placeMills } from './writing/every-write.ts';
import { readFootprint } from './writing/read-footprint.ts';
import { millNodes, openMillService, type MillService } from './writing/mill-service.ts';

/** Different ids that make 4 MB with the commas between them. */
const ids = Array.from(
  { length: 115_000 },
  (_, index) => `3f2a9a30-7c1c-4e0e-9d0a-${String(index).padStart(12, '0')}`,
);

let mills: MillService;

beforeAll(async () => {
  mills = await openMillService();
});
beforeEach(async () => placeMills(mills.service));
afterAll(async () => mills?.service.close());

describe('a list that is too long for one statement', () => {
  it('is a 413 that names the limit, or has another status below 500, in every parameter of a body', async () => {
    const { api } = await openGateway();
    const operationsWithBody = (await listRoutedOperations(api)).filter(
      // The search addresses of Arches read one value of a list, as that does.
      ({ operation }) =>
        operation.parametersInBody === true && operation.errorFormat !== 'former-search',
    );
    const statuses = new Map<string, number>();
    for (const { operation, method, examplePath: path } of operationsWithBody) {
      // A flag cannot be a list.
      const isFlag = (name: string): boolean => /^(use_|include_|rfc7946)/.test(name);
      const names = Object.keys(operation.parameters.shape).filter((name) => !isFlag(name));
      const sample = new Set(['resourceid', ...takeSample(names, 4)]);
      for (const [index, name] of names.filter((name) => sample.has(name)).entries()) {
        const bodies = [
          [{ 'content-type': 'application/json' }, JSON.stringify({ [name]: ids })],
          [{ 'content-type': 'application/x-www-form-urlencoded' }, `${name}=${ids.join(',')}`],
        ] as const;
        for (const [headers, body] of takeInTurn(bodies, index, 1)) {
          const response = await mills.sendRequest({ method, path, headers, body });
          expect([name, response.status < 500]).toEqual([name, true]);
          statuses.set(name, response.status);
          if (response.status !== 413) continue;
          const problem = await readProblem(response);
          expect(problem).toMatchObject({
            code: 'statement_too_large',
            detail: expect.stringContaining('4 MiB'),
          });
        }
      }
    }
    expect(statuses.get('resourceid')).toBe(413);
  });

  it('is never a 5xx in a written text, and a refused write stores nothing', async () => {
    const before = await readFootprint(mills.service);
    const text = ids.join(' ');
    const { appellation, name } = millNodes;
    const data = { [name]: text };
    const requests = [
      [
        'PUT',
        `/resources/${oldMill}?format=service-json`,
        { tiles: [{ nodegroup_id: appellation, data }] },
      ],
      [
        'POST',
        '/resources/mill?format=service-json',
        { tiles: [{ nodegroup_id: appellation, data }] },
      ],
      ['POST', '/api/tiles', { nodegroup_id: appellation, resourceinstance_id: oldMill, data }],
      ['PUT', `/resources/mill/${oldMill}`, { '@id': oldMill, 'http://example.org/p': text }],
      ['POST', '/mobileprojects', { name: text }],
    ] as const;
    for (const [method, path, body] of requests) {
      const headers = { 'content-type': 'application/json' };
      const response = await mills.sendRequest({
        method,
        path,
        headers,
        body: JSON.stringify(body),
      });
      expect([method, path, response.status < 500]).toEqual([method, path, true]);
      const after = response.ok ? before : await readFootprint(mills.service);
      expect(after).toEqual(before);
      await placeMills(mills.service);
    }
  });
});
