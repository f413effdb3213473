import { splitIntoBatches } from '../../../../lib/data-api/split-into-batches.ts';
import type { Transaction } from '../../../../lib/data-api/client.ts';
import { DatabaseError } from '../../../../lib/data-api/errors.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { compileGraph } from './compile-graph.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import { readGraphDocument } from './read-graphs.ts';
import type { Graph } from '../../../../lib/model/graphs/graph.ts';
import { nameUuid } from '../../../../lib/model/name-uuid.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { findNodesOfOtherGraphs } from '../../../queries/ownership-conflicts.ts';
import { createStagingTable, stageText } from '../../../../lib/queries/staging.ts';
import {
  findSlugOwner,
  clearDescriptorsOfMovedNodes,
  mergeGraph,
  mergeNodegroups,
  mergeNodes,
  readPublicationId,
  rederiveTiles,
  replaceCards,
  storeGraphSource,
  storePublication,
  type ChangedNodes,
} from '../../../queries/write-graph.ts';
import {
  preserveDenials,
  lockRights,
  type PreservedDenial,
} from '../../../queries/preserve-denials.ts';
import {
  hideNestedNodegroups,
  removeObsoleteGraphParts,
  type RetainedGraphParts,
} from '../../../queries/obsolete-graph-parts.ts';
import {
  addTally,
  emptyTally,
  readOrReport,
  reportProblems,
  type ImportContext,
  type Tally,
} from '../import-context.ts';
import { closedNodegroupWarnings } from './leftover-warnings.ts';
import { resolveLeftovers, type LeftoverOptions } from './resolve-leftovers.ts';
import { skipRepeatedFiles } from '../skip-repeated-files.ts';
import { readJsonFile } from '../json-file.ts';

/** What an import of graphs gave: how many, and the compiled graphs themselves. */
export type GraphsImported = { readonly tally: Tally; readonly graphs: readonly CompiledGraph[] };

type Prepared = {
  readonly graph: Graph;
  readonly compiled: CompiledGraph;
  readonly publicationId: string;
  readonly document: string;
};

/** What is told about the graph that was stored before. */
type Left = {
  readonly vanished: RetainedGraphParts;
  readonly keptClosed: readonly PreservedDenial[];
};

const nodesPerStatement = 500;

/**
 * Imports graphs (resource models and branches), each in a transaction of its own. A graph that is stored as it is read
 * is left alone; one that cannot go in is reported and left out.
 * @param files paths of graph files
 * @param options what is done with values that no longer have their place in a graph; they stay where nothing is said
 * @throws ImportStopped in a strict import
 */
export async function importGraphs(
  files: readonly string[],
  context: ImportContext,
  options: LeftoverOptions = { movesTiles: false, removesVanished: false },
): Promise<GraphsImported> {
  const step = context.progress.begin('Graphs', files.length);
  let tally = emptyTally;
  const graphs: CompiledGraph[] = [];
  const read = new Map<string, string>();
  for (const file of skipRepeatedFiles(files, context)) {
    for (const prepared of await readGraphs(file, context)) {
      const { graphId } = prepared.graph;
      if (read.get(graphId) === prepared.publicationId) {
        reportProblems(file, [repetition(graphId)], context);
        continue;
      }
      read.set(graphId, prepared.publicationId);
      const problems = await conflicts(prepared, context);
      reportProblems(file, problems, context);
      if (problems.length > 0) continue;
      graphs.push(prepared.compiled);
      if (!context.dryRun)
        tally = addTally(tally, await writeGraph(prepared, file, context, options));
    }
    step.advance(1);
  }
  step.done(
    context.dryRun
      ? `${graphs.length} checked`
      : `${tally.created} new, ${tally.updated} changed, ${tally.unchanged} as before`,
  );
  return { tally, graphs };
}

function repetition(graphId: string): Problem {
  const message = `Graph ${graphId} stands in the files before, word for word: it is taken once.`;
  return { severity: 'warning', code: 'repeated_graph', pointer: '', message, record: graphId };
}

async function readGraphs(file: string, context: ImportContext): Promise<readonly Prepared[]> {
  const reading = await readOrReport(file, context, async () =>
    readGraphDocument(await readJsonFile(file)),
  );
  if (reading === undefined) return [];
  reportProblems(file, reading.problems, context);
  const prepared: Prepared[] = [];
  for (const graph of reading.graphs)
    prepared.push(prepare(await withFreeSlug(graph, file, context)));
  return prepared;
}

