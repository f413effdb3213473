/** What is known of the outcome of a call that failed: nothing was done, or it may have been. */
export type CallOutcome = 'none' | 'unknown';

/** A statement was refused by the database. `sqlState` is PostgreSQL's five-character code. */
export class DatabaseError extends Error {
  readonly code = 'database_error';
  readonly sqlState: string | undefined;
  readonly constraint: string | undefined;
  /** What the database, or a function of ours in it, says is wrong, without details that may hold what is stored. */
  readonly summary: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseError';
    // The state stands at the end; detail and hint before it may hold anything, so it is read from the right.
    this.sqlState = /SQLState: ([0-9A-Z]{5})$/.exec(message)?.[1];
    this.summary = message
      .replace(/^ERROR: /, '')
      .split(/\n|; (?:Detail|Hint|Position|Where|SQLState): /, 1)
      .join('');
    this.constraint = /violates \w+(?: \w+)* constraint "([^"]+)"/.exec(message)?.[1];
  }
}

/** The database is waking from its pause and did not answer within the time there was. */
export class DatabaseWaking extends Error {
  readonly code = 'database_waking';
}

/** A result was larger than the 1 MiB of one call; what reads it must go through chunks. */
export class ResultTooLarge extends Error {
  readonly code = 'result_too_large';
}

/** A request brings more than one call takes. Nothing was done: it was not sent. */
export class StatementTooLarge extends Error {
  readonly code = 'statement_too_large';
}

/** The transaction is gone: it expired, or an error before ended it. */
export class TransactionLost extends Error {
  readonly code = 'transaction_lost';
}

/** The Data API could not be asked, or failed. For a write the outcome may be unknown. */
export class DataApiUnavailable extends Error {
  readonly code = 'data_api_unavailable';
  readonly outcome: CallOutcome;

  constructor(message: string, outcome: CallOutcome, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DataApiUnavailable';
    this.outcome = outcome;
  }
}

/** The call itself is wrong: access, secret, cluster, or a statement over a limit. It is ours to mend, not the caller's. */
export class DataApiRefused extends Error {
  readonly code = 'data_api_refused';
}

const beforeExecution = new Set([
  'AccessDeniedException',
  'BadRequestException',
  'ValidationException',
  'DatabaseNotFoundException',
  'ForbiddenException',
  'HttpEndpointNotEnabledException',
  'InvalidResourceStateException',
  'InvalidSecretException',
  'SecretsErrorException',
  'NotFoundException',
  'ExpiredTokenException',
  'InvalidSignatureException',
  'UnrecognizedClientException',
]);

/**
 * Turns what the AWS client throws into our errors.
 * Source: the error table of the RDS Data API (names as in the service model).
 */
export function toDataApiError(cause: unknown): Error {
  if (!(cause instanceof Error))
    return new DataApiUnavailable('The Data API call failed.', 'unknown', { cause });
  const { name, message } = cause;
  if (name === 'DatabaseErrorException') return new DatabaseError(message, { cause });
  if (name === 'DatabaseResumingException') return new DatabaseWaking(message, { cause });
  if (name === 'TransactionNotFoundException') return new TransactionLost(message, { cause });
  if (name === 'StatementTimeoutException') {
    return new DatabaseError(`${message}; SQLState: 57014`, { cause });
  }
  if (name === 'UnsupportedResultException' && /size limit/.test(message)) {
    return new ResultTooLarge(message, { cause });
  }
  if (name === 'RequestEntityTooLargeException') return new StatementTooLarge(message, { cause });
  if (name === 'ThrottlingException') return new DataApiUnavailable(message, 'none', { cause });
  if (beforeExecution.has(name) || name === 'UnsupportedResultException') {
    return new DataApiRefused(`${name}: ${message}`, { cause });
  }
  return new DataApiUnavailable(`${name}: ${message}`, 'unknown', { cause });
}

/** True for errors that say the same transaction may succeed when run again: a serialization failure or a deadlock. */
export function isTransientError(error: unknown): boolean {
  return (
    error instanceof DatabaseError && (error.sqlState === '40001' || error.sqlState === '40P01')
  );
}
