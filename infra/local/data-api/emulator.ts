import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import type { Database } from '../database/database.ts';
import { serveExportFile, isExportRequest } from '../exports/serve-export-file.ts';
import { isSecretsRequest, handleSecretsRequest } from '../secrets/handle-secrets-request.ts';
import { createMemorySecretStore, type SecretStore } from '../secrets/secret-store.ts';
import { handleAdminRequest } from './handle-admin-request.ts';
import { PostgresError } from '../database/database.ts';
import { createCounters, type Counters } from './counters.ts';
import { ServiceError, toServiceError } from './errors.ts';
import { ConnectionReset, applyFaultBefore, HtmlResponse, applyFaultAfter } from './apply-fault.ts';
import { createFaults, type Faults } from './faults.ts';
import { createOperations } from './operations.ts';
import { parseRequest, isOperationName, type OperationName } from './request-schemas.ts';
import { serviceTransactionTimeouts, type TransactionTimeouts } from './transactions.ts';

export type DataApiEmulatorOptions = {
  readonly database: Database;
  /** What it answers in place of AWS Secrets Manager; nothing but what is put there while it runs, unless said otherwise. */
  readonly secrets?: SecretStore;
  /** The folder of exports whose files it gives to those who have a link; undefined where it gives none. */
  readonly exportFolder?: string;
  /** 0 or nothing for any free port. */
  readonly port?: number;
  /** Whether rows over 64 KB are refused; they are unless this is false. */
  readonly strictRows?: boolean;
  /** Milliseconds that a statement may take; 45 s unless said otherwise. */
  readonly statementTimeout?: number;
  readonly transactionTimes?: Partial<TransactionTimeouts>;
  /** Milliseconds added to every call; none unless said otherwise. */
  readonly latency?: number;
};

/** A running emulator. */
export type DataApiEmulator = {
  readonly url: string;
  readonly counters: Counters;
  readonly faults: Faults;
  /** Stops it; the database stays open. */
  readonly close: () => Promise<void>;
};

const largestRequest = 4 * 1024 * 1024;

/**
 * Starts the emulator of the RDS Data API in front of a database. It listens on the loopback address only, and refuses
 * what the service would refuse.
 */
export async function startDataApiEmulator(
  options: DataApiEmulatorOptions,
): Promise<DataApiEmulator> {
  const counters = createCounters();
  const faults = createFaults();
  const secrets = options.secrets ?? createMemorySecretStore();
  const operations = createOperations({
    database: options.database,
    counters,
    strictRows: options.strictRows ?? true,
    statementTimeout: options.statementTimeout ?? 45_000,
    transactionTimes: { ...serviceTransactionTimeouts, ...options.transactionTimes },
    latency: options.latency ?? 0,
  });

  const perform: Readonly<Record<OperationName, (body: unknown) => Promise<unknown>>> = {
    Execute: (body) => operations.Execute(parseRequest('Execute', body)),
    BatchExecute: (body) => operations.BatchExecute(parseRequest('BatchExecute', body)),
    BeginTransaction: (body) => operations.BeginTransaction(parseRequest('BeginTransaction', body)),
    CommitTransaction: (body) =>
      operations.CommitTransaction(parseRequest('CommitTransaction', body)),
    RollbackTransaction: (body) =>
      operations.RollbackTransaction(parseRequest('RollbackTransaction', body)),
  };

  async function answerTo(name: OperationName, text: string): Promise<string> {
    const body = parse(text);
    await applyFaultBefore(faults.take('before', `${name} ${text}`), body, operations.kill);
    return JSON.stringify(await perform[name](body));
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = (request.url ?? '').slice(1);
    if (name.startsWith('emulator/'))
      return handleAdminRequest(request, response, { counters, faults });
    if (options.exportFolder !== undefined && isExportRequest(request)) {
      return serveExportFile(request, response, options.exportFolder);
    }
    if (isSecretsRequest(request)) {
      return handleSecretsRequest(request, response, await bodyOf(request), secrets);
    }
    const attempt = Number(
      /attempt=(\d+)/.exec(String(request.headers['amz-sdk-request']))?.[1] ?? 1,
    );
    let bytesIn = 0;
    try {
      if (request.method !== 'POST' || !isOperationName(name)) {
        throw new ServiceError(
          'NotFoundException',
          `There is no operation ${request.method} /${name}.`,
        );
      }
      checkAuthorization(request);
      const text = await bodyOf(request);
      bytesIn = Buffer.byteLength(text);
      const answer = await answerTo(name, text);
      const lost = faults.take('after', `${name} ${text}`);
      counters.countRequest(name, attempt, bytesIn, Buffer.byteLength(answer));
      if (lost !== undefined) return await applyFaultAfter(lost, response, answer);
      send(response, 200, answer);
    } catch (error) {
      if (error instanceof ConnectionReset) {
        response.socket?.resetAndDestroy();
        return;
      }
      const failure = toServiceError(error);
      if (failure.cause instanceof PostgresError) counters.countRefusal(failure.cause.sqlState);
      const answer = JSON.stringify({ message: failure.message });
      counters.countRequest(name, attempt, bytesIn, Buffer.byteLength(answer));
      if (error instanceof HtmlResponse) return sendHtml(response, error.html);
      send(response, failure.status, answer, failure.code);
    }
  }

  const server = createServer((request, response) => {
    // What serve() itself cannot answer, such as a socket that is gone, has nobody to be told.
    serve(request, response).catch(() => response.destroy());
  });
  // A connection that is closed for being idle may be closed just as the next write goes out on it, and a write is not tried again.
  server.keepAliveTimeout = 0;
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}`,
    counters,
    faults,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await operations.close();
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function checkAuthorization(request: IncomingMessage): void {
  const authorization = request.headers.authorization ?? '';
  if (/^AWS4-HMAC-SHA256 Credential=[^,]*\/rds-data\/aws4_request/.test(authorization)) return;
  throw new ServiceError('AccessDeniedException', 'The request is not signed for rds-data.');
}

/** Headers count. What is too much is read all the same, so that the caller comes to read the answer. */
async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = request.rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, 0);
  for await (const chunk of request) {
    const buffer: Buffer = chunk;
    bytes += buffer.length;
    if (bytes <= largestRequest) chunks.push(buffer);
  }
  if (bytes > largestRequest) {
    throw new ServiceError(
      'RequestEntityTooLargeException',
      'The request exceeds the size limit 4 MB.',
    );
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    // Looking at each value takes longer.
    if (!text.includes('"longValue"')) return JSON.parse(text);
    // A long that a JavaScript number would change comes as its own text, and is bound as such.
    return JSON.parse(text, (_key, value: unknown, { source }: { readonly source?: string }) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '')
        ? BigInt(source ?? 0)
        : value,
    );
  } catch (cause) {
    throw new ServiceError('BadRequestException', 'The request is not JSON.', { cause });
  }
}

function send(response: ServerResponse, status: number, body: string, errorType?: string): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-amzn-requestid': randomUUID(),
    ...(errorType === undefined ? {} : { 'x-amzn-errortype': errorType }),
  });
  response.end(body);
}

function sendHtml(response: ServerResponse, html: string): void {
  response.writeHead(502, { 'content-type': 'text/html' });
  response.end(html);
}
