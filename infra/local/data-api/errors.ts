import { DatabaseBusy, PostgresError, SessionLost } from '../database/database.ts';
import { getErrorMessage } from '../error-message.ts';

/** The errors of the RDS Data API, with their HTTP status. */
const statusByError = {
  AccessDeniedException: 403,
  BadRequestException: 400,
  DatabaseErrorException: 400,
  DatabaseNotFoundException: 404,
  DatabaseResumingException: 400,
  DatabaseUnavailableException: 504,
  ForbiddenException: 403,
  InternalFailure: 500,
  InternalServerErrorException: 500,
  InvalidSecretException: 400,
  NotFoundException: 404,
  RequestEntityTooLargeException: 413,
  SecretsErrorException: 400,
  ServiceUnavailableError: 503,
  StatementTimeoutException: 400,
  ThrottlingException: 400,
  TransactionNotFoundException: 404,
  UnsupportedResultException: 400,
  ValidationException: 400,
} as const;

export type ServiceErrorName = keyof typeof statusByError;

/** An error response of the RDS Data API. */
export class ServiceError extends Error {
  readonly code: ServiceErrorName;
  readonly status: number;

  constructor(code: ServiceErrorName, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = code;
    this.code = code;
    this.status = statusByError[code];
  }
}

/** Formats an error of PostgreSQL as the Data API does: `ERROR: …; Detail: …; Hint: …; Position: …; Where: …; SQLState: …`. */
function fromPostgresError(error: PostgresError): ServiceError {
  if (isStatementTimeout(error)) {
    return new ServiceError('StatementTimeoutException', error.message, { cause: error });
  }
  const { Detail, Hint, Position, Where } = error.parts;
  const parts = Object.entries({ Detail, Hint, Position, Where })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}; `);
  const message = `ERROR: ${error.message}; ${parts.join('')}SQLState: ${error.sqlState}`;
  return new ServiceError('DatabaseErrorException', message, { cause: error });
}

/** Whether an error is the timeout of a statement. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof PostgresError && error.sqlState === '57014';
}

/**
 * Converts a thrown value to an error of the Data API. A lost session becomes an error that makes clients retry a call outside
 * of a transaction. A busy database is the fault of the caller, so it becomes an error that clients do not retry.
 */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof PostgresError) return fromPostgresError(error);
  const message = getErrorMessage(error);
  if (error instanceof DatabaseBusy) {
    return new ServiceError('BadRequestException', message, { cause: error });
  }
  if (error instanceof SessionLost) {
    return new ServiceError('DatabaseUnavailableException', message, { cause: error });
  }
  return new ServiceError('InternalServerErrorException', message, { cause: error });
}
