import type { BoundValue, WireResult } from './database.ts';

/** What the thread of the embedded database is asked. */
export type Request =
  | { readonly id: number; readonly kind: 'script'; readonly sql: string }
  | {
      readonly id: number;
      readonly kind: 'query';
      readonly sql: string;
      readonly values: readonly BoundValue[];
    }
  | { readonly id: number; readonly kind: 'close' };

export type Failure = {
  readonly message: string;
  readonly sqlState: string;
  readonly parts: Readonly<Partial<Record<'Detail' | 'Hint' | 'Position' | 'Where', string>>>;
};

/** What it answers. */
export type Response =
  | { readonly id: number; readonly kind: 'result'; readonly result: WireResult }
  | { readonly id: number; readonly kind: 'failure'; readonly failure: Failure };

/** What the thread is started with. */
export type Start = {
  /** The folder of the database; none for one in memory. */
  readonly directory: string | undefined;
  /** A packed data folder to begin an empty database with. */
  readonly template: Uint8Array | undefined;
};
