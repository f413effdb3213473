import { createServer, type Server } from 'node:http';

import { LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  evaluateConcurrency,
  listStreamingFunctions,
  readConcurrency,
} from '../../../infra/aws/deployment/concurrency.ts';
import { findFreePort } from '../../../infra/local/free-port.ts';

describe('the functions that can have a reservation', () => {
  it('are those that stream, and their names contain the stage', async () => {
    const names = await listStreamingFunctions('first');
    expect(names).toContain('heritage-data-service-first-getGeojson');
    expect(names).not.toContain('heritage-data-service-first-getNode');
    expect(names.length).toBeGreaterThan(5);
  });
});

describe('the quota of functions in an account', () => {
  let fakeLambda: Server;
  let client: LambdaClient;

  beforeAll(async () => {
    const reservations = new Map([['first-a', 20]]);
    fakeLambda = createServer(({ url = '' }, response) => {
      const name = /functions\/([^/]+)\/concurrency/.exec(url)?.[1];
      const reservation = reservations.get(name ?? '');
      const isMissing = name === 'first-missing';
      response.writeHead(isMissing ? 404 : 200, {
        'content-type': 'application/json',
        ...(isMissing ? { 'x-amzn-errortype': 'ResourceNotFoundException' } : {}),
      });
      const limits = { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 150 };
      response.end(
        JSON.stringify(
          name === undefined
            ? { AccountLimit: limits }
            : { ReservedConcurrentExecutions: reservation },
        ),
      );
    });
    const port = await findFreePort(0);
    await new Promise<void>((resolve) => void fakeLambda.listen(port, '127.0.0.1', resolve));
    client = new LambdaClient({
      region: 'eu-west-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
  });

  afterAll(() => fakeLambda.close());

  it('is available except for what others have reserved; the stage can reuse its own reservations', async () => {
    expect(await readConcurrency(client, [])).toEqual({ quota: 1000, available: 150 });
    const ownFunctions = ['first-a', 'first-b', 'first-missing'];
    expect(await readConcurrency(client, ownFunctions)).toEqual({ quota: 1000, available: 170 });
  });

  it('must leave 100 for functions without a reservation, otherwise nothing is reserved', () => {
    const checkAndJoinLines = (available: number, reservation?: string): string => {
      const result = evaluateConcurrency({ quota: 1000, available }, 7, reservation);
      expect(result.canReserve).toBe(!result.lines.join(' ').includes('is not applied'));
      return result.lines.join(' ');
    };
    expect(checkAndJoinLines(170, '10')).not.toContain('is not applied');
    expect(checkAndJoinLines(169, '10')).toContain(
      'would reserve 70 executions, but only 69 can be reserved',
    );
    expect(checkAndJoinLines(10, '1')).toContain('only 0 can be reserved');
    expect(checkAndJoinLines(10)).not.toContain('is not applied');
    expect(checkAndJoinLines(1000)).not.toContain('Request');
    expect(evaluateConcurrency({ quota: 10, available: 10 }, 7, undefined).lines[1]).toContain(
      'Request 1000',
    );
  });
});
