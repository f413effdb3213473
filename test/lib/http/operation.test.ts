import { describe, expect, it } from 'vitest';

import { allowedMethods } from '../../../lib/http/allowed-methods.ts';
import { pathShape, pathVariables } from '../../../lib/http/operation.ts';

describe('the shape of a path', () => {
  it('does not depend on the names of its variables', () => {
    expect(pathShape('/resources/{first}')).toBe(pathShape('/resources/{resource_instance_id}'));
  });

  it('does not depend on a slash at the end', () => {
    expect([pathShape('/resources/'), pathShape('/')]).toStrictEqual(['/resources', '/']);
  });

  it('tells a greedy variable from others', () => {
    expect(pathShape('/{proxy+}')).not.toBe(pathShape('/{proxy}'));
  });
});

describe('the variables of a path', () => {
  it('come in order', () => {
    expect(pathVariables('/a/{b}/c/{d}')).toStrictEqual(['b', 'd']);
  });
});

describe('the allowed methods', () => {
  const routes = {
    '/things': ['GET', 'POST'],
    '/things/{id}': ['DELETE'],
    '/things/{slug}': ['GET'],
  } as const;

  it('have HEAD with GET, and OPTIONS always', () => {
    expect(allowedMethods('/things', routes)).toBe('GET, POST, HEAD, OPTIONS');
  });

  it('are those of all operations that share a resource', () => {
    expect(allowedMethods('/things/{first}', routes)).toBe('DELETE, GET, HEAD, OPTIONS');
  });

  it('are unknown where there is nothing', () => {
    expect(allowedMethods('/{proxy+}', routes)).toBeUndefined();
  });
});
