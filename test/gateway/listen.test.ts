import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openGateway } from './imitation/gateway.ts';
import { listen, type Listening } from './imitation/listen.ts';

let listening: Listening;

beforeAll(async () => {
  listening = await listen(await openGateway());
});

afterAll(async () => {
  await listening.close();
});

describe('the gateway on a port', () => {
  it('answers over HTTP', async () => {
    const response = await fetch(`${listening.url}/health/`);
    await expect(response.json()).resolves.toStrictEqual({ status: 'ok' });
  });

  it('leaves an answer below the minimum size uncompressed', async () => {
    const response = await fetch(`${listening.url}/health`);
    expect(response.headers.get('content-encoding')).toBeNull();
  });
});
