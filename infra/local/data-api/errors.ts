import { DatabaseBusy, PostgresError, SessionLost } from '../database/database.ts';

/** The errors that the service is known to answer with, and their HTTP status. */
const statuses = {
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

export type ServiceErrorName = keyof typeof statuses;

/** An error as the service answers it. */
export class ServiceError extends Error {
  readonly code: ServiceErrorName;
  readonly status: number;

  constructor(code: ServiceErrorName, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = code;
    this.code = code;
    this.status = statuses[code];
  }
}

/**
 * Words a refusal of PostgreSQL as the service does:
 * `ERROR: …; Detail: …; Hint: …; Position: …; Where: …; SQLState: …`.
 */
function databaseError(refused: PostgresError): ServiceError {
  if (isStatementTimeout(refused)) {
    return new ServiceError('StatementTimeoutException', refused.message, { cause: refused });
  }
  const { Detail, Hint, Position, Where } = refused.parts;
  const parts = Object.entries({ Detail, Hint, Position, Where })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}; `);
  const message = `ERROR: ${refused.message}; ${parts.join('')}SQLState: ${refused.sqlState}`;
  return new ServiceError('DatabaseErrorException', message, { cause: refused });
}

/** Whether an error says that a statement took too long. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof PostgresError && error.sqlState === '57014';
}

/**
 * The error that a call answers with, whatever happened. A database that is busy is no failure of the service: the call
 * must be mended, so it is nothing that a client tries again. A session that is lost outside of a transaction is.
 */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof PostgresError) return databaseError(error);
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof DatabaseBusy) {
    return new ServiceError('BadRequestException', message, { cause: error });
  }
  if (error instanceof SessionLost) {
    return new ServiceError('DatabaseUnavailableException', message, { cause: error });
  }
  return new ServiceError('InternalServerErrorException', message, { cause: error });
}
