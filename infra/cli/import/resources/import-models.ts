import { runQuery } from '../../../../lib/data-api/query.ts';
import {
  toNamingModel,
  type NamingModel,
} from '../../../../lib/model/descriptors/fill-templates.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import type { LifeCycleState } from '../../../../lib/model/graphs/graph.ts';
import { listLanguages, readPublishedGraphs } from '../graphs/queries/models.ts';
import type { ImportContext } from '../import-context.ts';
import { indexModel, type ModelIndex } from './model-index.ts';

/** The models of records, by graph id. */
export type ImportModels = {
  readonly graphs: ReadonlyMap<string, CompiledGraph>;
  readonly index: ReadonlyMap<string, ModelIndex>;
  readonly naming: ReadonlyMap<string, NamingModel>;
  /** The languages of texts, the project's default language first, to which those of written records are added. */
  readonly languages: Set<string>;
  /** The ids of the states of life cycles that are not stored. */
  readonly unstoredStateIds: ReadonlySet<string>;
  /** The ids of the accounts that are not stored. */
  readonly unstoredAccountIds: ReadonlySet<number>;
};

/** The models and the ids of accounts that a dry run has read and not stored. */
export type UnstoredParts = {
  readonly graphs: readonly CompiledGraph[];
  readonly lifeCycleStates: readonly LifeCycleState[];
  readonly accountIds?: ReadonlySet<number>;
};

export const noUnstoredParts: UnstoredParts = { graphs: [], lifeCycleStates: [] };

/** Loads the stored models, and adds those that are not stored. */
export async function loadModels(
  { dataApi, language }: ImportContext,
  { graphs: unstoredGraphs, lifeCycleStates, accountIds }: UnstoredParts,
): Promise<ImportModels> {
  const storedGraphs = await runQuery(dataApi.read, readPublishedGraphs());
  const languages = await runQuery(dataApi.read, listLanguages());
  const graphs = new Map(
    [...storedGraphs, ...unstoredGraphs].map((graph) => [graph.graphId as string, graph]),
  );
  return {
    graphs,
    index: new Map([...graphs].map(([id, graph]) => [id, indexModel(graph)])),
    naming: new Map([...graphs].map(([id, graph]) => [id, toNamingModel(graph)])),
    languages: new Set([language, ...languages]),
    unstoredStateIds: new Set(lifeCycleStates.map(({ life_cycle_state_id: id }) => id)),
    unstoredAccountIds: accountIds ?? new Set(),
  };
}
