import { Worker } from 'node:worker_threads';

import { PostgresError, SessionLost, type WireQuery, type WireResult } from './database.ts';
import type { WorkerResponse, WorkerData, WorkerRequest } from './embedded-messages.ts';
import { errorMessage } from '../error-message.ts';

/** A request without its id. */
type NewRequest = WorkerRequest extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'id'>
    : never
  : never;

/** The embedded database in its thread. Callers must send one request at a time. */
export type DatabaseThread = {
  /** Runs `before` in the simple protocol without results, then the query. @throws PostgresError, SessionLost */
  readonly run: (before: string, query?: WireQuery) => Promise<WireResult>;
  /** Dumps the database as a compressed archive. */
  readonly dump: () => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
  /** Terminates the thread like a crash. */
  readonly kill: () => Promise<void>;
  readonly isAlive: () => boolean;
};

type PendingRequest = {
  readonly resolve: (response: WorkerResponse) => void;
  readonly reject: (error: Error) => void;
};

const emptyResult: WireResult = { fields: [], rows: [], affected: 0, command: '' };

/** Opens the embedded database in its own thread. @throws SessionLost if that fails */
export async function openDatabaseThread(data: WorkerData): Promise<DatabaseThread> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: data,
    execArgv: [],
  });
  const pending = new Map<number, PendingRequest>();
  let isAlive = true;
  let lastId = 0;

  function end(reason: string): void {
    isAlive = false;
    for (const { reject } of pending.values()) reject(new SessionLost(reason, true));
    pending.clear();
  }
  worker.on('message', (response: WorkerResponse) => {
    pending.get(response.id)?.resolve(response);
    pending.delete(response.id);
  });
  worker.on('error', (error) => end(`The embedded database stopped: ${errorMessage(error)}`));
  worker.on('exit', () => end('The embedded database was stopped.'));

  async function receive(id: number): Promise<WorkerResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<WorkerResponse>();
    pending.set(id, { resolve, reject });
    const response = await promise;
    if (response.kind === 'refused') {
      throw new PostgresError(response.message, response.sqlState, response.parts);
    }
    if (response.kind === 'failed') throw new SessionLost(response.message, true);
    return response;
  }

  function send(request: NewRequest): Promise<WorkerResponse> {
    if (!isAlive)
      return Promise.reject(new SessionLost('The embedded database was stopped.', false));
    lastId += 1;
    const response = receive(lastId);
    worker.postMessage({ ...request, id: lastId }, []);
    return response;
  }

  try {
    await receive(0);
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    run: async (before, query) => {
      const response = await send({ kind: 'run', before, query });
      return response.kind === 'result' ? response.result : emptyResult;
    },
    dump: async () => {
      const response = await send({ kind: 'dump' });
      return response.kind === 'dumped' ? response.bytes : new Uint8Array();
    },
    close: async () => {
      if (isAlive) await send({ kind: 'close' });
      await worker.terminate();
    },
    kill: async () => {
      end('The embedded database was stopped.');
      await worker.terminate();
    },
    isAlive: () => isAlive,
  };
}
