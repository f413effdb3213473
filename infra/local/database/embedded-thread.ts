import { Worker } from 'node:worker_threads';

import { PostgresError, SessionLost, type WireQuery, type WireResult } from './database.ts';
import {
  openedId,
  type WorkerResponse,
  type WorkerData,
  type WorkerRequest,
} from './embedded-messages.ts';
import { getErrorMessage } from '../error-message.ts';

/** Removes the id from each kind of request. Omit without the condition would merge the kinds. */
type WithoutId<Request> = Request extends unknown ? Omit<Request, 'id'> : never;

/** The embedded database, which runs in a thread of its own. Callers must send one request at a time. */
export type DatabaseThread = {
  /**
   * Runs the statements `before`, whose results are ignored, then the query.
   * @throws PostgresError, SessionLost
   */
  readonly run: (before: string, query?: WireQuery) => Promise<WireResult>;
  /** Dumps the database as a compressed archive. */
  readonly dump: () => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
  /** Terminates the thread at once. For the database, this is like a crash. */
  readonly kill: () => Promise<void>;
  readonly isAlive: () => boolean;
};

type PendingResponse = {
  readonly resolve: (response: WorkerResponse) => void;
  readonly reject: (error: Error) => void;
};

const emptyResult: WireResult = { fields: [], rows: [], affected: 0, command: '' };
const stoppedMessage = 'The embedded database was stopped.';

/** Sends requests to the thread, and resolves them by the ids of the responses. */
class ThreadClient {
  readonly #worker: Worker;
  readonly #pending = new Map<number, PendingResponse>();
  #lastId = 0;
  #isAlive = true;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (response: WorkerResponse) => {
      this.#pending.get(response.id)?.resolve(response);
      this.#pending.delete(response.id);
    });
    worker.on('error', (error) =>
      this.#end(`The embedded database stopped: ${getErrorMessage(error)}`),
    );
    worker.on('exit', () => this.#end(stoppedMessage));
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  async send(request: WithoutId<WorkerRequest>): Promise<WorkerResponse> {
    if (!this.#isAlive) throw new SessionLost(stoppedMessage, false);
    this.#lastId += 1;
    const response = this.receive(this.#lastId);
    this.#worker.postMessage({ ...request, id: this.#lastId }, []);
    return response;
  }

  /** Waits for the response with an id. @throws PostgresError, SessionLost */
  async receive(id: number): Promise<WorkerResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<WorkerResponse>();
    this.#pending.set(id, { resolve, reject });
    const response = await promise;
    if (response.kind === 'refused') {
      throw new PostgresError(response.message, response.sqlState, response.parts);
    }
    if (response.kind === 'failed') throw new SessionLost(response.message, true);
    return response;
  }

  async terminate(): Promise<void> {
    this.#end(stoppedMessage);
    await this.#worker.terminate();
  }

  /** Marks the thread as ended, and rejects all requests that have no response yet. */
  #end(reason: string): void {
    this.#isAlive = false;
    for (const { reject } of this.#pending.values()) reject(new SessionLost(reason, true));
    this.#pending.clear();
  }
}

/** Starts a thread with the embedded database. @throws SessionLost if the database cannot be opened */
export async function startDatabaseThread(options: WorkerData): Promise<DatabaseThread> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: options,
    execArgv: [],
  });
  const client = new ThreadClient(worker);
  try {
    await client.receive(openedId);
  } catch (error) {
    await client.terminate();
    throw error;
  }
  return {
    run: async (before, query) => {
      const response = await client.send({ kind: 'run', before, query });
      return response.kind === 'result' ? response.result : emptyResult;
    },
    dump: async () => {
      const response = await client.send({ kind: 'dump' });
      return response.kind === 'dumped' ? response.bytes : new Uint8Array();
    },
    close: async () => {
      if (client.isAlive) await client.send({ kind: 'close' });
      await client.terminate();
    },
    kill: () => client.terminate(),
    isAlive: () => client.isAlive,
  };
}
