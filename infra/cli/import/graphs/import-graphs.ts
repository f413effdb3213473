import type { Transaction } from '../../../../lib/data-api/client.ts';
import { isDataRefusal } from '../../../../lib/data-api/errors.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import type { GraphId } from '../../../../lib/model/ids.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import type { Graph, LifeCycleState } from '../../../../lib/model/graphs/graph.ts';
import { removeObsoleteGraphParts } from './queries/obsolete-graph-parts.ts';
import { findNodesOfOtherGraphs } from './queries/ownership-conflicts.ts';
import { mergeLifeCycleStates } from './queries/life-cycles.ts';
import { findSlugOwner, readPublicationId } from './queries/write-graph.ts';
import type { ImportContext } from '../import-context.ts';
import { importError, importWarning } from '../import-problems.ts';
import { readJsonRecords, type JsonRecords } from '../json-file.ts';
import { runImporter, type BatchContext } from '../run-importer.ts';
import { prepareGraph, type PreparedGraph } from './compile-graph.ts';
import { makePreservedDenialWarnings } from './leftover-warnings.ts';
import { readGraphDocument } from './read-graphs.ts';
import { keepLeftovers, resolveLeftovers, type LeftoverOptions } from './resolve-leftovers.ts';
import { writeGraph, type GraphLeftovers } from './write-graph.ts';

/** How graphs are read, and what follows the import of each. */
export type GraphSource = {
  /** Reads documents with graphs. */
  readonly read: (file: string) => AsyncIterable<JsonRecords>;
  /** Called after the write of a graph, in the same transaction. */
  readonly afterWrite?: (transaction: Transaction, graphId: GraphId) => Promise<void>;
};

async function* readGraphFile(file: string): AsyncGenerator<JsonRecords> {
  yield await readJsonRecords(file);
}

/**
 * Imports graphs (resource models and branches), each in its own transaction. A graph that is already stored is skipped. A graph with
 * errors is reported and left out.
 * @param options what happens to values of nodes that were moved or removed
 * @param source how graphs are read; by default, from files
 * @throws ImportStopped in a strict import
 */
export async function importGraphs(
  files: readonly string[],
  context: ImportContext,
  options: LeftoverOptions = keepLeftovers,
  source: GraphSource = { read: readGraphFile },
) {
  const graphs: CompiledGraph[] = [];
  /** Models of release 8.0 or later. */
  const modelsWithLifeCycle: CompiledGraph[] = [];
  const lifeCycleStates: LifeCycleState[] = [];
  const counts = { created: 0, updated: 0, unchanged: 0, leftOut: 0 };
  const publicationIds = new Map<string, string>();
  return runImporter(
    {
      subject: 'Graphs',
      async *read(file) {
        for await (const { json, repeated } of source.read(file)) {
          const document = readGraphDocument(json, repeated);
          counts.leftOut += document.leftOut;
          yield { problems: document.problems, size: 0 };
          for (const graph of document.graphs) yield { records: graph };
        }
      },
      check: async (graph: Graph, batch) => {
        const preparedGraph = prepareGraph(await omitTakenSlug(graph, context, batch));
        const { graphId } = graph;
        if (publicationIds.get(graphId) === preparedGraph.publicationId) {
          const message = `Graph ${graphId} occurs earlier in the files with the same content. It is imported once.`;
          batch.report([importWarning('repeated_graph', message, { record: graphId })]);
          return undefined;
        }
        publicationIds.set(graphId, preparedGraph.publicationId);
        if (await checkNodeOwners(preparedGraph, context, batch)) return preparedGraph;
        counts.leftOut += 1;
        return undefined;
      },
      write: async (preparedGraph, batch) => {
        if (preparedGraph === undefined) return;
        const isRepeated = graphs.some(({ graphId }) => graphId === preparedGraph.compiled.graphId);
        graphs.push(preparedGraph.compiled);
        lifeCycleStates.push(...preparedGraph.graph.lifeCycleStates);
        if (preparedGraph.graph.lifeCycleStates.length > 0)
          modelsWithLifeCycle.push(preparedGraph.compiled);
        const outcome = context.dryRun
          ? await compareGraph(preparedGraph, isRepeated, context)
          : await storeGraph(preparedGraph, options, context, batch, source);
        counts[outcome] += 1;
      },
      result: () => ({
        read: graphs.length,
        ...counts,
        graphs,
        modelsWithLifeCycle,
        lifeCycleStates,
      }),
    },
    files,
    context,
  );
}

