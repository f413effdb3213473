import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openGateway } from './emulator/gateway.ts';
import { listenOnPort, type ListeningServer } from './emulator/listen-on-port.ts';

let listening: ListeningServer;

beforeAll(async () => {
  listening = await listenOnPort(await openGateway());
});

afterAll(async () => {
  await listening.close();
});

describe('the gateway on a port', () => {
  it('answers over HTTP', async () => {
    const response = await fetch(`${listening.url}/health/`);
    await expect(response.json()).resolves.toStrictEqual({ status: 'ok' });
  });

  it('does not compress an answer below the minimum size', async () => {
    const response = await fetch(`${listening.url}/health`);
    expect(response.headers.get('content-encoding')).toBeNull();
  });
});
