import { beforeAll, describe, expect, it } from 'vitest';

import { routes } from '../../functions/routes.ts';
import { pathShape } from '../../lib/http/operation.ts';
import { openGateway } from './imitation/gateway.ts';
import { allResources, type RestApi } from './imitation/template.ts';
import { placedOperations, type PlacedOperation } from './operations.ts';

let api: RestApi;
let operations: readonly PlacedOperation[];

beforeAll(async () => {
  ({ api } = await openGateway());
  operations = await placedOperations(api);
});

function methodsOf(path: string): ReadonlyMap<string, string> {
  return allResources(api.root).find((resource) => resource.path === path)?.methods ?? new Map();
}

describe('serverless.yml and the operations', () => {
  it('agree on the path and the method of each operation', () => {
    const placed = operations.map((one) => `${one.method} ${pathShape(one.resourcePath)}`);
    const told = operations.map(
      ({ operation }) => `${operation.method} ${pathShape(operation.path)}`,
    );
    expect(placed).toStrictEqual(told);
  });

  it('give each operation an id of its own', () => {
    const ids = operations.map(({ operation }) => operation.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('have HEAD answered by the function that answers GET', () => {
    for (const { resourcePath } of operations.filter(({ method }) => method === 'GET')) {
      const methods = methodsOf(resourcePath);
      expect(methods.get('HEAD')).toBe(methods.get('GET'));
    }
  });

  it('have every other method of every path, and every other path, answered by fallback', () => {
    for (const resource of allResources(api.root)) {
      expect([resource.path, resource.methods.get('ANY')]).toStrictEqual([
        resource.path,
        'FallbackLambdaFunction',
      ]);
    }
  });
});

describe('the list of routes that fallback knows', () => {
  it('is that of the operations', () => {
    const listed = Object.entries(routes).flatMap(([path, methods]) =>
      methods.map((method) => `${method} ${pathShape(path)}`),
    );
    const told = operations.map(
      ({ operation }) => `${operation.method} ${pathShape(operation.path)}`,
    );
    expect(listed.toSorted()).toStrictEqual(told.toSorted());
  });
});
