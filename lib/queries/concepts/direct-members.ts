import { sql, type Statement } from '../../data-api/sql.ts';

/**
 * Joins the direct members of a collection, as `r (to_concept_id)`. The offset makes PostgreSQL look them up by index for
 * each collection.
 * @param collectionId an SQL expression
 */
export function directMembersJoin(collectionId: Statement): Statement {
  return sql`cross join lateral (
      select r.to_concept_id
      from concept_relation r
      where r.from_concept_id = ${collectionId}
        and r.relation_type = 'member'
      offset 0
    ) r`;
}
