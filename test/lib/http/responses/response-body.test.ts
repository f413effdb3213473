import { describe, expect, it } from 'vitest';

import { maxResponseBytes } from '../../../../lib/http/responses/limits.ts';
import { readSettings } from '../../../../lib/settings.ts';
import { ResponseTooLarge } from '../../../../lib/http/errors/errors.ts';
import { bufferBody, toGatewayResult } from '../../../../lib/http/responses/response-body.ts';
import { securityHeaders } from '../../../../lib/http/responses/response.ts';

const megabyte = 1024 * 1024;

describe('the limit of a buffered answer', () => {
  it('allows an answer of 5 MB', async () => {
    const answer = { status: 200, body: 'x'.repeat(5 * megabyte) };
    await expect(bufferBody(answer)).resolves.toMatchObject({ status: 200 });
  });

  it('counts the length of the body after escaping as a JSON string', async () => {
    const answer = { status: 200, body: '"'.repeat(4 * megabyte) };
    await expect(bufferBody(answer)).rejects.toThrow(ResponseTooLarge);
  });

  it('replaces an answer that is too large by its fallback, if it has one', async () => {
    const shortAnswer = { status: 200, body: 'stored' };
    const answer = { status: 200, body: 'x'.repeat(7 * megabyte), fallback: shortAnswer };
    expect(await bufferBody(answer)).toEqual(shortAnswer);
    expect(await bufferBody({ ...answer, body: 'x' }, { indent: 2 })).toEqual({
      status: 200,
      body: 'x',
    });
  });

  it('counts bytes, not characters', async () => {
    const answer = { status: 200, body: 'é'.repeat(3.5 * megabyte) };
    await expect(bufferBody(answer)).rejects.toThrow(ResponseTooLarge);
  });

  it('stops the generation of a body as soon as it is too large', async () => {
    let generatedParts = 0;
    async function* endless() {
      for (;;) {
        generatedParts += 1;
        yield 'x'.repeat(megabyte);
      }
    }
    const answer = { status: 200, body: endless() };
    await expect(bufferBody(answer)).rejects.toThrow(ResponseTooLarge);
    expect(generatedParts).toBe(6);
  });
});

describe('the limit of an answer that may stream', () => {
  it.each([
    ['stream', 200_000_000],
    ['buffered', 6 * megabyte - 16 * 1024],
  ] as const)('follows from HDS_ANSWERS: %s', (answers, bytes) => {
    const settings = readSettings({ HDS_ANSWERS: answers });
    expect(maxResponseBytes(settings)).toBe(bytes);
  });

  it('is that of buffered answers by default, and other values of HDS_ANSWERS are invalid', () => {
    expect(readSettings({}).responseMode).toBe('buffered');
    expect(() => readSettings({ HDS_ANSWERS: 'slowly' })).toThrow('HDS_ANSWERS');
  });

  it('is HDS_STREAM_MEGABYTES if answers are streamed', () => {
    const settings = readSettings({ HDS_ANSWERS: 'stream', HDS_STREAM_MEGABYTES: '3' });
    expect(maxResponseBytes(settings)).toBe(3_000_000);
  });
});

describe('the result for API Gateway', () => {
  it('has an empty body if the answer has none', () => {
    expect(toGatewayResult({ status: 204 }, readSettings({}))).toStrictEqual({
      statusCode: 204,
      headers: securityHeaders(readSettings({})),
      body: '',
      isBase64Encoded: false,
    });
  });
});
