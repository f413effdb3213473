import { functionDatabaseRoles } from '../../../lib/capabilities.ts';

/**
 * The roles of the database: `owner` for migrations, `service` for `hds`, `reader` for GIS desktops, and those of the functions
 * (lib/capabilities.ts).
 */
export const databaseRoles = ['owner', 'service', 'reader', ...functionDatabaseRoles] as const;

export type DatabaseRole = (typeof databaseRoles)[number];

/** Returns the name of a role in PostgreSQL. */
export function roleName(role: DatabaseRole): string {
  return `heritage_${role.replaceAll('-', '_')}`;
}

/** The value of a parameter `$n`, with the OID of its type. If the OID is 0, PostgreSQL infers the type. */
export type WireValue = {
  readonly typeId: number;
  readonly value: string | boolean | Uint8Array | null;
};

/** A statement for the extended query protocol, with values in the text format of PostgreSQL. */
export type WireQuery = {
  readonly text: string;
  readonly values: readonly (string | null)[];
  readonly types: readonly number[];
};

/** A column of a result; `tableId` is 0 if it is not a column of a table. */
export type WireField = {
  readonly name: string;
  readonly typeId: number;
  readonly tableId: number;
  readonly columnNumber: number;
};

/** The result of a statement, with values in the text format of PostgreSQL. A statement that returns no rows has no fields. */
export type WireResult = {
  readonly fields: readonly WireField[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** The number of inserted, updated, deleted or selected rows. */
  readonly affected: number;
  /** The first word of the command tag: `SELECT`, `COMMIT`, … */
  readonly command: string;
};

/** Whether a statement is cancelled after a timeout, or continues to run. The caller gets an error in both cases. */
export type AfterTimeout = 'stop' | 'continue';

/** A session that one caller uses for a transaction or a single statement. */
export interface Session {
  /**
   * Runs a statement.
   * @param timeout in milliseconds
   * @throws PostgresError (57014 after a timeout), SessionLost
   */
  query(
    sql: string,
    values: readonly WireValue[],
    timeout: number,
    afterTimeout?: AfterTimeout,
  ): Promise<WireResult>;
  /**
   * Ends the open transaction.
   * @returns false if it was rolled back, as by the commit of an aborted transaction
   * @throws PostgresError, SessionLost
   */
  endTransaction(statement: 'commit' | 'rollback'): Promise<boolean>;
  /** Waits until no statement is running. Never throws. */
  waitUntilIdle(): Promise<void>;
  /** Waits until no statement is running, then rolls back an open transaction, and resets and returns the session. Never throws. */
  release(): Promise<void>;
}

/** A local PostgreSQL with PostGIS and the roles of the service. */
export interface Database {
  /** Waits for a free session and sets its role. @throws DatabaseBusy after a time limit */
  borrowSession(role: DatabaseRole): Promise<Session>;
  close(): Promise<void>;
}

/** The fields of an error of PostgreSQL besides message and SQLSTATE. */
export type PostgresErrorParts = Readonly<
  Partial<Record<'Detail' | 'Hint' | 'Position' | 'Where', string>>
>;

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

/** Creates the error that PostgreSQL reports for a statement that takes too long. */
export function statementTimeoutError(): PostgresError {
  return new PostgresError('canceling statement due to statement timeout', '57014', {});
}

/** The session ended during a call, and so did its transaction. */
export class SessionLost extends Error {
  readonly code = 'session_lost';
  /** Whether the statement had been sent, so that it may have been executed. */
  readonly wasSent: boolean;

  constructor(message: string, wasSent: boolean) {
    super(message);
    this.wasSent = wasSent;
  }
}

/** No session became free in time. */
export class DatabaseBusy extends Error {
  readonly code = 'database_busy';
}

/** The database server lacks something that the service needs. The message contains the SQL to run. */
export class NativeDatabaseNotReady extends Error {
  readonly code = 'native_database_not_ready';
}

/** Converts a statement and its values to the wire format. */
export function toWireQuery(sql: string, values: readonly WireValue[]): WireQuery {
  return {
    text: sql,
    values: values.map(({ value }) => toWireText(value)),
    types: values.map(({ typeId }) => typeId),
  };
}

function toWireText(value: WireValue['value']): string | null {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return value === null ? null : String(value);
}

/** Returns the fields that PostgreSQL sent with an error. */
export function collectErrorParts(error: {
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
  readonly position?: string | undefined;
  readonly where?: string | undefined;
}): PostgresErrorParts {
  return {
    ...(error.detail === undefined ? {} : { Detail: error.detail }),
    ...(error.hint === undefined ? {} : { Hint: error.hint }),
    ...(error.position === undefined ? {} : { Position: error.position }),
    ...(error.where === undefined ? {} : { Where: error.where }),
  };
}

/** Converts column descriptions of `pg` and PGlite, which have the same form. */
export function toWireFields(
  fields: readonly {
    readonly name: string;
    readonly tableID: number;
    readonly columnID: number;
    readonly dataTypeID: number;
  }[],
): readonly WireField[] {
  return fields.map(({ name, tableID, columnID, dataTypeID }) => ({
    name,
    tableId: tableID,
    columnNumber: columnID,
    typeId: dataTypeID,
  }));
}
