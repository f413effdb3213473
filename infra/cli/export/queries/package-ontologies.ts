import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../../../lib/data-api/query.ts';
import { sql, rawSql, uuid } from '../../../../lib/data-api/sql.ts';
import type { PagedStatement } from '../../../../lib/data-api/read-pages.ts';

const exportedOntologySchema = z
  .object({
    ontologyId: z.string(),
    name: z.string(),
    version: z.string(),
    /** Prefix by namespace URI. */
    namespaces: z.record(z.string(), z.string()).readonly(),
  })
  .readonly();

/** An ontology of an export, without its terms. */
export type ExportedOntology = z.output<typeof exportedOntologySchema>;

/** Lists the ontologies by id. */
export function listOntologies(): RowsQuery<readonly ExportedOntology[]> {
  return manyRows(
    sql`select jsonb_build_object(
  'ontologyId', o.ontology_id,
  'name', o.name,
  'version', o.version,
  'namespaces', coalesce(o.document -> 'namespaces', '{}')
)::text
from ontology o
order by o.ontology_id`,
    exportedOntologySchema,
  );
}

/** Reads the classes or the properties of an ontology as JSON with a member `uri`, in the order of their URIs. */
export function pageOntologyTerms(ontologyId: string, kind: 'class' | 'property'): PagedStatement {
  const uri = rawSql(`t.${kind}_uri`);
  return {
    items: (
      after,
      limit,
    ) => sql`select ${uri} as key, (t.document || jsonb_build_object('uri', ${uri}))::text as item
        from ${rawSql(`ontology_${kind}`)} t
        where t.ontology_id = ${uuid(ontologyId)}
          and ${uri} > coalesce(${after}, '')
        order by ${uri}
        limit ${limit}`,
  };
}
