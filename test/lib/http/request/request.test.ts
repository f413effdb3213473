import { describe, expect, it } from 'vitest';

import { hashFrontSecret } from '../../../../lib/http/request/front.ts';
import {
  fromGatewayEvent,
  readHeader,
  readPathVariables,
} from '../../../../lib/http/request/request.ts';
import { gatewayEvent } from '../lambda.ts';

describe('the address of the caller', () => {
  const front = {
    secretHashes: [hashFrontSecret('secret')],
    viewerAddressHeader: 'x-viewer-address',
  };
  const readAddress = (
    values: readonly string[],
    { secret = 'secret', isConfigured = true } = {},
  ): string =>
    fromGatewayEvent(
      gatewayEvent({ headers: { 'X-Viewer-Address': [...values], 'X-Front-Secret': [secret] } }),
      'id',
      isConfigured ? front : undefined,
    ).sourceAddress;

  it.each([
    ['198.51.100.9:46532', '198.51.100.9'],
    ['2001:db8::1:443', '2001:db8::1'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348:46532', '2001:db8:85a3:8d3:1319:8a2e:370:7348'],
    ['::1:8080', '::1'],
  ])('is read from the header of the front, without the port: %s', (value, expected) => {
    expect(readAddress([value])).toBe(expected);
  });

  it.each([
    '',
    'somebody:443',
    '198.51.100.9',
    '198.51.100.9:port',
    '198.51.100.999:443',
    '198.51.100.9:46532, 198.51.100.10:46532',
    '[2001:db8::1]:443',
    '2001:db8:85a3:8d3:1319:8a2e:370:7348',
    ':443',
  ])('comes from API Gateway if the header is %j', (value) => {
    expect(readAddress([value])).toBe('203.0.113.7');
  });

  it('comes from API Gateway if the header was sent twice, because the front writes it only once', () => {
    expect(readAddress(['198.51.100.9:1', '198.51.100.10:1'])).toBe('203.0.113.7');
  });

  it('comes from API Gateway if the header was not sent', () => {
    expect(readAddress([])).toBe('203.0.113.7');
  });

  it('comes from API Gateway if no front is configured, or if the secret is wrong', () => {
    const value = ['198.51.100.9:46532'];
    expect(readAddress(value, { isConfigured: false })).toBe('203.0.113.7');
    expect(readAddress(value, { secret: 'other' })).toBe('203.0.113.7');
  });
});

describe('reading an event', () => {
  it('decodes a base64 body', () => {
    const body = Buffer.from('{"é":1}').toString('base64');
    const request = fromGatewayEvent(gatewayEvent({ body, isBase64Encoded: true }), 'id');
    expect(request.body?.toString()).toBe('{"é":1}');
  });

  it('keeps a plain body unchanged', () => {
    const request = fromGatewayEvent(gatewayEvent({ body: 'e30=' }), 'id');
    expect(request.body?.toString()).toBe('e30=');
  });

  it('finds headers in any letter case', () => {
    const request = fromGatewayEvent(gatewayEvent({ headers: { aCCept: ['a/b'] } }), 'id');
    expect(readHeader(request, 'accept')).toBe('a/b');
  });

  it('joins the values of a repeated header', () => {
    const request = fromGatewayEvent(gatewayEvent({ headers: { Accept: ['a/b', 'c/d'] } }), 'id');
    expect(readHeader(request, 'accept')).toBe('a/b, c/d');
  });

  it('uses queryStringParameters if multiValueQueryStringParameters is null', () => {
    const event = { ...gatewayEvent(), queryStringParameters: { page: '2' } };
    expect(fromGatewayEvent(event, 'id').query.get('page')).toStrictEqual(['2']);
  });

  it('assigns path variables to the names in the path of the operation, in their order', () => {
    const event = gatewayEvent({
      resource: '/resources/{first}/{second}',
      path: { second: 'b', first: 'a' },
    });
    const request = fromGatewayEvent(event, 'id');
    expect(readPathVariables(request, '/resources/{graph}/{resource_instance_id}')).toStrictEqual({
      graph: 'a',
      resource_instance_id: 'b',
    });
  });

  it('does not decode a path variable a second time', () => {
    const event = gatewayEvent({ path: { first: 'a%2Fb' } });
    expect(readPathVariables(fromGatewayEvent(event, 'id'), '/things/{id}')).toStrictEqual({
      id: 'a%2Fb',
    });
  });
});
