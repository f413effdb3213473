import { glob } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import * as z from 'zod';

import type { LambdaHandler } from '../../lib/http/operation-handler.ts';
import type { Operation } from '../../lib/http/operation.ts';
import type { Schedule } from '../../lib/schedule/schedule.ts';
import { orderedMethods, toGatewayPath, gatewayPathsOf } from './allowed-methods.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** An operation and its handler. */
export type DeclaredOperation = {
  readonly operation: Operation;
  /** The handler as in infra/aws/functions.generated.yml, such as `functions/resources/get.handler`. */
  readonly handler: string;
};

/** The declaration of a scheduled function, and its handler. */
export type DeclaredSchedule = { readonly schedule: Schedule; readonly handler: string };

/** Whether a handler is that of a scheduled function. All of them are in functions/schedule, except the export. */
const isScheduled = (handler: string): boolean =>
  handler.startsWith('functions/schedule/') || handler === 'functions/geojson/export.handler';

const scheduleModuleSchema = z.object({
  handler: z.custom<{ readonly schedule: Schedule }>(
    (value) => typeof value === 'function' && 'schedule' in value,
    'was not created by createScheduledHandler',
  ),
});

const handlerModuleSchema = z.object({
  handler: z.custom<Pick<LambdaHandler, 'operation'>>(
    (value) => typeof value === 'function' && 'operation' in value,
    'was not created by a function that creates handlers, such as createDataHandler',
  ),
});

/**
 * Loads the operation of a handler.
 * @param handler such as `functions/resources/get.handler`
 * @throws Error if the file does not export a handler of an operation
 */
export async function loadOperation(handler: string): Promise<Operation> {
  const exported = await importHandler(handler, handlerModuleSchema, 'an operation');
  return exported.handler.operation;
}

async function importHandler<Module extends z.ZodType>(
  handler: string,
  moduleSchema: Module,
  kind: string,
): Promise<z.output<Module>> {
  const name = handler.replace(/\.handler$/, '.ts');
  const exported: unknown = await import(pathToFileURL(path.join(root, name)).href);
  const parsed = moduleSchema.safeParse({ ...Object(exported) });
  if (parsed.success) return parsed.data;
  throw new Error(`${name} must export the handler of ${kind}: ${z.prettifyError(parsed.error)}`);
}

/**
 * Checks that no two operations have a key in common, such as an id or a route.
 * @throws Error if two have the same key
 */
function assertUnique(
  operations: readonly DeclaredOperation[],
  keysOf: (operation: Operation) => readonly string[],
) {
  const handlerByKey = new Map<string, string>();
  for (const { operation, handler } of operations) {
    for (const key of keysOf(operation)) {
      const otherHandler = handlerByKey.get(key);
      if (otherHandler !== undefined) {
        throw new Error(`${otherHandler} and ${handler} both have ${key}. Change one of them.`);
      }
      handlerByKey.set(key, handler);
    }
  }
}

/** Returns the sort key of an operation; the fallback operation comes last. */
function sortKey({ method, path }: Operation): string {
  return method === 'ANY' ? '~' : `${toGatewayPath(path)} ${orderedMethods.indexOf(method)}`;
}

/**
 * Loads every operation: each file in a folder of `functions` is the handler of one, except for scheduled functions.
 * @returns sorted by path, then by method
 * @throws Error if a file exports no handler, or two operations have the same id or route
 */
export async function loadOperations(): Promise<readonly DeclaredOperation[]> {
  const handlers = (await listHandlers()).filter((handler) => !isScheduled(handler));
  const operations = await Promise.all(
    handlers.map(async (handler) => ({ handler, operation: await loadOperation(handler) })),
  );
  assertUnique(operations, ({ id }) => [id]);
  assertUnique(operations, (declared) =>
    gatewayPathsOf(declared).map((path) => `${declared.method} ${path}`),
  );
  return operations.toSorted((left, right) =>
    sortKey(left.operation) < sortKey(right.operation) ? -1 : 1,
  );
}

/** Loads the declarations of all scheduled functions. */
export async function loadSchedules(): Promise<readonly DeclaredSchedule[]> {
  const handlers = (await listHandlers()).filter(isScheduled);
  return Promise.all(
    handlers.map(async (handler) => ({
      handler,
      schedule: (await importHandler(handler, scheduleModuleSchema, 'a schedule')).handler.schedule,
    })),
  );
}

async function listHandlers(): Promise<readonly string[]> {
  const files = await Array.fromAsync(glob('functions/*/*.ts', { cwd: root }));
  return files
    .map((file) => file.replaceAll(path.sep, '/').replace(/\.ts$/, '.handler'))
    .toSorted();
}
