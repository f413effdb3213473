import { loadOperation } from '../../infra/generate/operations.ts';
import { toGatewayPath } from '../../infra/generate/allowed-methods.ts';
import type { Operation } from '../../lib/http/operation.ts';
import type { RestApi } from './emulator/rest-api.ts';
import { listApiResources } from './emulator/rest-api.ts';

/** An operation, with its path and method in the template. */
export type RoutedOperation = {
  /** The operation. At its alias, its path is replaced by the alias. */
  readonly operation: Operation;
  readonly isAlias: boolean;
  readonly resourcePath: string;
  readonly method: string;
  /** The path with a value for each variable. */
  readonly examplePath: string;
};

const exampleId = '3f2a9a30-7c1c-4e0e-9d0a-5b1f6c7d8e9f';

/** Lists all operations of the template. If a function answers GET, its method ANY counts as GET. The function `fallback` has no operation. */
export async function listRoutedOperations(api: RestApi): Promise<readonly RoutedOperation[]> {
  const routed = await Promise.all(
    listApiResources(api.root).flatMap((resource) =>
      [...resource.methods].map(async ([method, functionId]) => {
        const ownOperation = await loadOperation(api.handlers.get(functionId) ?? '');
        const { path, alias = path } = ownOperation;
        const isAlias = resource.path === toGatewayPath(alias) && alias !== path;
        const operation: Operation = isAlias ? { ...ownOperation, path: alias } : ownOperation;
        return {
          operation,
          isAlias,
          resourcePath: resource.path,
          method: method === 'ANY' ? operation.method : method,
          examplePath: resource.path.replaceAll(/\{[^}]+\}/g, exampleId),
        };
      }),
    ),
  );
  return routed.filter(({ operation }) => operation.method !== 'ANY');
}

const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Lists the methods without an operation at each path, except methods that belong to another path (`misplacedMethods`). */
export function listUnusedMethods(
  operations: readonly RoutedOperation[],
): readonly (readonly [method: string, path: string])[] {
  const byPath = Map.groupBy(operations, ({ examplePath }) => examplePath);
  return [...byPath].flatMap(([path, operationsAtPath]) => {
    const usedMethods = new Set(
      operationsAtPath.flatMap(({ method, operation: { misplacedMethods = {} } }) => [
        method,
        ...Object.keys(misplacedMethods),
      ]),
    );
    return httpMethods
      .filter((method) => !usedMethods.has(method))
      .map((method) => [method, path] as const);
  });
}

/** Lists every operation once, at its own path. */
export async function listOwnOperations(api: RestApi): Promise<readonly RoutedOperation[]> {
  return (await listRoutedOperations(api)).filter(({ isAlias }) => !isAlias);
}
