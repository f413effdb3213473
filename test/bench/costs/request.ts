import { readFile } from 'node:fs/promises';

import type { WireValue } from '../../../infra/local/database/database.ts';
import type { Recorded } from './recorder.ts';

/** A statement written by hand: the name of its file in `bare`, and the values that it takes. */
export type Bare = { readonly file: string; readonly values: readonly (string | number)[] };

/** A request whose cost is measured. */
export type CostRequest = {
  /** What stands in the table, such as `GET /resources/ (500 ids)`. */
  readonly name: string;
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Who may ask so; everybody where it is left out. */
  readonly only?: 'Guest' | 'an account';
  /** The peers of its statements, in their order. */
  readonly bare: readonly Bare[];
  /** How many things the answer shows; where it is given, the bare statement gives as many. */
  readonly items?: (body: string) => number;
  /** How many the bare statement gives, where they are not its rows. */
  readonly given?: (texts: readonly string[]) => number;
};

/** The statement of a file, without its comments, and its values as untyped text: the statement casts them. */
export async function bareStatement({ file, values }: Bare): Promise<Recorded> {
  const text = await readFile(new URL(`./bare/${file}.sql`, import.meta.url), 'utf8');
  return {
    text: text.replaceAll(/^--.*\n/gm, ''),
    values: values.map((value): WireValue => ({ typeId: 0, value: String(value) })),
  };
}
