import { documentQuery, listSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql, uuidArray } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { nodegroupsOfDescriptorsQuery } from '../descriptors/readable-names.ts';
import { readableNodegroupTable } from '../resources/readable-records.ts';
import {
  referencedConceptSchema,
  referencedResourceSchema,
  type ResourceDocument,
} from '../resources/resource-document.ts';
import {
  conceptRowsQuery,
  idsInDescriptorsColumn,
  referencedResourceRowsQuery,
  resourceIdsInDescriptorsQuery,
} from '../resources/resource-document-fragments.ts';

/** What values refer to: concept values, and visible resource instances with the names that a caller may read. */
export type References = Pick<ResourceDocument, 'concepts' | 'resources'>;

/** The ids in values, which need not exist. */
export type ReferencedIds = {
  readonly conceptValueIds: readonly string[];
  readonly resourceIds: readonly string[];
};

/** Finds what the values of many tiles refer to, each once. */
export function findReferences(
  caller: Caller,
  { conceptValueIds, resourceIds }: ReferencedIds,
): DocumentQuery<References> {
  return documentQuery(
    {
      withClause: sql`with candidate_resource as materialized (
  select r.resource_id, r.graph_id, r.descriptors, ${idsInDescriptorsColumn}
  from resource r
  where r.resource_id = any (array(select unnest(${uuidArray(resourceIds)})))
),
visible_id as materialized (
  select v.resource_id
  from visible_resource(${int(caller)}) v
  where v.resource_id = any (array(
    select c.resource_id from candidate_resource c
    union ${resourceIdsInDescriptorsQuery(sql`candidate_resource`)}
  ))
),
${readableNodegroupTable(caller, nodegroupsOfDescriptorsQuery(sql`candidate_resource`))},
referenced_resource as materialized (
  select c.*
  from candidate_resource c
  where c.resource_id in (select v.resource_id from visible_id v)
)
`,
      sections: {
        concept: listSection(
          referencedConceptSchema,
          conceptRowsQuery(sql`select unnest(${uuidArray(conceptValueIds)})`, 'all'),
        ),
        resource: listSection(
          referencedResourceSchema,
          referencedResourceRowsQuery(
            sql`referenced_resource`,
            sql`select n.nodegroup_id from readable_nodegroup n`,
            sql`select array_agg(v.resource_id) from visible_id v where v.resource_id = any (r.ids_in_descriptors)`,
            true,
          ),
        ),
      },
    },
    (section) => ({ concepts: section('concept'), resources: section('resource') }),
  );
}
