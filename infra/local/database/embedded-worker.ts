// The thread of the embedded database. A statement blocks the thread, and can only be cancelled by terminating it.
import { parentPort, workerData } from 'node:worker_threads';

import { PGlite, messages, protocol } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { postgis } from '@electric-sql/pglite-postgis';

import {
  collectErrorParts,
  toWireFields,
  type WireField,
  type WireQuery,
  type WireResult,
} from './database.ts';
import {
  openedId,
  type WorkerResponse,
  type WorkerData,
  type WorkerRequest,
} from './embedded-messages.ts';
import { getErrorMessage } from '../error-message.ts';
import { loadTrimmedPostgis } from './postgis.ts';
import { memorySettings, sessionSettings } from './setup.ts';

const { serialize } = protocol;

function serializeMessages(before: string, query: WireQuery | undefined): Uint8Array {
  const simpleMessages = before === '' ? [] : [serialize.query(before)];
  const extendedMessages =
    query === undefined
      ? []
      : [
          serialize.parse({ text: query.text, types: [...query.types] }),
          serialize.bind({ values: [...query.values] }),
          serialize.describe({ type: 'P' }),
          serialize.execute({}),
          serialize.sync(),
        ];
  return Buffer.concat([...simpleMessages, ...extendedMessages]);
}

/** Collects the result of the extended query. The results of the simple query come before it and are discarded. */
class ResultCollector {
  fields: readonly WireField[] = [];
  rows: (readonly (string | null)[])[] = [];
  affected = 0;
  command = '';
  error: messages.DatabaseError | undefined;

  add(message: unknown): void {
    if (message instanceof messages.RowDescriptionMessage) {
      this.fields = toWireFields(message.fields);
      this.rows = [];
    } else if (message instanceof messages.DataRowMessage) {
      this.rows.push(message.fields);
    } else if (message instanceof messages.CommandCompleteMessage) {
      this.affected = Number(/ (\d+)$/.exec(message.text)?.[1] ?? 0);
      this.command = message.text.split(' ')[0] ?? '';
    } else if (message instanceof messages.DatabaseError) {
      this.error ??= message;
    } else if (message instanceof messages.CopyResponse) {
      this.fields = [];
    }
  }

  result(): WireResult {
    const { fields, rows, affected, command } = this;
    return { fields, rows, affected, command };
  }
}

async function runQuery(
  database: PGlite,
  request: WorkerRequest & { kind: 'run' },
): Promise<WorkerResponse> {
  const collector = new ResultCollector();
  const bytes = serializeMessages(request.before, request.query);
  const { messages: replies } = await database.execProtocol(bytes, { throwOnError: false });
  for (const message of replies) collector.add(message);
  const { id } = request;
  if (collector.error === undefined) return { id, kind: 'result', result: collector.result() };
  const { code, message } = collector.error;
  const parts = collectErrorParts(collector.error);
  return { id, kind: 'refused', message, sqlState: code ?? 'XX000', parts };
}

async function handleRequest(database: PGlite, request: WorkerRequest): Promise<WorkerResponse> {
  if (request.kind === 'run') return runQuery(database, request);
  const { id } = request;
  if (request.kind === 'dump') {
    const file = await database.dumpDataDir('gzip');
    return { id, kind: 'dumped', bytes: new Uint8Array(await file.arrayBuffer()) };
  }
  await database.close();
  return { id, kind: 'done' };
}

async function openDatabase(options: WorkerData): Promise<PGlite> {
  return PGlite.create({
    ...(options.kind === 'in folder' ? { dataDir: options.directory } : {}),
    ...(options.kind === 'in memory'
      ? { loadDataDir: new Blob([new Uint8Array(options.template)]) }
      : {}),
    extensions: {
      postgis: options.kind === 'from nothing' ? postgis : await loadTrimmedPostgis(),
      pg_trgm,
    },
    postgresqlconf: Object.entries({ ...sessionSettings, ...memorySettings }).map(
      ([name, value]) => `${name} = '${value}'`,
    ),
  });
}

async function main(): Promise<void> {
  const respond = (message: WorkerResponse): void => parentPort?.postMessage(message, []);
  const respondFailure = (id: number, error: unknown): void =>
    respond({ id, kind: 'failed', message: getErrorMessage(error) });
  try {
    const database = await openDatabase(workerData as WorkerData);
    // No queue is needed, because the parent sends one request at a time.
    parentPort?.on('message', (request: WorkerRequest) => {
      handleRequest(database, request).then(respond, (error: unknown) =>
        respondFailure(request.id, error),
      );
    });
    respond({ id: openedId, kind: 'done' });
  } catch (error) {
    respondFailure(openedId, error);
  }
}

await main();
