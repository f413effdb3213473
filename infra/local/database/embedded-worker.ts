// The thread that the embedded database runs in: a statement blocks its thread, and only ending the thread ends it.
import { parentPort, workerData } from 'node:worker_threads';

import { PGlite, messages, protocol } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { postgis } from '@electric-sql/pglite-postgis';

import { postgresErrorParts, type WireField, type WireQuery, type WireResult } from './database.ts';
import type { WorkerResponse, WorkerData, WorkerRequest } from './embedded-messages.ts';
import { loadTrimmedPostgis } from './postgis.ts';
import { memorySettings, sessionSettings } from './setup.ts';

const { serialize } = protocol;

function wireMessages(before: string, query: WireQuery | undefined): Uint8Array {
  const simple = before === '' ? [] : [serialize.query(before)];
  const extended =
    query === undefined
      ? []
      : [
          serialize.parse({ text: query.text, types: [...query.types] }),
          serialize.bind({ values: [...query.values] }),
          serialize.describe({ type: 'P' }),
          serialize.execute({}),
          serialize.sync(),
        ];
  return Buffer.concat([...simple, ...extended]);
}

function fieldsOf(message: messages.RowDescriptionMessage): readonly WireField[] {
  return message.fields.map((field) => ({
    name: field.name,
    tableId: field.tableID,
    columnNumber: field.columnID,
    typeId: field.dataTypeID,
  }));
}

/** Collects the answer of the extended query, which comes after those of the simple one. */
class Answer {
  fields: readonly WireField[] = [];
  rows: (readonly (string | null)[])[] = [];
  affected = 0;
  command = '';
  error: messages.DatabaseError | undefined;

  take(message: unknown): void {
    if (message instanceof messages.RowDescriptionMessage) {
      this.fields = fieldsOf(message);
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

async function run(
  database: PGlite,
  request: WorkerRequest & { kind: 'run' },
): Promise<WorkerResponse> {
  const answer = new Answer();
  const sent = wireMessages(request.before, request.query);
  const answered = await database.execProtocol(sent, { throwOnError: false });
  for (const message of answered.messages) answer.take(message);
  const { id } = request;
  if (answer.error === undefined) return { id, kind: 'result', result: answer.result() };
  const { code, message } = answer.error;
  const parts = postgresErrorParts(answer.error);
  return { id, kind: 'refused', message, sqlState: code ?? 'XX000', parts };
}

async function perform(database: PGlite, request: WorkerRequest): Promise<WorkerResponse> {
  if (request.kind === 'run') return run(database, request);
  const { id } = request;
  if (request.kind === 'dump') {
    const file = await database.dumpDataDir('gzip');
    return { id, kind: 'dumped', bytes: new Uint8Array(await file.arrayBuffer()) };
  }
  await database.close();
  return { id, kind: 'done' };
}

async function openDatabase(opened: WorkerData): Promise<PGlite> {
  return PGlite.create({
    ...(opened.kind === 'in folder' ? { dataDir: opened.directory } : {}),
    ...(opened.kind === 'in memory'
      ? { loadDataDir: new Blob([new Uint8Array(opened.template)]) }
      : {}),
    extensions: {
      postgis: opened.kind === 'from nothing' ? postgis : await loadTrimmedPostgis(),
      pg_trgm,
    },
    postgresqlconf: Object.entries({ ...sessionSettings, ...memorySettings }).map(
      ([name, value]) => `${name} = '${value}'`,
    ),
  });
}

async function main(): Promise<void> {
  const answer = (message: WorkerResponse): void => parentPort?.postMessage(message, []);
  const failed = (id: number, error: unknown): void =>
    answer({ id, kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  try {
    const database = await openDatabase(workerData as WorkerData);
    // The parent sends one request at a time, so they need no queue here.
    parentPort?.on('message', (request: WorkerRequest) => {
      perform(database, request).then(answer, (error: unknown) => failed(request.id, error));
    });
    answer({ id: 0, kind: 'done' });
  } catch (error) {
    failed(0, error);
  }
}

await main();
