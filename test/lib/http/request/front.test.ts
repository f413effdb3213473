import { describe, expect, it } from 'vitest';

import { hashFrontSecret } from '../../../../lib/http/request/front.ts';
import { fromGatewayEvent, readHeader } from '../../../../lib/http/request/request.ts';
import { gatewayEvent } from '../lambda.ts';

const secrets = ['new'.repeat(12), 'old'.repeat(12)];
const front = {
  secretHashes: secrets.map(hashFrontSecret),
  viewerAddressHeader: 'x-viewer-address',
};

/** A request with these values of the header of the front. */
const createRequest = (values: readonly string[], isConfigured = true) =>
  fromGatewayEvent(
    gatewayEvent({ headers: { 'X-Front-Secret': [...values] } }),
    'id',
    isConfigured ? front : undefined,
  );

describe('a request to a service with a front', () => {
  it.each(secrets)('has come through the front if it contains one of the secrets: %s', (secret) => {
    expect(createRequest([secret]).bypassesFront).toBe(false);
  });

  it.each([
    ['no secret', []],
    ['an empty secret', ['']],
    ['another secret', ['x'.repeat(36)]],
    ['a part of the secret', ['new']],
    ['both secrets in one header', [secrets.join(',')]],
    ['the secret and another value', [secrets[0] ?? '', 'x']],
  ])('bypasses the front with %s', (_, values) => {
    expect(createRequest(values).bypassesFront).toBe(true);
  });

  it('no longer has the secret among its headers', () => {
    expect(readHeader(createRequest([secrets[0] ?? '']), 'x-front-secret')).toBeUndefined();
  });
});

it('a request to a service without a front never counts as bypassing a front', () => {
  expect([createRequest([], false), createRequest(['x'], false)]).toMatchObject([
    { bypassesFront: false },
    { bypassesFront: false },
  ]);
});
