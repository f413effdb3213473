/** Whom a caller of the local Data API is in the database. */
export const databaseRoles = ['owner', 'service', 'reader'] as const;

export type DatabaseRole = (typeof databaseRoles)[number];

/** The name of a role in PostgreSQL. */
export function roleName(role: DatabaseRole): string {
  return `heritage_${role}`;
}

/** A value for `$n`, with the id (OID) of its type; 0 leaves the type to PostgreSQL. */
export type WireValue = {
  readonly typeId: number;
  readonly value: string | boolean | Uint8Array | null;
};

/** One statement of the extended protocol, each value in PostgreSQL's text form. */
export type WireQuery = {
  readonly text: string;
  readonly values: readonly (string | null)[];
  readonly types: readonly number[];
};

/** A column as PostgreSQL describes it; `tableId` is 0 for what is no column of a table. */
export type WireField = {
  readonly name: string;
  readonly typeId: number;
  readonly tableId: number;
  readonly columnNumber: number;
};

/** What a statement answered; values are PostgreSQL's text form. A statement that returns no rows has no fields. */
export type WireResult = {
  readonly fields: readonly WireField[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** Rows that were inserted, updated, deleted or selected. */
  readonly affected: number;
  /** The first word of what PostgreSQL says that it did: `SELECT`, `COMMIT`, … */
  readonly command: string;
};

/** What becomes of a statement that is out of time. */
export type AfterTimeout = 'stop' | 'continue';

/** A session lent to one caller: for a transaction, or for one statement. */
export interface Session {
  /**
   * Runs one statement.
   * @param timeout milliseconds
   * @param afterTimeout whether a statement that is out of time is stopped, or goes on without its caller
   * @throws RefusedByPostgres (57014 when it took too long), SessionLost
   */
  query(
    sql: string,
    values: readonly WireValue[],
    timeout: number,
    afterTimeout?: AfterTimeout,
  ): Promise<WireResult>;
  /**
   * Ends the transaction that is open.
   * @returns false where it was rolled back, which is what the commit of an aborted transaction does
   * @throws RefusedByPostgres, SessionLost
   */
  endTransaction(statement: 'commit' | 'rollback'): Promise<boolean>;
  /** Settles when no statement is running. Never throws. */
  waitUntilIdle(): Promise<void>;
  /**
   * Gives the session back once no statement is running: what is open is rolled back, and what was set is forgotten.
   * Never throws.
   */
  release(): Promise<void>;
}

/** A local PostgreSQL with PostGIS and the roles of the service. */
export interface Database {
  /**
   * Lends a session that acts as a role, waiting until one is free.
   * @throws DatabaseBusy when none becomes free in time
   */
  borrowSession(role: DatabaseRole): Promise<Session>;
  close(): Promise<void>;
}

/** What PostgreSQL adds to the message of an error. */
export type PostgresErrorParts = Readonly<
  Partial<Record<'Detail' | 'Hint' | 'Position' | 'Where', string>>
>;

/** PostgreSQL refused a statement. */
export class PostgresError extends Error {
  readonly code = 'refused_by_postgres';
  readonly sqlState: string;
  readonly parts: PostgresErrorParts;

  constructor(message: string, sqlState: string, parts: PostgresErrorParts) {
    super(message);
    this.sqlState = sqlState;
    this.parts = parts;
  }
}

/** What PostgreSQL says when a statement takes too long. */
export function statementTimeoutError(): PostgresError {
  return new PostgresError('canceling statement due to statement timeout', '57014', {});
}

/** The session ended while it was lent, and its transaction with it. The message says why. */
export class SessionLost extends Error {
  readonly code = 'session_lost';
  /** Whether the statement was on its way: then it may have been carried out. */
  readonly wasSent: boolean;

  constructor(message: string, wasSent: boolean) {
    super(message);
    this.wasSent = wasSent;
  }
}

/** No session became free in time. The message says what holds it. */
export class DatabaseBusy extends Error {
  readonly code = 'database_busy';
}

/** The database server lacks what the service needs. The message says what to run there. */
export class NativeDatabaseNotReady extends Error {
  readonly code = 'native_database_not_ready';
}

/** Puts a statement and its values into the form that goes over the wire. */
export function toWireQuery(sql: string, values: readonly WireValue[]): WireQuery {
  return {
    text: sql,
    values: values.map(({ value }) => wireText(value)),
    types: values.map(({ typeId }) => typeId),
  };
}

function wireText(value: WireValue['value']): string | null {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return value === null ? null : String(value);
}

/** The parts of a refusal that PostgreSQL gave. */
export function postgresErrorParts(given: {
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
  readonly position?: string | undefined;
  readonly where?: string | undefined;
}): PostgresErrorParts {
  return {
    ...(given.detail === undefined ? {} : { Detail: given.detail }),
    ...(given.hint === undefined ? {} : { Hint: given.hint }),
    ...(given.position === undefined ? {} : { Position: given.position }),
    ...(given.where === undefined ? {} : { Where: given.where }),
  };
}
