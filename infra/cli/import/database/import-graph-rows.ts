import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { mergeLifeCycleStates } from '../graphs/queries/life-cycles.ts';
import { recordOrigins } from './queries/origin.ts';
import { importGraphs } from '../graphs/import-graphs.ts';
import type { ImportContext } from '../import-context.ts';
import { importWarning, type ImportProblem } from '../import-problems.ts';
import type { DatabaseSource } from './database-source.ts';
import { planRows } from './plan-rows.ts';
import { readSourceStates } from './source-life-cycles.ts';
import { readSourceGraphs, type SourceGraph } from './source-graphs.ts';

/** Imports the graphs that are new or changed in the source, unless they were changed in this service. */
export async function importSourceGraphs(database: DatabaseSource, context: ImportContext) {
  const graphs = await readSourceGraphs(database);
  const states = await readSourceStates(database);
  if (states.length > 0 && !context.dryRun)
    await context.dataApi.write(mergeLifeCycleStates(states));
  const writtenIds = new Set<string>();
  const plan = await planRows('graph', toRows(graphs), context.dataApi, ({ id }) =>
    writtenIds.add(id),
  );
  context.report.add(database.label, [
    ...plan.problems,
    ...[...plan.ownersOfRemovedRows.keys()].map(makeRemovedGraphWarning),
  ]);
  const hashes = new Map(graphs.map(({ id, hash }) => [id, hash]));
  const imported = await importGraphs([database.label], context, undefined, {
    async *read() {
      for (const { id, document } of graphs) if (writtenIds.has(id)) yield { json: document };
    },
    afterWrite: async ({ execute }: Transaction, id) => {
      const rows = [{ id, hash: hashes.get(id) ?? '' }];
      await runQuery(execute, recordOrigins('graph', database.identity, rows));
    },
  });
  return {
    ...imported,
    read: graphs.length,
    unchanged: graphs.length - writtenIds.size,
    lifeCycleStates: states,
  };
}

async function* toRows(graphs: readonly SourceGraph[]) {
  yield graphs.map(({ id, hash }) => ({ id, hash, ownerId: null }));
}

function makeRemovedGraphWarning(id: string): ImportProblem {
  const message = `The source no longer has graph ${id}. It stays in this service, because this import does not delete graphs.`;
  return importWarning('graph_kept', message, { record: id });
}
