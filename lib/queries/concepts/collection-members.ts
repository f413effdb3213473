import * as z from 'zod';

import type { LargeQuery } from '../../data-api/query.ts';
import { int, sql, text, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ConceptId } from '../../model/ids.ts';
import { sectionsOf } from '../sections.ts';
import { listOrder, type LabelLanguages } from './label-order.ts';
import { listedColumns, listedConcept } from './listed-concept.ts';

const access = z.object({ mayRead: z.boolean() });
const collection = listedConcept({});
const member = listedConcept({ sortKey: z.string(), memberOf: z.array(z.string()).readonly() });

/** A member of a collection, with the ids of those that it is a direct member of. */
export type CollectionMember = z.output<typeof member>;

/** A page of a collection, with one member more where another page follows. */
export type CollectionPage = Readonly<z.output<typeof access>> & {
  /** Undefined where there is no such collection, or the caller may not read the thesaurus. */
  readonly collection: z.output<typeof collection> | undefined;
  readonly members: readonly CollectionMember[];
};

const sections = sectionsOf('access', 'collection', 'member');

/**
 * All members of a collection, those of members included, as common table expressions that end with `member (concept_id)`.
 * @param id an expression
 * @param depthLimit layers of members; undefined for all
 */
export function collectionMembers(id: Statement, depthLimit?: number): Statement {
  // A step of 0 visits each concept once, so that cycles end by themselves.
  const step = int(depthLimit === undefined ? 0 : 1);
  return sql`member_walk (concept_id, layer) as (
    select ${id}, 0
    where (select p.may_read from permission p)
    union
    select r.to_concept_id, w.layer + ${step}
    from member_walk w
    cross join lateral (
      select r.to_concept_id
      from concept_relation r
      where r.from_concept_id = w.concept_id
        and r.relation_type = 'member'
      offset 0
    ) r
    where w.layer < ${int(depthLimit ?? 1)}
  ),
  member as materialized (
    select distinct w.concept_id
    from member_walk w
    where w.concept_id <> ${id}
  ),`;
}
