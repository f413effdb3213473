import * as z from 'zod';

import {
  documentQuery,
  listSection,
  optionalSection,
  requiredSection,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql, uuidArray } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { listedModelSection, type ListedModel } from '../graphs/listed-model.ts';
import { readableModelTable } from '../graphs/readable-models.ts';
import {
  listedNameTables,
  listedResourceRowsQuery,
  listedResourceSchema,
  type ListedResource,
} from '../resources/listed-names.ts';
import { idsInDescriptorsColumn } from '../resources/resource-document-fragments.ts';
import { usernameQuery } from '../users/username-query.ts';

/** What the page of a search shows beside its fields. */
export type FoundRecords = {
  readonly resources: readonly ListedResource[];
  /** The resource models that the caller may know, by id. */
  readonly models: readonly ListedModel[];
  readonly username: string | undefined;
  readonly mayReadThesaurus: boolean;
};

/** Finds the names of resource instances that the caller may see, and the models to choose from. @param ids in the order of the page */
export function findFoundRecords(
  caller: Caller,
  ids: readonly string[],
): DocumentQuery<FoundRecords> {
  return documentQuery(
    {
      withClause: sql`with listed_resource as materialized (
    select r.*, ${idsInDescriptorsColumn}
    from unnest(${uuidArray(ids)}) l (resource_id)
    join resource r on r.resource_id = l.resource_id
  ),
  ${listedNameTables(caller, sql`listed_resource`)},
  ${readableModelTable(caller)}`,
      sections: {
        username: optionalSection(z.string(), usernameQuery(caller)),
        thesaurus: requiredSection(
          z.boolean(),
          sql`select may_read_thesaurus(${int(caller)})::text`,
        ),
        model: listedModelSection,
        resource: listSection(listedResourceSchema, listedResourceRowsQuery(sql`listed_resource`)),
      },
    },
    (section) => ({
      resources: section('resource'),
      models: section('model'),
      username: section('username'),
      mayReadThesaurus: section('thesaurus'),
    }),
  );
}
