import * as z from 'zod';

import {
  documentQuery,
  listSection,
  requiredSection,
  optionalSection,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql, text, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ConceptId } from '../../model/ids.ts';
import { labelLanguages, type LabelLanguages } from '../../model/concepts/label-languages.ts';
import { directMembersJoin } from './direct-members.ts';
import { sortKeyExpression } from './label-order.ts';
import { listedConceptExpression, listedConceptSchema } from './listed-concept.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

const accessSchema = z.object({ mayReadThesaurus: z.boolean() });
const collectionSchema = listedConceptSchema({});
const memberSchema = listedConceptSchema({
  sortKey: z.string(),
  memberOf: z.array(z.string()).readonly(),
});

/** A member, with the ids of the collections that contain it directly. */
export type CollectionMember = z.output<typeof memberSchema>;

/** A page of a collection, with one more member than requested if there is a next page. */
export type CollectionPage = Readonly<z.output<typeof accessSchema>> & {
  /** Undefined if the collection does not exist, or the caller may not read the thesaurus. */
  readonly collection: z.output<typeof collectionSchema> | undefined;
  readonly members: readonly CollectionMember[];
};

/**
 * The common table expressions of all direct and indirect members of a collection. The last one is `member (concept_id)`.
 * The surrounding statement must be recursive and have `permission (may_read)`.
 * @param collectionId an SQL expression
 * @param depthLimit the number of levels of members; undefined for all
 */
export function collectionMemberTables(collectionId: Statement, depthLimit?: number): Statement {
  // With a step of 0 the level stays 0, so each concept is visited once and cycles end.
  const step = int(depthLimit === undefined ? 0 : 1);
  return sql`member_walk (concept_id, level) as (
    select ${collectionId}, 0
    where (select p.may_read from permission p)
    union
    select r.to_concept_id, w.level + ${step}
    from member_walk w
    ${directMembersJoin(sql`w.concept_id`)}
    where w.level < ${int(depthLimit ?? 1)}
  ),
  member as materialized (
    select distinct w.concept_id
    from member_walk w
    where w.concept_id <> ${collectionId}
  )`;
}

export type MemberPageOptions = LabelLanguages & {
  /** The number of levels of members; undefined for all. */
  readonly depthLimit: number | undefined;
  /** The sort key of the last member of the previous page; empty for the first page. */
  readonly after: string;
  /** The page size; one more member is returned if there is one. */
  readonly limit: number;
};

/**
 * Finds a page of a collection, with each member once. Members that have a position come first, in its order; the others
 * follow by label.
 */
export function findCollectionPage(
  caller: Caller,
  collectionId: ConceptId,
  options: MemberPageOptions,
): DocumentQuery<CollectionPage> {
  const id = sql`${uuid(collectionId)}`;
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with recursive permission as materialized (
    select may_read_thesaurus(${int(caller)}) as may_read
  ),
  ${collectionMemberTables(id, options.depthLimit)},
  collection as materialized (
    select c.*
    from concept c
    where c.concept_id = ${id}
      and c.node_type = 'Collection'
      and (select p.may_read from permission p)
  ),
  membership as materialized (
    select m.concept_id, jsonb_agg(r.from_concept_id order by r.from_concept_id) as collection_ids, min(r.position) as position
    from member m
    cross join lateral (
      select r.from_concept_id, r.position
      from concept_relation r
      where r.to_concept_id = m.concept_id
        and r.relation_type = 'member'
      offset 0
    ) r
    where r.from_concept_id = ${id}
      or r.from_concept_id in (select a.concept_id from member a)
    group by m.concept_id
  ),
  ordered_member as (
    select
      m.concept_id,
      m.collection_ids,
      (
        coalesce('0' || lpad(m.position::text, 10, '0'), '1') || ${sortKeyExpression(sql`m.concept_id`, options)}
      ) collate "C" as sort_key
    from membership m
    where exists (select from collection)
  ),
  page as materialized (
    select o.*
    from ordered_member o
    where o.sort_key > ${text(options.after)}
    order by o.sort_key
    limit ${int(options.limit + 1)}
  )`,
      sections: {
        access: requiredSection(
          accessSchema,
          sql`select jsonb_build_object('mayReadThesaurus', p.may_read)::text from permission p`,
        ),
        collection: optionalSection(
          collectionSchema,
          sql`select ${listedConceptExpression(sql`c`)}::text from collection c`,
        ),
        member: listSection(
          memberSchema,
          sql`select
      row_number() over (order by p.sort_key),
      (${listedConceptExpression(sql`c`)} || jsonb_build_object('sortKey', p.sort_key, 'memberOf', p.collection_ids))::text
    from page p
    join concept c on c.concept_id = p.concept_id`,
        ),
      },
    },
    (section) => ({
      ...section('access'),
      collection: section('collection'),
      members: section('member'),
    }),
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) => [
    findCollectionPage(caller, sample.conceptId, {
      ...labelLanguages([], ''),
      after: '',
      limit: 1,
      depthLimit: undefined,
    }),
  ],
};
