import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { PostgresError, type Database } from '../database/database.ts';
import { isSecretsRequest, handleSecretsRequest } from '../secrets/handle-secrets-request.ts';
import { createMemorySecretStore, type SecretStore } from '../secrets/secret-store.ts';
import {
  exportsPath,
  filesPath,
  findServedPath,
  serveStoredFile,
  type ServedFolders,
} from '../stores/serve-stored-file.ts';
import { receiveFile } from '../stores/receive-file.ts';
import { handleControlRequest } from './handle-control-request.ts';
import { createCounters, type Counters } from './counters.ts';
import { ServiceError, toServiceError } from './errors.ts';
import { ConnectionReset, applyFaultBefore, HtmlResponse, applyFaultAfter } from './apply-fault.ts';
import { createFaults, type Faults } from './faults.ts';
import { createOperations } from './operations.ts';
import { parseRequest, isOperationName, type OperationName } from './request-schemas.ts';
import { serviceTransactionTimeouts, type TransactionTimeouts } from './transactions.ts';

export type DataApiEmulatorOptions = {
  readonly database: Database;
  /** The secrets of the emulated AWS Secrets Manager; by default in memory. */
  readonly secrets?: SecretStore;
  /** The folders whose files are served to clients with a signed link: of exports, and of tiles; by default none. */
  readonly exportFolder?: string;
  readonly fileFolder?: string;
  /** By default any free port. */
  readonly port?: number;
  /** Whether to refuse rows over 64 KB; by default true. */
  readonly refusesLargeRows?: boolean;
  /** In milliseconds; by default 45 s. */
  readonly statementTimeout?: number;
  readonly transactionTimeouts?: Partial<TransactionTimeouts>;
  /** Milliseconds added to every call; by default none. */
  readonly latency?: number;
};

/** A running emulator. */
export type DataApiEmulator = {
  readonly url: string;
  readonly counters: Counters;
  readonly faults: Faults;
  /** Does not close the database. */
  readonly close: () => Promise<void>;
};

const maxRequestBytes = 4 * 1024 * 1024;

/** Starts an emulator of the RDS Data API on the loopback address. It refuses what the Data API refuses. */
export async function startDataApiEmulator(
  options: DataApiEmulatorOptions,
): Promise<DataApiEmulator> {
  const counters = createCounters();
  const faults = createFaults();
  const secrets = options.secrets ?? createMemorySecretStore();
  const operations = createOperations({
    database: options.database,
    counters,
    refusesLargeRows: options.refusesLargeRows ?? true,
    statementTimeout: options.statementTimeout ?? 45_000,
    transactionTimeouts: { ...serviceTransactionTimeouts, ...options.transactionTimeouts },
    latency: options.latency ?? 0,
  });

  const handlers: Readonly<Record<OperationName, (body: unknown) => Promise<unknown>>> = {
    Execute: (body) => operations.Execute(parseRequest('Execute', body)),
    BatchExecute: (body) => operations.BatchExecute(parseRequest('BatchExecute', body)),
    BeginTransaction: (body) => operations.BeginTransaction(parseRequest('BeginTransaction', body)),
    CommitTransaction: (body) =>
      operations.CommitTransaction(parseRequest('CommitTransaction', body)),
    RollbackTransaction: (body) =>
      operations.RollbackTransaction(parseRequest('RollbackTransaction', body)),
  };

  const servedFolders: ServedFolders = {
    [exportsPath]: options.exportFolder,
    [filesPath]: options.fileFolder,
  };

  async function executeOperation(name: OperationName, text: string): Promise<string> {
    const body = parseBody(text);
    await applyFaultBefore(faults.take('before', `${name} ${text}`), body, operations.kill);
    return JSON.stringify(await handlers[name](body));
  }

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = (request.url ?? '').slice(1);
    if (name.startsWith('emulator/'))
      return handleControlRequest(request, response, { counters, faults });
    if (request.method === 'POST' && request.url === filesPath && options.fileFolder !== undefined)
      return receiveFile(request, response, options.fileFolder);
    const servedPath = findServedPath(request, servedFolders);
    const servedFolder = servedFolders[servedPath ?? ''];
    if (servedPath !== undefined && servedFolder !== undefined)
      return serveStoredFile(request, response, servedPath, servedFolder);
    if (isSecretsRequest(request)) {
      return handleSecretsRequest(request, response, await readBody(request), secrets);
    }
    const attempt = Number(
      /attempt=(\d+)/.exec(String(request.headers['amz-sdk-request']))?.[1] ?? 1,
    );
    let bytesIn = 0;
    try {
      if (request.method !== 'POST' || !isOperationName(name)) {
        throw new ServiceError(
          'NotFoundException',
          `Unknown operation: ${request.method} /${name}.`,
        );
      }
      checkAuthorization(request);
      const text = await readBody(request);
      bytesIn = Buffer.byteLength(text);
      const body = await executeOperation(name, text);
      const fault = faults.take('after', `${name} ${text}`);
      counters.countRequest(name, attempt, bytesIn, Buffer.byteLength(body));
      if (fault !== undefined) return await applyFaultAfter(fault, response, body);
      send(response, 200, body);
    } catch (error) {
      if (error instanceof ConnectionReset) {
        response.socket?.resetAndDestroy();
        return;
      }
      const failure = toServiceError(error);
      if (failure.cause instanceof PostgresError) counters.countRefusal(failure.cause.sqlState);
      const body = JSON.stringify({ message: failure.message });
      counters.countRequest(name, attempt, bytesIn, Buffer.byteLength(body));
      if (error instanceof HtmlResponse) return sendHtml(response, error.html);
      send(response, failure.status, body, failure.code);
    }
  }

  const server = createServer((request, response) => {
    // handleRequest answers all errors except those of sending, such as a closed socket.
    handleRequest(request, response).catch(() => response.destroy());
  });
  // Idle connections are not closed: a write could arrive at that moment, and clients do not retry writes.
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

/**
 * Reads the body of a request. The size limit includes the headers. A request that is too large is read to its end, because
 * otherwise the client would not read the response.
 */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = request.rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, 0);
  for await (const chunk of request) {
    const buffer: Buffer = chunk;
    bytes += buffer.length;
    if (bytes <= maxRequestBytes) chunks.push(buffer);
  }
  if (bytes > maxRequestBytes) {
    throw new ServiceError(
      'RequestEntityTooLargeException',
      'The request exceeds the size limit 4 MB.',
    );
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseBody(text: string): unknown {
  try {
    // The reviver below is slow, so it is only used if there can be large integers.
    if (!text.includes('"longValue"')) return JSON.parse(text);
    // Parses integers that a JavaScript number cannot represent as bigint.
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
