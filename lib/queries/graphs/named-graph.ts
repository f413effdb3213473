import { sql, text, type Statement } from '../../data-api/sql.ts';

/** The condition that a graph `g` has this id or slug. @param name null matches no graph */
export function isGraphNamed(name: string | null): Statement {
  return sql`(
    g.slug = ${text(name)}
    or g.graph_id::text = lower(${text(name)})
  )`;
}
