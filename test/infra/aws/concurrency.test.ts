import { createServer, type Server } from 'node:http';

import { LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  checkConcurrency,
  listStreamingFunctions,
  readConcurrency,
} from '../../../infra/aws/deployment/concurrency.ts';
import { findFreePort } from '../../../infra/local/free-port.ts';

describe('the functions that can have a reservation', () => {
  it('are those that stream, with the name of the stage', async () => {
    const names = await listStreamingFunctions('first');
    expect(names).toContain('heritage-data-service-first-getGeojson');
    expect(names).not.toContain('heritage-data-service-first-getNode');
    expect(names.length).toBeGreaterThan(5);
  });
});

describe('the quota of functions in an account', () => {
  let lambda: Server;
  let client: LambdaClient;

  beforeAll(async () => {
    const reservations = new Map([['first-a', 20]]);
    lambda = createServer(({ url = '' }, response) => {
      const name = /functions\/([^/]+)\/concurrency/.exec(url)?.[1];
      const reservation = reservations.get(name ?? '');
      const isMissing = name === 'first-missing';
      response.writeHead(isMissing ? 404 : 200, {
        'content-type': 'application/json',
        ...(isMissing ? { 'x-amzn-errortype': 'ResourceNotFoundException' } : {}),
      });
      const settings = { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 150 };
      response.end(
        JSON.stringify(
          name === undefined
            ? { AccountLimit: settings }
            : { ReservedConcurrentExecutions: reservation },
        ),
      );
    });
    const port = await findFreePort(0);
    await new Promise<void>((resolve) => void lambda.listen(port, '127.0.0.1', resolve));
    client = new LambdaClient({
      region: 'eu-west-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
  });

  afterAll(() => lambda.close());

  it('is available without what others have reserved, and with what the stage itself has', async () => {
    expect(await readConcurrency(client, [])).toEqual({ quota: 1000, available: 150 });
    const own = ['first-a', 'first-b', 'first-missing'];
    expect(await readConcurrency(client, own)).toEqual({ quota: 1000, available: 170 });
  });

  it('leaves 100 beside the reservations, or they are left off', () => {
    const linesOf = (available: number, reservation?: string): string => {
      const result = checkConcurrency({ quota: 1000, available }, 7, reservation);
      expect(result.canReserve).toBe(!result.lines.join(' ').includes('Left off'));
      return result.lines.join(' ');
    };
    expect(linesOf(170, '10')).not.toContain('Left off');
    expect(linesOf(169, '10')).toContain('would reserve 70, and 69 can be reserved');
    expect(linesOf(10, '1')).toContain('and 0 can be reserved');
    expect(linesOf(10)).not.toContain('Left off');
    expect(linesOf(1000)).not.toContain('Ask for');
    expect(checkConcurrency({ quota: 10, available: 10 }, 7, undefined).lines[1]).toContain(
      'Ask for 1000',
    );
  });
});
