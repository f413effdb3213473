import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { ServiceError } from './errors.ts';
import type { Fault } from './faults.ts';

/**
 * Applies a fault to a call that is not yet executed: fails or delays it, or ends its transaction.
 * @param killTransaction ends the transaction with an id
 * @throws ServiceError
 */
export async function applyFaultBefore(
  fault: Fault | undefined,
  body: unknown,
  killTransaction: (transactionId: string) => Promise<void>,
): Promise<void> {
  if (fault === undefined) return;
  switch (fault.kind) {
    case 'resuming':
      throw new ServiceError(
        'DatabaseResumingException',
        'The Aurora DB instance arn:aws:rds:eu-west-1:000000000000:db:heritage-local is resuming after being auto-paused. Please wait a few seconds and try again.',
      );
    case 'throttling':
      throw new ServiceError('ThrottlingException', 'Rate exceeded');
    case 'unavailable':
      throw new ServiceError('ServiceUnavailableError', 'The service is not available.');
    case 'internal':
      throw new ServiceError('InternalServerErrorException', 'An internal error occurred.');
    case 'secrets':
      throw new ServiceError('SecretsErrorException', 'The secret cannot be read at present.');
    case 'forbidden':
      throw new ServiceError('ForbiddenException', 'The secret does not belong to this cluster.');
    case 'password':
      throw new ServiceError(
        'DatabaseErrorException',
        'FATAL: password authentication failed for user "heritage_service"; SQLState: 28P01',
      );
    case 'html':
      throw new HtmlResponse();
    case 'reset':
      throw new ConnectionReset();
    case 'delay':
      await wait(fault.milliseconds);
      return;
    case 'kill-transaction':
      if (typeof body === 'object' && body !== null && 'transactionId' in body) {
        await killTransaction(String(body.transactionId));
      }
  }
}

/** The response is HTML instead of JSON, as if a proxy had sent it. */
export class HtmlResponse extends ServiceError {
  readonly html = '<html><body><h1>502 Bad Gateway</h1></body></html>';

  constructor() {
    super('InternalServerErrorException', 'Bad Gateway');
  }
}

/** The connection closes without a response. */
export class ConnectionReset extends Error {
  readonly code = 'connection_reset';
}

/** Applies a fault to the response of a call that was executed: loses, replaces or delays it. */
export async function applyFaultAfter(
  fault: Fault,
  response: ServerResponse,
  body: string,
): Promise<void> {
  if (fault.kind === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (fault.kind === 'delay') {
    await wait(fault.milliseconds);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(body);
    return;
  }
  const isHtml = fault.kind === 'html';
  response.writeHead(isHtml ? 502 : 500, {
    'content-type': isHtml ? 'text/html' : 'application/json',
    ...(isHtml ? {} : { 'x-amzn-errortype': 'InternalServerErrorException' }),
  });
  response.end(isHtml ? '<html></html>' : '{"message":"An internal error occurred."}');
}
