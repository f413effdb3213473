import { sql, type Statement } from '../../data-api/sql.ts';

/** An SQL expression: the identifiers of a resource instance as JSON, in the order in which they were added; null if it has none. */
export function identifiersExpression(resourceId: Statement): Statement {
  return sql`(
  select jsonb_agg(
    jsonb_build_object('identifier', x.identifier, 'source', x.source, 'identifier_type', x.identifier_type)
    order by x.resource_identifier_id
  )
  from resource_identifier x
  where x.resource_id = ${resourceId}
)`;
}
