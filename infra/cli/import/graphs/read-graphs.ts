import * as z from 'zod';

import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import { buildGraph } from './build-graph.ts';
import { checkGraph } from './check-graph.ts';
import {
  contentLanguageKey,
  graphDocumentSchema,
  type GraphDocument,
} from '../../../../lib/model/graphs/graph-document-schema.ts';
import { removeRepeatedParts } from './repeated-parts.ts';
import type { Graph } from '../../../../lib/model/graphs/graph.ts';

/** What a document of graphs holds: the graphs without an error, and everything found wrong. */
export type GraphReadResult = {
  readonly graphs: readonly Graph[];
  readonly problems: readonly Problem[];
};

const graphList = z.looseObject({ graph: z.array(z.unknown()) });
const wrappedGraph = z.looseObject({ graph: z.record(z.string(), z.unknown()) });
const bareGraph = z.looseObject({ nodes: z.array(z.unknown()) });
const recordId = z.looseObject({ graphid: z.string() });
const inOneLanguage = z.looseObject({ [contentLanguageKey]: z.string() });

/**
 * Reads graphs (resource models and branches) as releases 4.x to 7.x of the Arches platform write them:
 * `{"graph": [G, …], "metadata": …}`, `{"graph": G}` or G alone.
 * @param json the parsed document
 * @returns the graphs that are sound; a graph with an error is left out, and each of its problems named
 */
export function readGraphDocument(json: unknown): GraphReadResult {
  const found = findGraphs(json);
  if (found === null) {
    const message = 'No graph here: a graph has a list "nodes", or stands under the key "graph".';
    return {
      graphs: [],
      problems: [{ severity: 'error', code: 'no_graph', pointer: '', message }],
    };
  }
  const readings = found.map(({ source, path }) => readGraph(source, path));
  return {
    graphs: readings.flatMap(({ graphs }) => graphs),
    problems: readings.flatMap(({ problems }) => problems),
  };
}

type FoundGraph = { readonly source: unknown; readonly path: readonly PropertyKey[] };

function findGraphs(json: unknown): readonly FoundGraph[] | null {
  const list = graphList.safeParse(json);
  if (list.success)
    return list.data.graph.map((source, position) => ({ source, path: ['graph', position] }));
  const wrapped = wrappedGraph.safeParse(json);
  if (wrapped.success) return [{ source: wrapped.data.graph, path: ['graph'] }];
  return bareGraph.safeParse(json).success ? [{ source: json, path: [] }] : null;
}

function readGraph(read: unknown, path: readonly PropertyKey[]): GraphReadResult {
  const { source, repeated, originalPath: pathBefore } = removeRepeatedParts(read);
  const record = recordId.safeParse(source).data?.graphid;
  const parsed = graphDocumentSchema.safeParse(source);
  if (!parsed.success)
    return { graphs: [], problems: parsed.error.issues.map((issue) => shapeProblem(issue)) };
  const document = withRootAmongNodes(parsed.data);
  const language = inOneLanguage.safeParse(source).data?.[contentLanguageKey];
  if (language !== undefined) {
    const message = `Its texts are in one language, ${JSON.stringify(language)}, and the others would be lost: import what GET /graphs/{id}?format=json answers.`;
    const found = problemAt('error', 'one_language', [contentLanguageKey], message);
    return { graphs: [], problems: [found] };
  }
  const problems = repeated.map((below) => {
    const message = 'It stands in the graph before, word for word: it is taken once.';
    return problemAt('warning', 'repeated_entry', below, message);
  });
  checkGraph(document, (severity, code, below, message) => {
    problems.push(problem(severity, code, below, message));
  });
  const isSound = problems.every(({ severity }) => severity !== 'error');
  return { graphs: isSound ? [buildGraph(document, source)] : [], problems };

  function problem(
    severity: Problem['severity'],
    code: string,
    below: readonly PropertyKey[],
    message: string,
  ): Problem {
    return problemAt(severity, code, pathBefore(below), message);
  }

  function problemAt(
    severity: Problem['severity'],
    code: string,
    below: readonly PropertyKey[],
    message: string,
  ): Problem {
    const pointer = jsonPointer([...path, ...below]);
    return { severity, code, pointer, message, ...(record === undefined ? {} : { record }) };
  }

  function shapeProblem(issue: z.core.$ZodIssue): Problem {
    const place = issue.path.length === 0 ? 'The graph' : issue.path.map(String).join('.');
    return problem('error', 'malformed_graph', issue.path, `${place}: ${issue.message}.`);
  }
}

/** Most documents hold the root twice, in `nodes` and as `root`; some only as `root`. */
function withRootAmongNodes(document: GraphDocument): GraphDocument {
  const { root, nodes } = document;
  return root === null || nodes.some(({ nodeid }) => nodeid === root.nodeid)
    ? document
    : { ...document, nodes: [...nodes, root] };
}
