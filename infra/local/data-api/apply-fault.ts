import type { ServerResponse } from 'node:http';

import { ServiceError } from './errors.ts';
import type { Fault } from './faults.ts';

/**
 * Fails a call before anything is done.
 * @param body the request, for the transaction that it may name
 * @param kill ends a transaction
 * @throws ServiceError as the fault says
 */
export async function applyFaultBefore(
  fault: Fault | undefined,
  body: unknown,
  kill: (transactionId: string) => Promise<void>,
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
    case 'html':
      throw new HtmlResponse();
    case 'reset':
      throw new ConnectionReset();
    case 'delay':
      await new Promise((resolve) => {
        setTimeout(resolve, fault.milliseconds);
      });
      return;
    case 'kill-transaction':
      if (typeof body === 'object' && body !== null && 'transactionId' in body) {
        await kill(String(body.transactionId));
      }
  }
}

/** An answer that is no JSON, as a proxy in between gives it. */
export class HtmlResponse extends ServiceError {
  readonly html = '<html><body><h1>502 Bad Gateway</h1></body></html>';

  constructor() {
    super('InternalServerErrorException', 'Bad Gateway');
  }
}

/** The connection ends without an answer. */
export class ConnectionReset extends Error {
  readonly code = 'connection_reset';
}

/** Loses the answer of a call that was carried out. */
export async function applyFaultAfter(
  fault: Fault,
  response: ServerResponse,
  answer: string,
): Promise<void> {
  if (fault.kind === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (fault.kind === 'delay') {
    await new Promise((resolve) => {
      setTimeout(resolve, fault.milliseconds);
    });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(answer);
    return;
  }
  const isHtml = fault.kind === 'html';
  response.writeHead(isHtml ? 502 : 500, {
    'content-type': isHtml ? 'text/html' : 'application/json',
    ...(isHtml ? {} : { 'x-amzn-errortype': 'InternalServerErrorException' }),
  });
  response.end(isHtml ? '<html></html>' : '{"message":"An internal error occurred."}');
}
