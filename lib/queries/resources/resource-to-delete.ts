import * as z from 'zod';

import { documentQuery, listSection, requiredSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql, uuid } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { StoredTile } from '../../model/change/stored-resource.ts';
import { dependantCountExpression } from '../descriptors/dependent-names.ts';
import { readableTileTables, parseStoredTile, storedTilesQuery } from '../tiles/tiles-to-change.ts';
import { changeStoredCondition, type ChangeId } from './change-stored-condition.ts';
import { referrersSchema, referrersExpression } from './referrers.ts';
import { ownProposalCondition } from './own-proposal-condition.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

export type DeletionLookup = ChangeId & {
  /** Whether to find its referrers. */
  readonly withReferrers: boolean;
  /** Whether to find its tiles. */
  readonly withTiles: boolean;
};

const headerSchema = z.object({
  isReviewer: z.boolean(),
  /** Whether an earlier attempt has stored this deletion, and its response was lost. */
  isWritten: z.boolean(),
  /** The number of resource instances whose texts contain its name, up to one more than a batch. */
  dependantCount: z.number(),
  /** Empty unless `withReferrers` is set. */
  referrers: referrersSchema
    .nullable()
    .transform((referrers) => referrers ?? { resources: [], unreadable: 0 }),
  /** The stored resource instance. Its permissions are all false if the caller may not see it. */
  stored: z
    .object({
      canView: z.boolean(),
      canDelete: z.boolean(),
      /** The version that counts every change. */
      version: z.string(),
      /** The version that the caller sees. */
      visibleVersion: z.string(),
      /** Whether it consists of proposals only. */
      isProposed: z.boolean(),
      /** Whether it consists only of proposals of the caller, who may still write it. */
      isOwnProposal: z.boolean(),
    })
    .nullable()
    .transform((resource) => resource ?? undefined),
});

/** Everything on which the deletion of a resource instance depends. */
export type DeletionSource = Readonly<z.output<typeof headerSchema>> & {
  /** The readable tiles; empty unless `withTiles` is set. */
  readonly tiles: readonly StoredTile[];
};

/**
 * Finds everything on which the deletion of a resource instance depends. Its model and the meaning of its values do
 * not matter.
 */
export function findDeletionSource(
  caller: Caller,
  lookup: DeletionLookup,
): DocumentQuery<DeletionSource> {
  const { resourceId, withReferrers, withTiles } = lookup;
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with stored as materialized (
    select r.resource_id, r.version, r.proposed_by, r.proposal_changes, p.can_view, p.can_change, p.can_delete
    from resource r
    cross join lateral resource_permission(${int(caller)}, r.resource_id) p
    where r.resource_id = ${uuid(resourceId)}
  )
  ${withReferrers || withTiles ? sql`, ${readableTileTables(caller, sql`stored`)}` : sql``}`,
      sections: {
        header: requiredSection(
          headerSchema,
          sql`select jsonb_build_object(
        'isReviewer', is_reviewer(${int(caller)}),
        'isWritten', ${changeStoredCondition(lookup)},
        'dependantCount', ${dependantCountExpression(resourceId)},
        'referrers', ${
          withReferrers
            ? referrersExpression(
                caller,
                resourceId,
                sql`select n.nodegroup_id from readable_nodegroup n`,
              )
            : sql`null`
        },
        'stored', (
          select jsonb_build_object(
            'canView', s.can_view,
            'canDelete', s.can_delete,
            'version', s.version::text,
            'visibleVersion', visible_version(s.version, s.proposal_changes, ${int(caller)})::text,
            'isProposed', s.proposed_by is not null,
            'isOwnProposal', s.can_change and ${ownProposalCondition(caller, sql`s`)}
          )
          from stored s
        )
      )::text`,
        ),
        tile: listSection(parseStoredTile, withTiles ? storedTilesQuery(caller) : undefined),
      },
    },
    (section) => ({ ...section('header'), tiles: section('tile') }),
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'required',
  variants: (caller, sample) =>
    [false, true].flatMap((withReferrers) =>
      [false, true].map((withTiles) =>
        findDeletionSource(caller, {
          resourceId: sample.resourceId,
          transactionId: sample.uuid,
          withReferrers,
          withTiles,
        }),
      ),
    ),
};
