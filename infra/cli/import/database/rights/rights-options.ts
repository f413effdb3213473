import type { CompiledGraph } from '../../../../../lib/model/graphs/compiled-graph.ts';
import type { Framework } from './resource-rules.ts';

export type RightsOptions = {
  readonly permissions: Framework;
  /** Whether Guest gets the rights that it has in the source. */
  readonly opensGuest: boolean;
  /** Whether what was changed in this service since the last import follows the source again. */
  readonly undoesChanges: boolean;
  /** In a dry run, what an import stores and deletes before it imports rights. */
  readonly foreseen?: ForeseenTargets | undefined;
};

/** What a dry run does not store or delete. */
export type ForeseenTargets = {
  readonly graphs: readonly CompiledGraph[];
  /** The ids of nodegroups and resource instances. */
  readonly createdIds: ReadonlySet<string>;
  /** The ids of resource instances. */
  readonly deletedIds: ReadonlySet<string>;
};
