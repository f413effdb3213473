import { Worker } from 'node:worker_threads';

import { PostgresError, SessionLost, type WireQuery, type WireResult } from './database.ts';
import type { WorkerResponse, WorkerData, WorkerRequest } from './embedded-messages.ts';

/** A request without its number. */
type Asked = WorkerRequest extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'id'>
    : never
  : never;

/** The embedded database in its thread. One request at a time; whoever calls keeps the order. */
export type DatabaseThread = {
  /** Runs `before` (simple protocol, its results are dropped), then the query if there is one. @throws RefusedByPostgres, SessionLost */
  readonly run: (before: string, query?: WireQuery) => Promise<WireResult>;
  /** The whole database as a compressed archive, to open others from. */
  readonly dump: () => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
  /** Ends the thread at once, as a crash would. */
  readonly kill: () => Promise<void>;
  readonly isAlive: () => boolean;
};

type Waiting = {
  readonly resolve: (answer: WorkerResponse) => void;
  readonly reject: (error: Error) => void;
};

const emptyResult: WireResult = { fields: [], rows: [], affected: 0, command: '' };

/**
 * Opens the embedded database in a thread of its own.
 * @throws SessionLost when it does not open
 */
export async function openDatabaseThread(data: WorkerData): Promise<DatabaseThread> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: data,
    execArgv: [],
  });
  const waiting = new Map<number, Waiting>();
  let alive = true;
  let lastId = 0;

  function end(reason: string): void {
    alive = false;
    for (const { reject } of waiting.values()) reject(new SessionLost(reason, true));
    waiting.clear();
  }
  worker.on('message', (answer: WorkerResponse) => {
    waiting.get(answer.id)?.resolve(answer);
    waiting.delete(answer.id);
  });
  worker.on('error', (error) =>
    end(`The embedded database stopped: ${error instanceof Error ? error.message : String(error)}`),
  );
  worker.on('exit', () => end('The embedded database was stopped.'));

  async function answerTo(id: number): Promise<WorkerResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<WorkerResponse>();
    waiting.set(id, { resolve, reject });
    const answer = await promise;
    if (answer.kind === 'refused') {
      throw new PostgresError(answer.message, answer.sqlState, answer.parts);
    }
    if (answer.kind === 'failed') throw new SessionLost(answer.message, true);
    return answer;
  }

  function ask(request: Asked): Promise<WorkerResponse> {
    if (!alive) return Promise.reject(new SessionLost('The embedded database was stopped.', false));
    lastId += 1;
    const answer = answerTo(lastId);
    worker.postMessage({ ...request, id: lastId }, []);
    return answer;
  }

  try {
    await answerTo(0);
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    run: async (before, query) => {
      const answer = await ask({ kind: 'run', before, query });
      return answer.kind === 'result' ? answer.result : emptyResult;
    },
    dump: async () => {
      const answer = await ask({ kind: 'dump' });
      return answer.kind === 'dumped' ? answer.bytes : new Uint8Array();
    },
    close: async () => {
      if (alive) await ask({ kind: 'close' });
      await worker.terminate();
    },
    kill: async () => {
      end('The embedded database was stopped.');
      await worker.terminate();
    },
    isAlive: () => alive,
  };
}
