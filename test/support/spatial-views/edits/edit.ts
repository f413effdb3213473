import fc from 'fast-check';

import { rawSql, sql, text, type Statement } from '../../../../lib/data-api/sql.ts';
import type { TestWriters } from '../../../functions/writing/writers.ts';
import { integerBetween, type Draw } from '../../random/draw.ts';
import type { SiteWorld } from '../../world/sites/site-world.ts';

/** The sites, and the accounts that write over HTTP. */
export type EditableWorld = SiteWorld & { readonly writers: TestWriters };

/** A change of data, rights or views that spatial views depend on. It may change no row. */
export type WorldEdit = {
  readonly title: string;
  readonly change: Statement | ((world: EditableWorld) => Promise<unknown>);
};

export type DrawEdit = (draw: Draw, world: EditableWorld) => WorldEdit;

export const createStatementEdit = (title: string, change: Statement): WorldEdit => ({
  title,
  change,
});

/**
 * An expression that selects the key of a random row of a table. The choice depends only on the rows and the seed.
 * @param where a condition on the row
 */
export function selectRandomKey(
  draw: Draw,
  table: string,
  key: string,
  where: Statement = rawSql('true'),
): Statement {
  const salt = String(integerBetween(draw, 0, 999_999));
  return sql`(
  select any_row.${rawSql(key)}
  from ${rawSql(table)} any_row
  where ${where}
  order by md5(any_row.${rawSql(key)}::text || ${text(salt)})
  limit 1
)`;
}

export const drawId = (draw: Draw): string => draw(fc.uuid, { version: 4 });
