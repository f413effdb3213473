import * as z from 'zod';

import type { RepeatedMembersError } from '../../../../lib/json/repeated-members.ts';
import {
  contentLanguageKey,
  graphDocumentSchema,
  type GraphDocument,
} from '../../../../lib/model/graphs/graph-document-schema.ts';
import type { Graph } from '../../../../lib/model/graphs/graph.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import { importError, importWarning } from '../import-problems.ts';
import { groupRepeatedMembers, makeRepeatedMemberProblems } from '../repeated-members.ts';
import { buildGraph } from './build-graph.ts';
import { checkGraph } from './check-graph.ts';
import { leaveOutParts } from './left-out-parts.ts';

const graphListSchema = z.looseObject({ graph: z.array(z.unknown()) });
const wrappedGraphSchema = z.looseObject({ graph: z.record(z.string(), z.unknown()) });
const bareGraphSchema = z.looseObject({ nodes: z.array(z.unknown()) });
const workingCopySchema = z.looseObject({ source_identifier_id: z.string() });
const recordIdSchema = z.looseObject({ graphid: z.string() });
const oneLanguageSchema = z.looseObject({ [contentLanguageKey]: z.string() });

/**
 * Reads graphs (resource models and branches) in the formats of releases 4.x to 8.x of the Arches platform:
 * `{"graph": [G, …], "metadata": …}`, `{"graph": G}` or only G.
 * @param repeated the error of the members that are repeated in the document
 * @returns the graphs without errors, all problems, and the number of graphs with errors
 * @throws FileFormatError if members outside of the graphs are repeated
 */
export function readGraphDocument(json: unknown, repeated?: RepeatedMembersError) {
  const sources = findGraphs(json);
  if (sources === null) {
    const message =
      'The file has no graph: a graph has a list "nodes", or is the value of the key "graph".';
    return { graphs: [], problems: [importError('no_graph', message)], leftOut: 0 };
  }
  const repeatedByGraph = groupRepeatedMembers(
    repeated,
    sources.map(({ path }) => jsonPointer(path)),
  );
  const results = sources.map(({ source, path }) => {
    const repeatedMembers = repeatedByGraph.get(jsonPointer(path));
    return repeatedMembers === undefined
      ? readGraph(source, path)
      : { problems: makeRepeatedMemberProblems(repeatedMembers, findGraphId(source)) };
  });
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
  const { source, leftOut, toOriginalPath } = leaveOutParts(json);
  const record = findGraphId(source);
  const originalId = workingCopySchema.safeParse(source).data?.source_identifier_id;
  if (originalId !== undefined) {
    const message = `The graph is left out, because it is an unpublished working copy of graph ${originalId}. Publish it in the source, and export that graph.`;
    return {
      problems: [
        importWarning('working_copy', message, { pointer: jsonPointer(path), record: record }),
      ],
    };
  }
  const locate = (pathInGraph: Path) => ({
    pointer: jsonPointer([...path, ...pathInGraph]),
    record,
  });
  const parsed = graphDocumentSchema.safeParse(source);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => {
      const part = issue.path.length === 0 ? 'The graph' : issue.path.map(String).join('.');
      const message = `${part}: ${issue.message}.`;
      return importError('malformed_graph', message, locate(toOriginalPath(issue.path)));
    });
    return { problems };
  }
  const language = oneLanguageSchema.safeParse(source).data?.[contentLanguageKey];
  if (language !== undefined) {
    const message = `The texts of the graph are in only one language, ${JSON.stringify(language)}, so those in other languages would be lost. Import the answer to GET /graphs/{id}?format=json instead.`;
    return { problems: [importError('one_language', message, locate([contentLanguageKey]))] };
  }
  const document = addRootToNodes(parsed.data);
  const problems = leftOut.map(({ code, message, path: pathInGraph }) =>
    importWarning(code, message, locate(pathInGraph)),
  );
  checkGraph(document, (severity, code, pathInGraph, message) => {
    const makeProblem = severity === 'error' ? importError : importWarning;
    problems.push(makeProblem(code, message, locate(toOriginalPath(pathInGraph))));
  });
  const isValid = problems.every(({ severity }) => severity !== 'error');
  return isValid ? { graph: buildGraph(document, source), problems } : { problems };
}

function findGraphId(source: unknown): string | undefined {
  return recordIdSchema.safeParse(source).data?.graphid;
}

/** Adds the root to the nodes, if the document has it only as `root`. Most documents have it in both places. */
function addRootToNodes(document: GraphDocument): GraphDocument {
  const { root, nodes } = document;
  return root === null || nodes.some(({ nodeid }) => nodeid === root.nodeid)
    ? document
    : { ...document, nodes: [...nodes, root] };
}