function prepare(graph: Graph): Prepared {
  const compiled = compileGraph(graph);
  // The id names the content: what is kept in memory under it can never be out of date. A model that comes back from the service has
  // the id that it had there, which is none of its content.
  const source = JSON.stringify({ ...Object(graph.source), publication_id: undefined });
  const publicationId = nameUuid(graph.graphId, `${JSON.stringify(compiled)}\n${source}`);
  const document = JSON.stringify({ ...compiled, publicationId });
  return { graph, compiled, publicationId, document };
}

/** The graph as it is, or without its slug where another graph has that one already. */
async function withFreeSlug(graph: Graph, file: string, context: ImportContext): Promise<Graph> {
  if (graph.slug === null) return graph;
  const owner = await runQuery(context.data.read, findSlugOwner(graph.slug, graph.graphId));
  if (owner === undefined) return graph;
  const message = `The slug ${graph.slug} of graph ${graph.graphId} is that of graph ${owner} already: it is left out.`;
  reportProblems(
    file,
    [{ severity: 'warning', code: 'slug_taken', pointer: '/slug', message, record: graph.graphId }],
    context,
  );
  return { ...graph, slug: null };
}

/** Nodes and nodegroups belong to one graph: a second graph that brings the same ids would take them from the first. */
async function conflicts(
  { compiled }: Prepared,
  { data }: ImportContext,
): Promise<readonly Problem[]> {
  const others = await runQuery(data.read, findNodesOfOtherGraphs(compiled));
  return others.map(({ id, ownerId }) => ({
    severity: 'error',
    code: 'node_of_other_graph',
    pointer: '/nodes',
    message: `Node ${id} belongs to graph ${ownerId} already; graph ${compiled.graphId} is left out.`,
    record: compiled.graphId,
  }));
}

async function writeGraph(
  prepared: Prepared,
  file: string,
  context: ImportContext,
  options: LeftoverOptions,
): Promise<Partial<Tally>> {
  const { graphId } = prepared.graph;
  const stored = await runQuery(context.data.read, readPublicationId(graphId));
  const isUnchanged = stored === prepared.publicationId;
  if (isUnchanged && !options.movesTiles && !options.removesVanished) return { unchanged: 1 };
  const left = await (
    isUnchanged
      ? leftBefore(prepared, context)
      : context.data.transaction(async (transaction) => write(transaction, prepared))
  ).catch((error: unknown) => {
    reportProblems(file, [refusal(error, graphId)], context);
  });
  if (left === undefined) return {};
  context.report.add(file, [
    ...closedNodegroupWarnings(left.keptClosed, graphId),
    ...(await resolveLeftovers(prepared.compiled, left.vanished, options, context)),
  ]);
  if (isUnchanged) return { unchanged: 1 };
  return stored === undefined ? { created: 1 } : { updated: 1 };
}

/** What the import that brought a graph left, of one that is stored as it is read. */
async function leftBefore({ compiled }: Prepared, { data }: ImportContext): Promise<Left> {
  return {
    vanished: await runQuery(data.write, removeObsoleteGraphParts(compiled, true)),
    keptClosed: [],
  };
}

function refusal(error: unknown, graphId: string): Problem {
  if (!(error instanceof DatabaseError)) throw error;
  const message = `The database does not take graph ${graphId}: ${error.message}`;
  return { severity: 'error', code: 'refused_by_database', pointer: '', message, record: graphId };
}

async function write(
  transaction: Transaction,
  { graph, compiled, publicationId, document }: Prepared,
): Promise<Left> {
  const { graphId } = graph;
  await transaction.execute(lockRights());
  await transaction.execute(mergeGraph(compiled, publicationId));
  await transaction.execute(createStagingTable());
  for (const statement of stageText(JSON.stringify(graph.source)))
    await transaction.execute(statement);
  await transaction.execute(storeGraphSource(graphId));
  for (const statement of stageText(document)) await transaction.execute(statement);
  await transaction.execute(storePublication(publicationId, graphId));
  const keptClosed = await runQuery(transaction.execute, preserveDenials(compiled));
  await transaction.execute(mergeNodegroups(compiled));
  const changed: ChangedNodes[] = [];
  for (const nodes of splitIntoBatches(compiled.nodes, nodesPerStatement)) {
    changed.push(await runQuery(transaction.execute, mergeNodes(compiled, nodes)));
  }
  const vanished = await runQuery(transaction.execute, removeObsoleteGraphParts(compiled, true));
  await transaction.execute(hideNestedNodegroups(graphId));
  for (const statement of replaceCards(graphId, graph.cards)) await transaction.execute(statement);
  const rederived = changed.flatMap((nodes) => nodes.rederived);
  const moved = changed.flatMap((nodes) => nodes.moved);
  if (rederived.length > 0) await transaction.execute(rederiveTiles(rederived));
  if (moved.length > 0) await transaction.execute(clearDescriptorsOfMovedNodes(graphId, moved));
  return { vanished, keptClosed };
}
