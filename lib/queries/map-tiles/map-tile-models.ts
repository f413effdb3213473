import { documentQuery, listSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { listedModelMembers, listedModelSchema, type ListedModel } from '../graphs/listed-model.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/** Lists the models of which the caller may read a geometry node, by id. */
export function listMapTileModels(caller: Caller): DocumentQuery<readonly ListedModel[]> {
  return documentQuery(
    {
      isPrepared: true,
      sections: {
        model: listSection(
          listedModelSchema,
          sql`select
      row_number() over (order by g.graph_id),
      jsonb_build_object(${listedModelMembers})::text
    from graph g
    where g.graph_id in (
      select n.graph_id
      from node n
      join readable_nodegroup(${int(caller)}) r on r.nodegroup_id = n.nodegroup_id
      where n.holds = 'geometry'
    )`,
        ),
      },
    },
    (section) => section('model'),
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller) => [listMapTileModels(caller)],
};
