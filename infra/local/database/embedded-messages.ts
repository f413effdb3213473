import type { PostgresErrorParts, WireQuery, WireResult } from './database.ts';

/** How the thread opens its database. A template is an archive of a prepared database (tar, gzip). */
export type WorkerData =
  | { readonly kind: 'from nothing' }
  | { readonly kind: 'in memory'; readonly template: Uint8Array }
  | { readonly kind: 'in folder'; readonly directory: string };

/**
 * A request to the thread: to run a query, to dump the database, or to close it. The statements `before` run first, in the
 * simple query protocol.
 */
export type WorkerRequest =
  | {
      readonly id: number;
      readonly kind: 'run';
      readonly before: string;
      readonly query: WireQuery | undefined;
    }
  | { readonly id: number; readonly kind: 'dump' }
  | { readonly id: number; readonly kind: 'close' };

/** The id of the first response, which is sent without a request when the database is open or cannot be opened. */
export const openedId = 0;

/** A response of the thread. */
export type WorkerResponse =
  | { readonly id: number; readonly kind: 'done' }
  | { readonly id: number; readonly kind: 'result'; readonly result: WireResult }
  | { readonly id: number; readonly kind: 'dumped'; readonly bytes: Uint8Array }
  | {
      readonly id: number;
      readonly kind: 'refused';
      readonly message: string;
      readonly sqlState: string;
      readonly parts: PostgresErrorParts;
    }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string };
