import { sql, text, type Statement } from '../../data-api/sql.ts';

/** SQL condition: the graph `g` has this id or slug. @param idOrSlug null matches no graph */
export function graphIdOrSlugCondition(idOrSlug: string | null): Statement {
  return sql`(
    g.slug = ${text(idOrSlug)}
    or g.graph_id::text = lower(${text(idOrSlug)})
  )`;
}
