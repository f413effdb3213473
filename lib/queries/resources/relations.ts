import * as z from 'zod';

import {
  documentQuery,
  listSection,
  optionalSection,
  requiredSection,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, intArray, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { nilUuid, type ResourceId } from '../../model/ids.ts';
import type { RelationPosition } from '../../model/resources/relation-parts.ts';
import { preferredLabelsExpression } from '../concepts/concept-labels.ts';
import { listedModelSection, type ListedModel } from '../graphs/listed-model.ts';
import { readableModelTable } from '../graphs/readable-models.ts';
import { mayReadSomethingCondition } from '../may-read-anything-condition.ts';
import { labelledNodeMembers, labelledNodeSchema } from '../nodes/labelled-node.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import { usernameQuery } from '../users/username-query.ts';
import { exactUuidRegex } from '../uuid-regex.ts';
import {
  listedNameTables,
  listedResourceRowsQuery,
  listedResourceSchema,
  type ListedResource,
} from './listed-names.ts';
import { idsInDescriptorsColumn } from './resource-document-fragments.ts';

const accessSchema = z.object({ mayReadSomething: z.boolean(), isVisible: z.boolean() }).readonly();

/** A type of relation: an id or URI, with the labels by language if it is a concept value. */
const relationTypeSchema = z
  .object({ id: z.string(), labels: z.record(z.string(), z.string()).nullable() })
  .readonly();

const relationSchema = z
  .object({
    /** An index of `relationParts`. */
    part: z.number(),
    relationId: z.string(),
    /** The other end. */
    resourceId: z.string(),
    /** The tile that has the reference, with the node of which it is the value. Both are null beside tiles. */
    tileId: z.string().nullable(),
    node: labelledNodeSchema.readonly().nullable(),
    type: relationTypeSchema.nullable(),
    inverseType: relationTypeSchema.nullable(),
    notes: z.string().nullable(),
    dateStarted: z.string().nullable(),
    dateEnded: z.string().nullable(),
  })
  .readonly();

export type ListedRelation = z.output<typeof relationSchema>;

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
  readonly username: string | undefined;
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
        username: optionalSection(z.string(), usernameQuery(caller)),
        model: listedModelSection,
        resource: listSection(listedResourceSchema, listedResourceRowsQuery(sql`listed_resource`)),
        relation: listSection(
          relationSchema,
          sql`select
      row_number() over (order by r.part, r.other_id, r.relation_id),
      jsonb_build_object(
        'part', r.part,
        'relationId', r.relation_id,
        'resourceId', r.other_id,
        'tileId', r.tile_id,
        'node', case
          when n.node_id is not null
            then jsonb_build_object(${labelledNodeMembers})
        end,
        'type', ${relationTypeExpression(sql`r.relationship_type`)},
        'inverseType', ${relationTypeExpression(sql`r.inverse_relationship_type`)},
        'notes', r.notes,
        'dateStarted', r.date_started,
        'dateEnded', r.date_ended
      )::text
    from relation r
    left join node n on n.node_id = r.node_id`,
        ),
      },
    },
    (section) => ({
      ...section('access'),
      relations: section('relation'),
      resources: section('resource'),
      models: section('model'),
      username: section('username'),
    }),
  );
}

/** A type as an expression; null without one. */
function relationTypeExpression(type: Statement): Statement {
  return sql`case
          when ${type} is not null then jsonb_build_object(
            'id', ${type},
            'labels', (
              select ${preferredLabelsExpression(sql`v.concept_id`)}
              from concept_value v
              where v.value_id = case when ${type} ~* ${exactUuidRegex} then ${type}::uuid end
            )
          )
        end`;
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) => [
    findRelations(caller, sample.resourceId, { parts: [0], after: undefined, limit: 1 }),
  ],
};
