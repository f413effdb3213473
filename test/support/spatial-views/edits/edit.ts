import fc from 'fast-check';

import { plain, sql, text, type Statement } from '../../../../lib/data-api/sql.ts';
import type { TestWriters } from '../../../functions/writing/writers.ts';
import { between, type Draw } from '../../../functions/permissions/draw.ts';
import type { SiteWorld } from '../world.ts';

/** What edits are made in: the sites, and whoever writes over HTTP. */
export type EditedWorld = SiteWorld & { readonly writers: TestWriters };

/** A change of anything that a spatial view depends on. It may find nothing to change. */
export type Edit = {
  readonly title: string;
  /** One statement, or work of any other kind. */
  readonly work: Statement | ((world: EditedWorld) => Promise<unknown>);
};

/** Draws an edit of one kind. */
export type DrawEdit = (draw: Draw, world: EditedWorld) => Edit;

/** An edit that is one statement. */
export const byStatement = (title: string, work: Statement): Edit => ({ title, work });

/** Any one row of a table, by its key: the same where the same rows are there. @param where a condition on it */
export function anyRow(
  draw: Draw,
  table: string,
  key: string,
  where: Statement = plain('true'),
): Statement {
  const salt = String(between(draw, 0, 999_999));
  return sql`(
  select any_row.${plain(key)}
  from ${plain(table)} any_row
  where ${where}
  order by md5(any_row.${plain(key)}::text || ${text(salt)})
  limit 1
)`;
}

/** A UUID that nothing has yet. */
export const newId = (draw: Draw): string => draw(fc.uuid, { version: 4 });
