import * as z from 'zod';

import { documentQuery, listSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql, uuidArray } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { labelledValueSchema, labelledValueRowsQuery } from '../concepts/concept-labels.ts';
import {
  listedNameTables,
  listedResourceRowsQuery,
  listedResourceSchema,
} from '../resources/listed-names.ts';
import { idsInDescriptorsColumn } from '../resources/resource-document-fragments.ts';

/** The labels of concept values, and the names of visible resource instances that the caller may read. */
export type ShownLabels = {
  readonly concepts: readonly z.output<typeof labelledValueSchema>[];
  readonly resources: readonly z.output<typeof listedResourceSchema>[];
};

/** Finds the texts that are shown for ids in values. */
export function findShownLabels(
  caller: Caller,
  valueIds: readonly string[],
  resourceIds: readonly string[],
): DocumentQuery<ShownLabels> {
  return documentQuery(
    {
      withClause: sql`with listed_resource as materialized (
    select r.*, ${idsInDescriptorsColumn}
    from visible_among(${int(caller)}, ${uuidArray(resourceIds)}) v
    join resource r on r.resource_id = v.resource_id
  ),
  ${listedNameTables(caller, sql`listed_resource`)}`,
      sections: {
        concept: listSection(
          labelledValueSchema,
          labelledValueRowsQuery(sql`v.value_id = any (${uuidArray(valueIds)})`),
        ),
        resource: listSection(listedResourceSchema, listedResourceRowsQuery(sql`listed_resource`)),
      },
    },
    (section) => ({ concepts: section('concept'), resources: section('resource') }),
  );
}
