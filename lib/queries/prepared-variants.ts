import type { Query } from '../data-api/query.ts';
import type { Statement } from '../data-api/sql.ts';
import type { Caller } from '../model/accounts/caller.ts';
import type { ConceptId, NodeId, ResourceId, TileId } from '../model/ids.ts';

/** Ids for sample statements. Their values do not matter, because parameters are not part of the SQL text. */
export type SampleIds = {
  readonly uuid: string;
  readonly resourceId: ResourceId;
  readonly tileId: TileId;
  readonly nodeId: NodeId;
  readonly conceptId: ConceptId;
};

/**
 * All SQL texts of the prepared statements of a file. Each file with prepared statements exports this as
 * `statementsToPrepare`, and `hds migrate` creates a function for each text (infra/schema/prepared-statements.ts). It is
 * a literal without calls, so that bundlers can remove it.
 */
export type PreparedVariants = {
  /** Whether the statements are sent unchanged (`none`), wrapped in `ifCredentialValid` (`required`), or in both forms. */
  readonly token: 'none' | 'required' | 'optional';
  /** One sample statement or query for each text. */
  readonly variants: (caller: Caller, sample: SampleIds) => readonly (Query<unknown> | Statement)[];
};
