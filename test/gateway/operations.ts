import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import * as z from 'zod';

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

const root = resolve(import.meta.dirname, '../..');
const handlerModule = z.object({
  handler: z.custom<{ readonly operation: Operation }>(
    (value) => typeof value === 'function' && 'operation' in value,
    'is not a handler made by endpoint or frame',
  ),
});

const exampleId = '3f2a9a30-7c1c-4e0e-9d0a-5b1f6c7d8e9f';

async function operationOf(handler: string): Promise<Operation> {
  const file = join(root, handler.replace(/\.\w+$/, '.ts'));
  const module: unknown = await import(pathToFileURL(file).href);
  return handlerModule.parse({ ...Object(module) }).handler.operation;
}

/**
 * Every operation as the template places it; HEAD and ANY are not operations of their own.
 * @param api read from the packaged template
 */
export async function placedOperations(api: RestApi): Promise<readonly PlacedOperation[]> {
  const placed = allResources(api.root).flatMap((resource) =>
    [...resource.methods]
      .filter(([method]) => method !== 'ANY' && method !== 'HEAD')
      .map(([method, functionId]) => ({ resource, method, functionId })),
  );
  return Promise.all(
    placed.map(async ({ resource, method, functionId }) => ({
      operation: await operationOf(api.handlers.get(functionId) ?? ''),
      resourcePath: resource.path,
      method,
      examplePath: resource.path.replaceAll(/\{[^}]+\}/g, exampleId),
    })),
  );
}
