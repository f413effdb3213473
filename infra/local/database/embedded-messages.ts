import type { PostgresErrorParts, WireQuery, WireResult } from './database.ts';

/** The start options of the thread. A template is a prepared database (tar, gzip). */
export type WorkerData =
  | { readonly kind: 'from nothing' }
  | { readonly kind: 'in memory'; readonly template: Uint8Array }
  | { readonly kind: 'in folder'; readonly directory: string };

/** A request to the thread: run a query (after the statements `before`, in the simple protocol), dump the database, or close it. */
export type WorkerRequest =
  | {
      readonly id: number;
      readonly kind: 'run';
      readonly before: string;
      readonly query: WireQuery | undefined;
    }
  | { readonly id: number; readonly kind: 'dump' }
  | { readonly id: number; readonly kind: 'close' };

/** The id of the first response, which has no request: the database is open, or cannot be opened. */
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
