import fc from 'fast-check';

import { rawSql, sql, text, type Statement } from '../../../../lib/data-api/sql.ts';
import type { TestWriters } from '../../../functions/writing/writers.ts';
import { integerBetween, type Draw } from '../../random/draw.ts';
import type { SiteWorld } from '../site-world.ts';

/** What edits are made in: the sites, and whoever writes over HTTP. */
export type EditableWorld = SiteWorld & { readonly writers: TestWriters };

/** A change of anything that a spatial view depends on. It may find nothing to change. */
export type WorldEdit = {
  readonly title: string;
  /** One statement, or work of any other kind. */
  readonly work: Statement | ((world: EditableWorld) => Promise<unknown>);
};

/** Draws an edit of one kind. */
export type DrawEdit = (draw: Draw, world: EditableWorld) => WorldEdit;

/** An edit that is one statement. */
export const statementEdit = (title: string, work: Statement): WorldEdit => ({ title, work });

/** Any one row of a table, by its key: the same where the same rows are there. @param where a condition on it */
export function randomRowId(
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

/** A UUID that nothing has yet. */
export const randomId = (draw: Draw): string => draw(fc.uuid, { version: 4 });
