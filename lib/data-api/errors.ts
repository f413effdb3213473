/** The outcome of a failed call: it had no effect, or its effect is unknown. */
export type CallOutcome = 'none' | 'unknown';

/** The database refused a statement. `sqlState` is PostgreSQL's five-character code. */
export class DatabaseError extends Error {
  readonly code = 'database_error';
  readonly sqlState: string | undefined;
  readonly constraint: string | undefined;
  /** The message without its details, which may contain stored values. */
  readonly summary: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseError';
    // Detail and hint can contain any text, so the state is read from the end.
    this.sqlState = /SQLState: ([0-9A-Z]{5})$/.exec(message)?.[1];
    this.summary = message
      .replace(/^ERROR: /, '')
      .split(/\n|; (?:Detail|Hint|Position|Where|SQLState): /, 1)
      .join('');
    this.constraint = /violates \w+(?: \w+)* constraint "([^"]+)"/.exec(message)?.[1];
  }
}

/**
 * The classes of SQL states that say nothing about the data: conflicts, locks, missing resources, a shutdown, system errors (PostgreSQL,
 * appendix A).
 */
const statesUnrelatedToData = /^(08|40|53|55P03|57P|58)/;

/** Whether the database refused a statement because of its data, so that the same statement with other data can succeed. */
export function isDataRefusal(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && !statesUnrelatedToData.test(error.sqlState ?? '');
}

/** The database is resuming from its pause, and did not respond in time. */
export class DatabaseWaking extends Error {
  readonly code = 'database_waking';
}

/** A result exceeds the 1 MiB of one call; read it in chunks. */
export class ResultTooLarge extends Error {
  readonly code = 'result_too_large';
}

/** A request exceeds the size limit of one call. It was not sent. */
export class StatementTooLarge extends Error {
  readonly code = 'statement_too_large';
}

/** The transaction has ended: it expired, or an earlier error ended it. */
export class TransactionLost extends Error {
  readonly code = 'transaction_lost';
}

/** The Data API cannot be reached, or failed. If the call was a write, `outcome` can be unknown. */
export class DataApiUnavailable extends Error {
  readonly code = 'data_api_unavailable';
  readonly outcome: CallOutcome;

  constructor(message: string, outcome: CallOutcome, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DataApiUnavailable';
    this.outcome = outcome;
  }
}

/**
 * The database refused the password in the secret. The call had no effect. A rotation changes the password and then the secret, so the
 * next call can succeed.
 */
export class PasswordRefused extends DataApiUnavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, 'none', options);
    this.name = 'PasswordRefused';
  }
}

/** The call is invalid: no access, a wrong cluster, or a statement over a limit. The caller of the API cannot fix it. */
export class InvalidDataApiCall extends Error {
  readonly code = 'data_api_refused';
}

const errorsBeforeExecution = new Set([
  'AccessDeniedException',
  'BadRequestException',
  'ValidationException',
  'DatabaseNotFoundException',
  'ForbiddenException',
  'HttpEndpointNotEnabledException',
  'NotFoundException',
  'ExpiredTokenException',
  'InvalidSignatureException',
  'UnrecognizedClientException',
]);

/** Errors before execution that may pass: the rate is too high, Secrets Manager did not answer in time, the cluster is being changed. */
const errorsThatPass = new Set([
  'ThrottlingException',
  'SecretsErrorException',
  'InvalidResourceStateException',
]);

/** Converts an error of a call. Source: the error table of the RDS Data API (names as in the service model). */
export function toDataApiError(cause: unknown): Error {
  if (!(cause instanceof Error))
    return new DataApiUnavailable('The Data API call failed.', 'unknown', { cause });
  const { name, message } = cause;
  if (
    message.startsWith('FATAL: password authentication failed') ||
    name === 'InvalidSecretException'
  ) {
    return new PasswordRefused(message, { cause });
  }
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
  if (errorsThatPass.has(name)) {
    return new DataApiUnavailable(`${name}: ${message}`, 'none', { cause });
  }
  if (errorsBeforeExecution.has(name) || name === 'UnsupportedResultException') {
    return new InvalidDataApiCall(`${name}: ${message}`, { cause });
  }
  return new DataApiUnavailable(`${name}: ${message}`, 'unknown', { cause });
}

/** Whether the same transaction can succeed if it runs again, as after a serialization failure or a deadlock. */
export function isTransientError(error: unknown): boolean {
  return (
    error instanceof DatabaseError && (error.sqlState === '40001' || error.sqlState === '40P01')
  );
}
