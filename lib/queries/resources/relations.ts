import * as z from 'zod';

import {
  documentQuery,
  listSection,
  optionalSection,
  requiredSection,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, intArray, sql, uuid } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { nilUuid, type ResourceId } from '../../model/ids.ts';
import type { RelationPosition } from '../../model/resources/relation-parts.ts';
import { listedModelSection, type ListedModel } from '../graphs/listed-model.ts';
import { readableModelTable } from '../graphs/readable-models.ts';
import { mayReadSomethingCondition } from '../may-read-anything-condition.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import { pageReaderQuery, pageReaderSchema, type PageReader } from '../users/page-reader.ts';
import {
  listedNameTables,
  listedResourceRowsQuery,
  listedResourceSchema,
  type ListedResource,
} from './listed-names.ts';
import { relationRowsQuery, relationSchema, type ListedRelation } from './relation-rows.ts';
import { idsInDescriptorsColumn } from './resource-document-fragments.ts';

const accessSchema = z.object({ mayReadSomething: z.boolean(), isVisible: z.boolean() }).readonly();

/** A page of the relations of a resource instance, with one more if another page follows. */
export type RelationPage = {
  readonly mayReadSomething: boolean;
  /** Whether the resource instance exists and is visible. */
  readonly isVisible: boolean;
  readonly relations: readonly ListedRelation[];
  /** The resource instance itself and the other ends. */
  readonly resources: readonly ListedResource[];
  /** The resource models that the caller may know. */
  readonly models: readonly ListedModel[];
  readonly pageReader: PageReader | undefined;
};

export type RelationSelection = {
  /** Indexes of `relationParts`, in order. */
  readonly parts: readonly number[];
  /** The last relation of the previous page; undefined for the first page. */
  readonly after: RelationPosition | undefined;
  /** The page size; one more relation is returned if there is one. */
  readonly limit: number;
};

/** Finds a page of the relations of a resource instance that the caller may see, in both directions. */
export function findRelations(
  caller: Caller,
  resourceId: ResourceId,
  { parts, after, limit }: RelationSelection,
): DocumentQuery<RelationPage> {
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with requested as materialized (
    select v.resource_id
    from visible_among(${int(caller)}, array[${uuid(resourceId)}]) v
  ),
  relation as materialized (
    select v.part, v.other_id, r.*
    from requested q
    cross join lateral visible_relation(
      ${int(caller)},
      q.resource_id,
      ${intArray(parts)},
      ${int(after?.part ?? 0)},
      ${uuid(after?.resourceId ?? nilUuid)},
      ${uuid(after?.relationId ?? nilUuid)},
      ${int(limit + 1)}
    ) v
    join resource_relation r on r.relation_id = v.relation_id
  ),
  listed_resource as materialized (
    select r.*, ${idsInDescriptorsColumn}
    from resource r
    where r.resource_id = any (array(
      select q.resource_id from requested q
      union select l.other_id from relation l
    ))
  ),
  ${listedNameTables(caller, sql`listed_resource`)},
  ${readableModelTable(caller)}`,
      sections: {
        access: requiredSection(
          accessSchema,
          sql`select jsonb_build_object(
      'mayReadSomething', ${mayReadSomethingCondition(caller, sql`exists (select from requested)`)},
      'isVisible', exists (select from requested)
    )::text`,
        ),
        pageReader: optionalSection(pageReaderSchema, pageReaderQuery(caller)),
        model: listedModelSection,
        resource: listSection(listedResourceSchema, listedResourceRowsQuery(sql`listed_resource`)),
        relation: listSection(relationSchema, relationRowsQuery(sql`relation`)),
      },
    },
    (section) => ({
      ...section('access'),
      relations: section('relation'),
      resources: section('resource'),
      models: section('model'),
      pageReader: section('pageReader'),
    }),
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) => [
    findRelations(caller, sample.resourceId, { parts: [0], after: undefined, limit: 1 }),
  ],
};
