import { describe, expect, it } from 'vitest';

import {
  listAllowedMethods,
  toGatewayPath,
  withParentPaths,
} from '../../../infra/generate/allowed-methods.ts';

describe('the resource name of a path', () => {
  it('does not depend on the names of its variables', () => {
    expect(toGatewayPath('/resources/{graph_id}')).toBe('/resources/{first}');
    expect(toGatewayPath('/resources/{resource_instance_id}')).toBe('/resources/{first}');
  });

  it('includes each of several variables', () => {
    expect(toGatewayPath('/tile/{tile_id}/node/{node_id}')).toBe('/tile/{first}/node/{second}');
  });

  it('distinguishes a greedy variable from others', () => {
    expect(toGatewayPath('/{proxy+}')).toBe('/{proxy+}');
  });

  it('is refused if the path has more than five variables', () => {
    expect(() => toGatewayPath('/{a}/{b}/{c}/{d}/{e}/{f}')).toThrow('has over 5 variables');
  });
});

describe('the gateway resources of several paths', () => {
  it('include each beginning of a path once', () => {
    expect(withParentPaths(['/api/nodes/{first}', '/api/tiles'])).toStrictEqual([
      '/api',
      '/api/nodes',
      '/api/nodes/{first}',
      '/api/tiles',
    ]);
  });
});

describe('the allowed methods', () => {
  const allowed = listAllowedMethods([
    { method: 'POST', path: '/things' },
    { method: 'GET', path: '/things' },
    { method: 'DELETE', path: '/things/{id}' },
    { method: 'GET', path: '/things/{slug}' },
    { method: 'PUT', path: '/things/{id}/parts' },
    { method: 'ANY', path: '/{proxy+}' },
    { method: 'GET', path: '/words/{id}', alias: '/word/{id}' },
    { method: 'PUT', path: '/words/{id}', alias: '/word/{id}' },
  ]);

  it('include HEAD with GET, and always OPTIONS', () => {
    expect(allowed.get('/things')).toBe('GET, POST, HEAD, OPTIONS');
    expect(allowed.get('/things/{first}/parts')).toBe('PUT, OPTIONS');
  });

  it('are the methods of all operations that share a resource', () => {
    expect(allowed.get('/things/{first}')).toBe('GET, DELETE, HEAD, OPTIONS');
  });

  it('are the same for the alias of a path', () => {
    expect(allowed.get('/word/{first}')).toBe('GET, PUT, HEAD, OPTIONS');
    expect(allowed.get('/words/{first}')).toBe('GET, PUT, HEAD, OPTIONS');
  });

  it('are undefined for the path that accepts every method', () => {
    expect(allowed.get('/{proxy+}')).toBeUndefined();
  });
});
