import { InvalidInput, type InputError } from '../../errors.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import {
  listWrittenPlaces,
  listWrittenRelations,
  listWrittenValues,
  type WrittenQuestion,
} from '../../model/questions/written-question.ts';
import {
  findQueryableNodes,
  findSimilarNodeNames,
  type QueryableNode,
} from '../../queries/questions/queryable-nodes.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import type { QuestionReader } from './question-reader.ts';

/** The readable nodes with the names of a question. */
export type NodeLookup = {
  /** The models that have one of the nodes by which resource instances are searched. */
  readonly graphIds: readonly string[];
  readonly find: (name: string, graphId: string | undefined) => QueryableNode | undefined;
  readonly findAll: (name: string) => readonly QueryableNode[];
};

/** The name of a node as it was sent. */
type SentName = {
  readonly parameter: string;
  readonly name: string;
  /** What messages begin with, where the parameter does not have the name. */
  readonly prefix?: string;
  /** Whether the node belongs to the models that are searched. */
  readonly isOfSearched: boolean;
};

/**
 * Looks up the nodes of a question.
 * @throws InvalidInput listing the names that no readable node has, and those that several nodes of a model have
 */
export async function lookUpNodes(
  written: WrittenQuestion,
  caller: Caller,
  graph: string | undefined,
  reader: QuestionReader,
): Promise<NodeLookup> {
  const sent: readonly SentName[] = [
    ...[...listWrittenValues(written), ...listWrittenPlaces(written)].map(
      ({ parameter, name }) => ({ parameter, name, isOfSearched: true }),
    ),
    ...listWrittenRelations(written).flatMap(({ parameter, name, direction }) =>
      name === null ? [] : [{ parameter, name, isOfSearched: direction === 'outgoing' }],
    ),
  ];
  const names = (isOfSearched: boolean): readonly string[] => [
    ...new Set(sent.filter((item) => item.isOfSearched === isOfSearched).map(({ name }) => name)),
  ];
  const read = async (
    ofNames: readonly string[],
    inGraph: string | undefined,
  ): Promise<readonly QueryableNode[]> =>
    ofNames.length === 0 ? [] : reader.read(findQueryableNodes(caller, ofNames, inGraph));
  const searched = await read(names(true), graph);
  const referring = await read(names(false), undefined);
  await refuseUnknownNames(
    sent,
    ({ isOfSearched }) => (isOfSearched ? searched : referring),
    caller,
    graph,
    reader,
  );
  return {
    graphIds: [...new Set(searched.map(({ graphId }) => graphId))],
    find: (name, graphId) =>
      searched.find((node) => node.name === name && node.graphId === graphId),
    findAll: (name) => referring.filter((node) => node.name === name),
  };
}

/**
 * Refuses names of nodes that cannot be followed.
 * @throws InvalidInput listing the names that no readable node has, and those that several nodes of a model have
 */
export async function refuseUnknownNames(
  sent: readonly SentName[],
  nodesOf: (name: SentName) => readonly QueryableNode[],
  caller: Caller,
  graph: string | undefined,
  { read }: QuestionReader,
): Promise<void> {
  const errors: InputError[] = [];
  for (const item of sent) {
    const { parameter, name, isOfSearched, prefix = '' } = item;
    const nodes = nodesOf(item).filter((node) => node.name === name);
    if (nodes.length === 0) {
      const similar = await read(
        findSimilarNodeNames(caller, name, isOfSearched ? graph : undefined),
      );
      const advice = similar.length === 0 ? '' : ` Similar names: ${similar.join(', ')}.`;
      const message = `${prefix}there is no node with this name that you may read.${advice}`;
      errors.push(parameterError(parameter, 'invalid', message));
    }
    if (isOfSearched && new Set(nodes.map(({ graphId }) => graphId)).size < nodes.length) {
      const message = `${prefix}several nodes of a model have this name. Send the id of one instead.`;
      errors.push(parameterError(parameter, 'invalid', message));
    }
  }
  if (errors.length > 0) throw new InvalidInput(errors);
}
