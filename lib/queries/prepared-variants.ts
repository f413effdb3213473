import type { Query } from '../data-api/query.ts';
import type { Statement } from '../data-api/sql.ts';
import type { Caller } from '../model/accounts/caller.ts';
import type { ConceptId, NodeId, ResourceId, TileId } from '../model/ids.ts';

/** Ids in the place of those that requests bring: parameters are no part of a text. */
export type SampleIds = {
  readonly uuid: string;
  readonly resourceId: ResourceId;
  readonly tileId: TileId;
  readonly nodeId: NodeId;
  readonly conceptId: ConceptId;
};

/**
 * The texts that the kept statements of a file can have. Each file that marks statements as kept exports its own as `keptTexts`, which `hds migrate` finds
 * (infra/schema/prepared-statements.ts). A literal without calls, so that no function ships it.
 */
export type PreparedVariants = {
  /** Whether they are sent as they are, held to the token of the caller (`whileTokenHolds`), or either way. */
  readonly token: 'none' | 'required' | 'optional';
  /** Statements or queries with any values, one for each text. */
  readonly variants: (caller: Caller, sample: SampleIds) => readonly (Query<unknown> | Statement)[];
};
