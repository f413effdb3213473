import { operationOf } from '../../infra/generate/operations.ts';
import type { Operation } from '../../lib/http/operation.ts';
import type { RestApi } from './imitation/template.ts';
import { allResources } from './imitation/template.ts';

/** An operation, and where the template puts it. */
export type PlacedOperation = {
  readonly operation: Operation;
  readonly resourcePath: string;
  readonly method: string;
  /** The path with something in place of each variable. */
  readonly examplePath: string;
};

const exampleId = '3f2a9a30-7c1c-4e0e-9d0a-5b1f6c7d8e9f';

/**
 * Every operation as the template places it. ANY stands for GET where a function has that; the one of `fallback` is no operation.
 * @param api read from the packaged template
 */
export async function placedOperations(api: RestApi): Promise<readonly PlacedOperation[]> {
  const placed = await Promise.all(
    allResources(api.root).flatMap((resource) =>
      [...resource.methods].map(async ([method, functionId]) => {
        const operation = await operationOf(api.handlers.get(functionId) ?? '');
        return {
          operation,
          resourcePath: resource.path,
          method: method === 'ANY' ? operation.method : method,
          examplePath: resource.path.replaceAll(/\{[^}]+\}/g, exampleId),
        };
      }),
    ),
  );
  return placed.filter(({ operation }) => operation.method !== 'ANY');
}
