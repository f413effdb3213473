import { glob } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import * as z from 'zod';

import type { Operation } from '../../lib/http/operation.ts';
import { methods, resourcePath } from './allowed-methods.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** An operation, and where its handler is. */
export type DeclaredOperation = {
  readonly operation: Operation;
  /** As serverless.yml names it, such as `functions/resources/get.handler`. */
  readonly handler: string;
};

const handlerModule = z.object({
  handler: z.custom<{ readonly operation: Operation }>(
    (value) => typeof value === 'function' && 'operation' in value,
    'is not made by endpoint, frame or administratorPage',
  ),
});

/**
 * Reads the operation of a handler.
 * @param handler such as `functions/resources/get.handler`
 * @throws Error when the file exports no handler of an operation
 */
export async function operationOf(handler: string): Promise<Operation> {
  const file = path.join(root, handler.replace(/\.handler$/, '.ts'));
  const exported: unknown = await import(pathToFileURL(file).href);
  const parsed = handlerModule.safeParse({ ...Object(exported) });
  if (parsed.success) return parsed.data.handler.operation;
  throw new Error(
    `${handler.replace(/\.handler$/, '.ts')} must export the handler of an operation: ${z.prettifyError(parsed.error)}`,
  );
}

/** Stops at what two operations have in common and may not have. */
function assertUnique(operations: readonly DeclaredOperation[], what: (one: Operation) => string) {
  const seen = new Map<string, string>();
  for (const { operation, handler } of operations) {
    const other = seen.get(what(operation));
    if (other !== undefined) {
      throw new Error(`${other} and ${handler} are both ${what(operation)}. Change one of them.`);
    }
    seen.set(what(operation), handler);
  }
}

/** What answers the rest comes last. */
function placeOf({ method, path }: Operation): string {
  return method === 'ANY' ? '~' : `${resourcePath(path)} ${methods.indexOf(method)}`;
}

/**
 * Every operation of the service: each file in a folder of `functions` is the handler of one.
 * @returns by path, then by method
 * @throws Error when a file is none, or two have the same id, or the same method of one path
 */
export async function declaredOperations(): Promise<readonly DeclaredOperation[]> {
  const files = await Array.fromAsync(glob('functions/*/*.ts', { cwd: root }));
  const operations = await Promise.all(
    files.toSorted().map(async (file) => {
      const handler = file.replaceAll(path.sep, '/').replace(/\.ts$/, '.handler');
      return { handler, operation: await operationOf(handler) };
    }),
  );
  assertUnique(operations, ({ id }) => id);
  assertUnique(operations, ({ method, path }) => `${method} ${resourcePath(path)}`);
  return operations.toSorted((one, other) =>
    placeOf(one.operation) < placeOf(other.operation) ? -1 : 1,
  );
}
