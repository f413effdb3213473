/** Whom a caller of the local Data API is in the database. */
export const databaseRoles = ['owner', 'service', 'reader'] as const;

export type DatabaseRole = (typeof databaseRoles)[number];

/** The name of a role in PostgreSQL. */
export function roleName(role: DatabaseRole): string {
  return `heritage_${role}`;
}

/** One statement of the extended protocol: `$n` in the text, a value in PostgreSQL's text form and a type each. */
export type WireQuery = {
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** Type ids (OIDs); 0 leaves the type to PostgreSQL. */
  readonly types: readonly number[];
};

/** A column as PostgreSQL describes it; `tableId` is 0 for what is no column of a table. */
export type WireColumn = {
  readonly name: string;
  readonly tableId: number;
  readonly columnNumber: number;
  readonly typeId: number;
  readonly typeModifier: number;
};

/** What a statement answered; values are PostgreSQL's text form. `command` is such as `INSERT`. */
export type WireResult = {
  readonly columns: readonly WireColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly command: string;
  /** Rows that were inserted, updated, deleted or selected. */
  readonly affected: number;
};

/** How long a statement may take, and whether it is let run to its end when its time is over. */
export type TimeLimit = {
  readonly milliseconds: number;
  readonly continueAfterTimeout: boolean;
};

/** A session lent to one caller: a transaction, or one statement. */
export interface Session {
  /**
   * Runs one statement.
   * @throws SqlError, StatementTimeout, SessionLost
   */
  run(query: WireQuery, limit?: TimeLimit): Promise<WireResult>;
  /** Gives the session back: what is open is rolled back, and what was set is forgotten. Never throws. */
  release(): Promise<void>;
}

/** A local PostgreSQL with PostGIS and the roles of the service. */
export interface Database {
  readonly kind: 'embedded' | 'native';
  /**
   * Lends a session that acts as a role, waiting until one is free.
   * @throws DatabaseBusy when none becomes free in time
   */
  session(role: DatabaseRole): Promise<Session>;
  close(): Promise<void>;
}

/** What PostgreSQL says with an error, beside the message. */
export type SqlErrorFields = {
  readonly sqlState: string;
  readonly severity: string;
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
  readonly position?: string | undefined;
  readonly where?: string | undefined;
};

/** PostgreSQL refused a statement. */
export class SqlError extends Error {
  readonly code = 'sql_error';
  readonly fields: SqlErrorFields;

  constructor(message: string, fields: SqlErrorFields) {
    super(message);
    this.fields = fields;
  }
}

/** A statement ran longer than it may; nothing of it is kept. */
export class StatementTimeout extends Error {
  readonly code = 'statement_timeout';

  constructor() {
    super('canceling statement due to statement timeout');
  }
}

/** The session ended while it was lent, and its transaction with it. The message says why. */
export class SessionLost extends Error {
  readonly code = 'session_lost';
}

/** No session became free in time. The message says what holds it. */
export class DatabaseBusy extends Error {
  readonly code = 'database_busy';
}

/** The database server lacks what the service needs. The message says what to run there. */
export class DatabaseNotPrepared extends Error {
  readonly code = 'database_not_prepared';
}

/** Rejects with a StatementTimeout when the work takes too long; the work itself goes on. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new StatementTimeout()), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
