import { describe, expect, it } from 'vitest';

import { createLambda } from './emulator/lambda.ts';
import type { RestApi } from './emulator/rest-api.ts';

const api: RestApi = {
  root: { path: '/', children: [], methods: new Map(), streamTimeouts: new Map() },
  gatewayResponses: new Map(),
  binaryMediaTypes: [],
  minimumCompressionSize: undefined,
  handlers: new Map([
    ['Sized', 'test/gateway/fixtures/sized.handler'],
    ['Nothing', 'test/gateway/fixtures/sized.nothing'],
  ]),
  answers: new Map(),
};

const { invoke } = createLambda(api, [], 'sources');
const megabyte = 1024 * 1024;

describe('the emulated Lambda', () => {
  it('returns the result of the function', async () => {
    await expect(invoke('Sized', { letters: 2 }, 1000)).resolves.toStrictEqual({
      statusCode: 200,
      body: 'xx',
    });
  });

  it('refuses a response over 6 MB', async () => {
    await expect(invoke('Sized', { letters: 6 * megabyte }, 1000)).rejects.toThrow('over 6 MB');
  });

  it('refuses an event over 6 MB', async () => {
    const event = { letters: 1, padding: 'x'.repeat(6 * megabyte) };
    await expect(invoke('Sized', event, 1000)).rejects.toThrow('over 6 MB');
  });

  it('refuses a handler that is not a function', async () => {
    await expect(invoke('Nothing', {}, 1000)).rejects.toThrow('is not a function');
  });
});
