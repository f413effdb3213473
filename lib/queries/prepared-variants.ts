import type { Query } from '../data-api/query.ts';
import type { Statement } from '../data-api/sql.ts';
import type { Caller } from '../model/accounts/caller.ts';
import type { ConceptId, NodeId, ResourceId, TileId } from '../model/ids.ts';

/** Ids for the samples. Their values do not matter, because parameters are not part of a text. */
export type SampleIds = {
  readonly uuid: string;
  readonly resourceId: ResourceId;
  readonly tileId: TileId;
  readonly nodeId: NodeId;
  readonly conceptId: ConceptId;
};

/**
 * Every text that the prepared statements of a file can have. Each file with prepared statements exports it as
 * `statementsToPrepare`, and `hds migrate` creates a function for each text (infra/schema/prepared-statements.ts). It is
 * a literal without calls, so that bundlers can remove it.
 */
export type PreparedVariants = {
  /** Whether the statements are sent as they are, wrapped in `ifCredentialValid`, or both. */
  readonly token: 'none' | 'required' | 'optional';
  /** One statement or query for each text, with any values. */
  readonly variants: (caller: Caller, sample: SampleIds) => readonly (Query<unknown> | Statement)[];
};
