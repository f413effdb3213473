import { InvalidInput } from '../../errors.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Question, RecordCondition, RelationTarget } from '../../model/questions/question.ts';
import { mergeModels } from '../../model/questions/merge-models.ts';
import { hasTooManyAlternatives } from '../../model/questions/tile-alternatives.ts';
import {
  listWrittenRelations,
  toRecordCondition,
  type WrittenQuestion,
  type WrittenRelation,
} from '../../model/questions/written-question.ts';
import { findGraphId } from '../../queries/questions/queryable-nodes.ts';
import type { QuestionReader } from './question-reader.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import { lookUpNodes, type NodeLookup } from './look-up-nodes.ts';
import { lookUpPeriods } from './look-up-periods.ts';
import { lookUpTests } from './look-up-tests.ts';

/**
 * Looks up the nodes and concepts of a question.
 * @rule Searching by values: In which models is a question searched?
 * @param graph the id or slug of the requested model; undefined for all
 * @throws InvalidInput listing every condition that names no readable node, or whose value the node cannot have
 */
export async function resolveQuestion(
  written: WrittenQuestion,
  caller: Caller,
  graph: string | undefined,
  reader: QuestionReader,
): Promise<Question> {
  const nodes = await lookUpNodes(written, caller, graph, reader);
  const tests = await lookUpTests(written, nodes, caller, reader);
  const relations = await lookUpRelations(written, nodes, caller, reader);
  const periods = await lookUpPeriods(written, caller, graph, reader);
  const conditionOf = (graphId: string | undefined): RecordCondition | undefined =>
    toRecordCondition(written, {
      findValue: (condition) => {
        const node = nodes.find(condition.name, graphId);
        const test = node && tests.find(condition, node);
        return node && test && { node, test };
      },
      findNode: (name) => nodes.find(name, graphId),
      findRelation: (relation) => relations(relation, graphId),
      findPeriod: (period) => periods.find(period, graphId),
    });
  const graphIds = [...new Set([...nodes.graphIds, ...periods.graphIds])];
  const ofModels = mergeModels(
    graphIds.flatMap((graphId) => {
      const condition = conditionOf(graphId);
      return condition === undefined ? [] : [{ graphIds: [graphId], condition }];
    }),
  );
  if (ofModels.some(({ condition }) => hasTooManyAlternatives(condition))) {
    const message =
      'combines too many choices between nodes of different cards. Send fewer of them, or several requests.';
    throw new InvalidInput([parameterError('filter', 'invalid', message)]);
  }
  // What needs no node is searched in all models.
  const ofAll = conditionOf(undefined);
  if (ofAll === undefined) return ofModels;
  if (graph === undefined) return [...ofModels, { graphIds: null, condition: ofAll }];
  const graphId = await reader.read(findGraphId(caller, graph));
  if (graphId === undefined) {
    const message = `${JSON.stringify(graph)} is neither the id nor the slug of a graph that you may read.`;
    throw new InvalidInput([parameterError('graph', 'invalid', message)]);
  }
  return ofModels.length > 0 ? ofModels : [{ graphIds: [graphId], condition: ofAll }];
}

/** The conditions of the relations of a question in a model; undefined for any model. */
async function lookUpRelations(
  written: WrittenQuestion,
  nodes: NodeLookup,
  caller: Caller,
  reader: QuestionReader,
): Promise<
  (relation: WrittenRelation, graphId: string | undefined) => RecordCondition | undefined
> {
  const targets = new Map<WrittenRelation, RelationTarget>();
  for (const relation of listWrittenRelations(written)) {
    const { to } = relation;
    targets.set(
      relation,
      to.kind === 'ids'
        ? to
        : {
            kind: 'question',
            question: await resolveQuestion(to.question, caller, undefined, reader),
          },
    );
  }
  return (relation, graphId) => {
    const to = targets.get(relation);
    if (to === undefined) return undefined;
    const { direction, name } = relation;
    if (name === null) return { kind: 'related', direction, nodes: null, to };
    // The node of a reference to the searched resource instance can be of any model.
    const named =
      direction === 'outgoing' ? listDefined(nodes.find(name, graphId)) : nodes.findAll(name);
    return named.length === 0 ? undefined : { kind: 'related', direction, nodes: named, to };
  };
}

const listDefined = <Item>(item: Item | undefined): readonly Item[] =>
  item === undefined ? [] : [item];