/** Returns the graph, without its slug if another graph has the same. */
async function omitTakenSlug(
  graph: Graph,
  { dataApi }: ImportContext,
  { report }: BatchContext,
): Promise<Graph> {
  const { slug, graphId } = graph;
  if (slug === null) return graph;
  const owner = await runQuery(dataApi.read, findSlugOwner(slug, graphId));
  if (owner === undefined) return graph;
  const message = `The slug ${slug} of graph ${graphId} is left out, because graph ${owner} already has it. Give the graph another slug.`;
  report([importWarning('slug_taken', message, { pointer: '/slug', record: graphId })]);
  return { ...graph, slug: null };
}

/** Reports nodes and nodegroups of a graph that belong to another stored graph, which would lose them. @returns whether there are none */
async function checkNodeOwners(
  { compiled }: PreparedGraph,
  { dataApi }: ImportContext,
  { report }: BatchContext,
): Promise<boolean> {
  const { graphId: record } = compiled;
  const conflicts = await runQuery(dataApi.read, findNodesOfOtherGraphs(compiled));
  report(
    conflicts.map(({ id, ownerId }) => {
      const message = `Node ${id} already belongs to graph ${ownerId}, so graph ${record} is left out. Give the node another id.`;
      return importError('node_of_other_graph', message, { pointer: '/nodes', record });
    }),
  );
  return conflicts.length === 0;
}

/** Compares a graph with the stored one, as a dry run does. @param isRepeated whether another version of it is read before */
async function compareGraph(
  { compiled, publicationId }: PreparedGraph,
  isRepeated: boolean,
  { dataApi }: ImportContext,
): Promise<'created' | 'updated' | 'unchanged'> {
  if (isRepeated) return 'updated';
  const storedId = await runQuery(dataApi.read, readPublicationId(compiled.graphId));
  if (storedId === publicationId) return 'unchanged';
  return storedId === undefined ? 'created' : 'updated';
}

/** Writes a graph that is new or changed, and resolves the leftovers of its previous version. */
async function storeGraph(
  preparedGraph: PreparedGraph,
  options: LeftoverOptions,
  context: ImportContext,
  { file, report }: BatchContext,
  { afterWrite }: GraphSource,
): Promise<'created' | 'updated' | 'unchanged' | 'leftOut'> {
  const { compiled, publicationId } = preparedGraph;
  const { dataApi } = context;
  const { graphId: record } = compiled;
  const { lifeCycleStates } = preparedGraph.graph;
  if (lifeCycleStates.length > 0) await dataApi.write(mergeLifeCycleStates(lifeCycleStates));
  const storedId = await runQuery(dataApi.read, readPublicationId(record));
  const isUnchanged = storedId === publicationId;
  if (isUnchanged && !options.movesTiles && !options.removesObsolete) return 'unchanged';
  let leftovers: GraphLeftovers;
  try {
    leftovers = isUnchanged
      ? {
          retained: await runQuery(dataApi.write, removeObsoleteGraphParts(compiled, true)),
          denials: [],
        }
      : await dataApi.transaction(async (transaction) => {
          const graphLeftovers = await writeGraph(transaction, preparedGraph, context.operator);
          await afterWrite?.(transaction, record);
          return graphLeftovers;
        });
  } catch (error) {
    if (!isDataRefusal(error)) throw error;
    const message = `The database refuses graph ${record}: ${error.message}`;
    report([importError('refused_by_database', message, { record })]);
    return 'leftOut';
  }
  // These problems are added to the report directly, because the graph is already stored and a strict import cannot undo it.
  context.report.add(file, [
    ...makePreservedDenialWarnings(leftovers.denials, record),
    ...(await resolveLeftovers(compiled, leftovers.retained, options, context)),
  ]);
  if (isUnchanged) return 'unchanged';
  return storedId === undefined ? 'created' : 'updated';
}
