import { Agent, request } from 'node:http';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openTestStack, type TestStack } from '../../../support/stack.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack({ content: 'bare' });
});

afterAll(async () => stack?.close());

/** Sends the emulator a request. @returns the socket that was used */
async function requestCounters(agent: Agent): Promise<Socket> {
  const sent = request(`${stack.server.url}/emulator/counters`, { agent });
  sent.end();
  const [answer] = await once(sent, 'response');
  answer.resume();
  await once(answer, 'end');
  if (sent.socket === null) throw new Error('The request had no connection.');
  return sent.socket;
}

describe('an idle connection', () => {
  it('stays open, so that no write is sent on a connection that is just being closed', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = await requestCounters(agent);
    // Longer than the five seconds after which a Node server closes idle connections by default.
    await wait(7000);
    expect(await requestCounters(agent)).toBe(first);
    agent.destroy();
  });
});
