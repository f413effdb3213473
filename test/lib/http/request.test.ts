import { describe, expect, it } from 'vitest';

import { fromGatewayEvent, header, pathOf } from '../../../lib/http/request.ts';
import { gatewayEvent } from './lambda.ts';

describe('reading an event', () => {
  it('decodes a base64 body', () => {
    const body = Buffer.from('{"é":1}').toString('base64');
    const request = fromGatewayEvent(gatewayEvent({ body, isBase64Encoded: true }), 'id');
    expect(request.body).toBe('{"é":1}');
  });

  it('leaves a plain body as it is', () => {
    expect(fromGatewayEvent(gatewayEvent({ body: 'e30=' }), 'id').body).toBe('e30=');
  });

  it('finds headers whatever their case', () => {
    const request = fromGatewayEvent(gatewayEvent({ headers: { aCCept: ['a/b'] } }), 'id');
    expect(header(request, 'accept')).toBe('a/b');
  });

  it('joins a header that came several times', () => {
    const request = fromGatewayEvent(gatewayEvent({ headers: { Accept: ['a/b', 'c/d'] } }), 'id');
    expect(header(request, 'accept')).toBe('a/b, c/d');
  });

  it('takes single values where no multiple ones are given', () => {
    const event = { ...gatewayEvent(), queryStringParameters: { page: '2' } };
    expect(fromGatewayEvent(event, 'id').query.get('page')).toStrictEqual(['2']);
  });

  it('gives path variables the names of the operation, by their order', () => {
    const event = gatewayEvent({
      resource: '/resources/{first}/{second}',
      path: { second: 'b', first: 'a' },
    });
    const request = fromGatewayEvent(event, 'id');
    expect(pathOf(request, '/resources/{graph}/{resource_instance_id}')).toStrictEqual({
      graph: 'a',
      resource_instance_id: 'b',
    });
  });

  it('does not decode a path variable a second time', () => {
    const event = gatewayEvent({ path: { first: 'a%2Fb' } });
    expect(pathOf(fromGatewayEvent(event, 'id'), '/things/{id}')).toStrictEqual({ id: 'a%2Fb' });
  });
});
