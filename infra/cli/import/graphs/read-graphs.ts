import * as z from 'zod';

import {
  contentLanguageKey,
  graphDocumentSchema,
  type GraphDocument,
} from '../../../../lib/model/graphs/graph-document-schema.ts';
import type { Graph } from '../../../../lib/model/graphs/graph.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import { importError, importWarning } from '../import-problems.ts';
import { buildGraph } from './build-graph.ts';
import { checkGraph } from './check-graph.ts';
import { leaveOutParts } from './left-out-parts.ts';

const graphListSchema = z.looseObject({ graph: z.array(z.unknown()) });
const wrappedGraphSchema = z.looseObject({ graph: z.record(z.string(), z.unknown()) });
const bareGraphSchema = z.looseObject({ nodes: z.array(z.unknown()) });
const recordIdSchema = z.looseObject({ graphid: z.string() });
const oneLanguageSchema = z.looseObject({ [contentLanguageKey]: z.string() });

/**
 * Reads graphs (resource models and branches) as releases 4.x to 7.x of the Arches platform write them:
 * `{"graph": [G, …], "metadata": …}`, `{"graph": G}` or G alone.
 * @param json the parsed document
 * @returns the sound graphs, all problems, and the number of graphs with an error
 */
export function readGraphDocument(json: unknown) {
  const sources = findGraphs(json);
  if (sources === null) {
    const message =
      'There is no graph: a graph has a list "nodes", or is the value of the key "graph".';
    return { graphs: [], problems: [importError('no_graph', message)], leftOut: 0 };
  }
  const results = sources.map(({ source, path }) => readGraph(source, path));
  return {
    graphs: results.flatMap(({ graph }) => graph ?? []),
    problems: results.flatMap(({ problems }) => problems),
    leftOut: results.filter(({ graph }) => graph === undefined).length,
  };
}

type Path = readonly PropertyKey[];

function findGraphs(json: unknown): readonly { source: unknown; path: Path }[] | null {
  const list = graphListSchema.safeParse(json);
  if (list.success)
    return list.data.graph.map((source, position) => ({ source, path: ['graph', position] }));
  const wrapped = wrappedGraphSchema.safeParse(json);
  if (wrapped.success) return [{ source: wrapped.data.graph, path: ['graph'] }];
  return bareGraphSchema.safeParse(json).success ? [{ source: json, path: [] }] : null;
}

function readGraph(
  json: unknown,
  path: Path,
): { readonly graph?: Graph; readonly problems: readonly Problem[] } {
  const { source, leftOut, originalPath } = leaveOutParts(json);
  const record = recordIdSchema.safeParse(source).data?.graphid;
  const locate = (below: Path) => ({ pointer: jsonPointer([...path, ...below]), record });
  const parsed = graphDocumentSchema.safeParse(source);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => {
      const part = issue.path.length === 0 ? 'The graph' : issue.path.map(String).join('.');
      const message = `${part}: ${issue.message}.`;
      return importError('malformed_graph', message, locate(originalPath(issue.path)));
    });
    return { problems };
  }
  const language = oneLanguageSchema.safeParse(source).data?.[contentLanguageKey];
  if (language !== undefined) {
    const message = `Its texts are in one language, ${JSON.stringify(language)}, and the others would be lost: import the answer to GET /graphs/{id}?format=json.`;
    return { problems: [importError('one_language', message, locate([contentLanguageKey]))] };
  }
  const document = withRootAmongNodes(parsed.data);
  const problems = leftOut.map(({ code, message, path: below }) =>
    importWarning(code, message, locate(below)),
  );
  checkGraph(document, (severity, code, below, message) => {
    const make = severity === 'error' ? importError : importWarning;
    problems.push(make(code, message, locate(originalPath(below))));
  });
  const isSound = problems.every(({ severity }) => severity !== 'error');
  return isSound ? { graph: buildGraph(document, source), problems } : { problems };
}

/** Most documents have the root twice, in `nodes` and as `root`; some only as `root`. */
function withRootAmongNodes(document: GraphDocument): GraphDocument {
  const { root, nodes } = document;
  return root === null || nodes.some(({ nodeid }) => nodeid === root.nodeid)
    ? document
    : { ...document, nodes: [...nodes, root] };
}
