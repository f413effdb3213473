import { glob } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import * as z from 'zod';

import type { LambdaHandler } from '../../lib/http/operation-handler.ts';
import type { Operation } from '../../lib/http/operation.ts';
import type { Schedule } from '../../lib/schedule/schedule.ts';
import { methods, resourcePath, resourcePathsOf } from './allowed-methods.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** An operation, and where its handler is. */
export type DeclaredOperation = {
  readonly operation: Operation;
  /** As serverless.yml names it, such as `functions/resources/get.handler`. */
  readonly handler: string;
};

/** Work that a schedule starts, and where its handler is. */
export type DeclaredSchedule = { readonly schedule: Schedule; readonly handler: string };

/** The functions that schedules start: those of a room, and one in that of its subject. */
const isScheduled = (handler: string): boolean =>
  handler.startsWith('functions/schedule/') || handler === 'functions/geojson/export.handler';

const scheduleModule = z.object({
  handler: z.custom<{ readonly schedule: Schedule }>(
    (value) => typeof value === 'function' && 'schedule' in value,
    'is not made by scheduled',
  ),
});

const handlerModule = z.object({
  handler: z.custom<Pick<LambdaHandler, 'operation'>>(
    (value) => typeof value === 'function' && 'operation' in value,
    'is not made by endpoint, frame or administratorPage',
  ),
});

/**
 * Reads the operation of a handler.
 * @param handler such as `functions/resources/get.handler`
 * @throws Error when the file exports no handler of an operation
 */
export async function loadOperation(handler: string): Promise<Operation> {
  const exported = await exportedBy(handler, handlerModule, 'an operation');
  return exported.handler.operation;
}

async function exportedBy<Module extends z.ZodType>(
  handler: string,
  module: Module,
  what: string,
): Promise<z.output<Module>> {
  const name = handler.replace(/\.handler$/, '.ts');
  const exported: unknown = await import(pathToFileURL(path.join(root, name)).href);
  const parsed = module.safeParse({ ...Object(exported) });
  if (parsed.success) return parsed.data;
  throw new Error(`${name} must export the handler of ${what}: ${z.prettifyError(parsed.error)}`);
}

/** Stops at what two operations have in common and may not have. */
function assertUnique(
  operations: readonly DeclaredOperation[],
  what: (one: Operation) => readonly string[],
) {
  const seen = new Map<string, string>();
  for (const { operation, handler } of operations) {
    for (const claimed of what(operation)) {
      const other = seen.get(claimed);
      if (other !== undefined) {
        throw new Error(`${other} and ${handler} are both ${claimed}. Change one of them.`);
      }
      seen.set(claimed, handler);
    }
  }
}

/** What answers the rest comes last. */
function placeOf({ method, path }: Operation): string {
  return method === 'ANY' ? '~' : `${resourcePath(path)} ${methods.indexOf(method)}`;
}

/**
 * Every operation of the service: each file in a folder of `functions` is the handler of one, but for those that a schedule starts.
 * @returns by path, then by method
 * @throws Error when a file is none, or two have the same id, or the same method of one path
 */
export async function loadOperations(): Promise<readonly DeclaredOperation[]> {
  const handlers = (await everyHandler()).filter((handler) => !isScheduled(handler));
  const operations = await Promise.all(
    handlers.map(async (handler) => ({ handler, operation: await loadOperation(handler) })),
  );
  assertUnique(operations, ({ id }) => [id]);
  assertUnique(operations, (one) => resourcePathsOf(one).map((path) => `${one.method} ${path}`));
  return operations.toSorted((one, other) =>
    placeOf(one.operation) < placeOf(other.operation) ? -1 : 1,
  );
}

/** All work that schedules start. */
export async function loadSchedules(): Promise<readonly DeclaredSchedule[]> {
  const handlers = (await everyHandler()).filter(isScheduled);
  return Promise.all(
    handlers.map(async (handler) => ({
      handler,
      schedule: (await exportedBy(handler, scheduleModule, 'scheduled work')).handler.schedule,
    })),
  );
}

async function everyHandler(): Promise<readonly string[]> {
  const files = await Array.fromAsync(glob('functions/*/*.ts', { cwd: root }));
  return files
    .map((file) => file.replaceAll(path.sep, '/').replace(/\.ts$/, '.handler'))
    .toSorted();
}
