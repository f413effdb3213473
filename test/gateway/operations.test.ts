import { beforeAll, describe, expect, it } from 'vitest';

import { gatewayPathsOf, toGatewayPath } from '../../infra/generate/allowed-methods.ts';
import { loadOperations } from '../../infra/generate/operations.ts';
import { openGateway } from './emulator/gateway.ts';
import { functionForMethod, streamTimeout } from './emulator/routing.ts';
import { listApiResources, type ApiResource, type RestApi } from './emulator/rest-api.ts';
import { listRoutedOperations, type RoutedOperation } from './operations.ts';

let api: RestApi;
let resources: readonly ApiResource[];
let operations: readonly RoutedOperation[];

beforeAll(async () => {
  ({ api } = await openGateway());
  resources = listApiResources(api.root);
  operations = await listRoutedOperations(api);
});

const listGetPaths = (): readonly string[] =>
  operations.filter(({ method }) => method === 'GET').map(({ resourcePath }) => resourcePath);

describe('the packaged template and the operations', () => {
  it('have the same paths, methods, functions and timeouts of streams', async () => {
    const declared = (await loadOperations()).flatMap(({ handler, operation }) =>
      operation.method === 'ANY'
        ? []
        : gatewayPathsOf(operation).map((path) => {
            const { method, isStreamed = false, timeout = 29 } = operation;
            const httpMethod = method === 'GET' ? 'ANY' : method;
            return [path, httpMethod, handler, isStreamed ? timeout * 1000 : undefined].join(' ');
          }),
    );
    const defined = resources.flatMap(({ path, methods, streamTimeouts }) =>
      [...methods]
        .filter(([, functionId]) => functionId !== 'FallbackLambdaFunction')
        .map(([method, functionId]) =>
          [path, method, api.handlers.get(functionId), streamTimeouts.get(method)].join(' '),
        ),
    );
    expect(defined.toSorted()).toEqual(declared.toSorted());
  });

  it('agree on the path and the method of each operation', () => {
    const routed = operations.map(({ method, resourcePath: path }) => `${method} ${path}`);
    const listed = operations.map(
      ({ operation }) => `${operation.method} ${toGatewayPath(operation.path)}`,
    );
    expect(routed).toStrictEqual(listed);
  });

  it('route the alias of an operation to the same function as its path', () => {
    const aliases = operations.filter(({ isAlias }) => isAlias);
    expect(aliases.length).toBeGreaterThan(0);
    for (const { operation, method } of aliases) {
      const ownOperation = operations.find(
        (candidate) => candidate.operation.id === operation.id && !candidate.isAlias,
      );
      const functions = [ownOperation?.resourcePath, toGatewayPath(operation.path)].map((path) => {
        const resource = resources.find((candidate) => candidate.path === path);
        return resource && functionForMethod(resource, method);
      });
      expect([operation.id, functions[1]]).toEqual([operation.id, functions[0] ?? 'none']);
    }
  });

  it('give each operation a unique id', () => {
    const ownOperations = operations.filter(({ isAlias }) => !isAlias);
    const ids = ownOperations.map(({ operation }) => operation.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('agree on streaming and its timeout, for every method of a function', () => {
    for (const { operation, resourcePath, method } of operations) {
      const resource = resources.find(({ path }) => path === resourcePath);
      if (resource === undefined) throw new Error(`There is no ${resourcePath}.`);
      const { isStreamed = false, timeout = 29 } = operation;
      const methods = method === 'GET' ? ['GET', 'HEAD', 'OPTIONS', 'PATCH'] : [method];
      expect([
        operation.id,
        methods.map((httpMethod) => streamTimeout(resource, httpMethod)),
      ]).toEqual([operation.id, methods.map(() => (isStreamed ? timeout * 1000 : undefined))]);
      expect(api.answers.get(functionForMethod(resource, method) ?? '')).toBe(
        isStreamed ? 'stream' : undefined,
      );
    }
  });

  it('route HEAD to the function of GET', () => {
    for (const resource of resources.filter(({ path }) => listGetPaths().includes(path))) {
      expect(functionForMethod(resource, 'HEAD')).toBe(functionForMethod(resource, 'GET'));
    }
  });

  it('route other methods of a path to the function of its GET, or to fallback if it has no GET', () => {
    for (const resource of resources) {
      const isFallback = resource.methods.get('ANY') === 'FallbackLambdaFunction';
      expect(resource.methods.has('ANY')).toBe(true);
      expect([resource.path, isFallback]).toStrictEqual([
        resource.path,
        !listGetPaths().includes(resource.path),
      ]);
    }
  });
});
