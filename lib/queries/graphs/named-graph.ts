import { sql, text, type Statement } from '../../data-api/sql.ts';

/**
 * The condition that a graph, `g` in the statement around it, is the one that somebody names.
 * @param name its id or slug; null names none
 */
export function isGraphNamed(name: string | null): Statement {
  return sql`(
    g.slug = ${text(name)}
    or g.graph_id::text = lower(${text(name)})
  )`;
}
