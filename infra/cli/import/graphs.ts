import type { Transaction } from '../../../lib/data-api/client.ts';
import { compileGraph } from '../../../lib/model/graph/compile.ts';
import type { CompiledGraph } from '../../../lib/model/graph/compiled.ts';
import { readGraphDocument } from '../../../lib/model/graph/read.ts';
import type { Graph } from '../../../lib/model/graph/types.ts';
import { parseLossless } from '../../../lib/model/lossless-json.ts';
import { nameUuid } from '../../../lib/model/name-uuid.ts';
import { createStaging, stage } from '../../../lib/queries/staging.ts';
import {
  mergeGraph,
  mergeNodegroups,
  mergeNodes,
  publicationOf,
  refreshTiles,
  removeVanished,
  replaceCards,
  storeGraphSource,
  storePublication,
} from '../../../lib/queries/write-graph.ts';
import { addTally, emptyTally, inBatches, type ImportContext, type Tally } from './context.ts';
import { fileText } from './file-bytes.ts';

/** What an import of graphs gave: how many, and the compiled graphs themselves. */
export type GraphsImported = { readonly tally: Tally; readonly graphs: readonly CompiledGraph[] };

type Prepared = {
  readonly graph: Graph;
  readonly compiled: CompiledGraph;
  readonly publicationId: string;
  readonly document: string;
};

const nodesPerStatement = 500;

/**
 * Imports graphs (resource models and branches), each in a transaction of its own. A graph that is stored as it is read
 * is left alone.
 * @param files paths of graph files
 */
export async function importGraphs(
  files: readonly string[],
  context: ImportContext,
): Promise<GraphsImported> {
  const step = context.progress.begin('Graphs', files.length);
  let tally = emptyTally;
  const graphs: CompiledGraph[] = [];
  for (const file of files) {
    for (const prepared of await readGraphs(file, context)) {
      graphs.push(prepared.compiled);
      if (!context.dryRun) tally = addTally(tally, await writeGraph(prepared, file, context));
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

async function readGraphs(file: string, { report }: ImportContext): Promise<readonly Prepared[]> {
  const reading = readGraphDocument(parseLossless(await wholeText(file)));
  report.add(file, reading.problems);
  return reading.graphs.map((graph) => {
    const compiled = compileGraph(graph);
    const source = JSON.stringify(graph.source);
    // The id names the content: what is kept in memory under it can never be out of date.
    const publicationId = nameUuid(graph.graphId, `${JSON.stringify(compiled)}\n${source}`);
    const document = JSON.stringify({ ...compiled, publicationId });
    return { graph, compiled, publicationId, document };
  });
}

async function wholeText(file: string): Promise<string> {
  const parts: string[] = [];
  for await (const part of fileText(file)) parts.push(part);
  return parts.join('');
}

async function writeGraph(
  prepared: Prepared,
  file: string,
  { data, report }: ImportContext,
): Promise<Partial<Tally>> {
  const [stored] = await data.read(publicationOf(prepared.graph.graphId));
  if (stored?.[0] === prepared.publicationId) return { unchanged: 1 };
  const kept = await data.transaction((transaction) => write(transaction, prepared));
  report.add(
    file,
    kept.map((nodegroupId) => ({
      severity: 'warning',
      code: 'vanished_nodegroup_kept',
      pointer: '/nodegroups',
      message: `Nodegroup ${nodegroupId} is no longer in the graph, but has tiles: it is kept with them.`,
      record: prepared.graph.graphId,
    })),
  );
  return stored === undefined ? { created: 1 } : { updated: 1 };
}

async function write(
  transaction: Transaction,
  { graph, compiled, publicationId, document }: Prepared,
): Promise<readonly string[]> {
  await transaction.execute(mergeGraph(compiled, publicationId));
  await transaction.execute(createStaging());
  for (const statement of stage(JSON.stringify(graph.source))) await transaction.execute(statement);
  await transaction.execute(storeGraphSource(graph.graphId));
  for (const statement of stage(document)) await transaction.execute(statement);
  await transaction.execute(storePublication(publicationId, graph.graphId));
  await transaction.execute(mergeNodegroups(compiled));
  const retyped: string[] = [];
  for (const nodes of inBatches(compiled.nodes, nodesPerStatement)) {
    const [row] = await transaction.execute(mergeNodes(compiled, nodes));
    retyped.push(...idList(row?.[0]));
  }
  const [vanished] = await transaction.execute(removeVanished(compiled));
  for (const statement of replaceCards(graph.graphId, graph.cards))
    await transaction.execute(statement);
  if (retyped.length > 0) await transaction.execute(refreshTiles(retyped));
  return idList(vanished?.[0]);
}

function idList(joined: unknown): readonly string[] {
  return typeof joined === 'string' && joined !== '' ? joined.split(',') : [];
}
