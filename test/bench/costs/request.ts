import { readFile } from 'node:fs/promises';

import type { WireValue } from '../../../infra/local/database/database.ts';
import type { RecordedStatement } from './recorder.ts';

/** A hand-written statement: the name of its file in `bare`, and its values. */
export type BareStatement = {
  readonly file: string;
  readonly values: readonly (string | number)[];
};

/** A request whose cost is measured. */
export type CostRequest = {
  /** Its name in the table, such as `GET /resources/ (500 ids)`. */
  readonly name: string;
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The only caller that may send the request. By default all callers may. */
  readonly only?: 'Guest' | 'an account';
  /** The bare statements with which the statements of the service are compared, in their order. */
  readonly bare: readonly BareStatement[];
  /** Counts the items in the answer. The bare statement must return as many, or one more. */
  readonly countItems?: (body: string) => number;
  /** Counts the items that the bare statement returns; by default it counts rows. */
  readonly countBareItems?: (texts: readonly string[]) => number;
};

/** Reads a statement from its file, without comments. Values are sent as texts, which the statement casts. */
export async function readBareStatement({
  file,
  values,
}: BareStatement): Promise<RecordedStatement> {
  const text = await readFile(new URL(`./bare/${file}.sql`, import.meta.url), 'utf8');
  return {
    text: text.replaceAll(/^--.*\n/gm, ''),
    values: values.map((value): WireValue => ({ typeId: 0, value: String(value) })),
  };
}
