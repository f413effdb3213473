import { InvalidInput, type InputError } from '../../errors.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { NodeCondition, Question, ValueTest } from '../../model/questions/question.ts';
import { isUuid } from '../../model/ids.ts';
import { readTest, type TestResult } from '../../model/questions/value-test.ts';
import { findNamedConcepts } from '../../queries/questions/named-concepts.ts';
import {
  findQueryableNodes,
  findSimilarNodeNames,
  type QueryableNode,
} from '../../queries/questions/queryable-nodes.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import type { ValuesByName } from '../request/request.ts';
import { readSentConditions, type SentCondition } from './sent-conditions.ts';

type Reader = Pick<DataHandlerContext, 'read'>;

/**
 * Reads the question in a query.
 * @param graph the id or slug of the requested model; undefined for all
 * @returns undefined without conditions
 * @throws InvalidInput listing every condition that names no readable node, or whose value the node cannot have
 */
export async function readQuestion(
  query: ValuesByName,
  caller: Caller,
  graph: string | undefined,
  { read }: Reader,
): Promise<Question | undefined> {
  const sent = readSentConditions(query);
  if (sent.length === 0) return undefined;
  const nodes = await read(
    findQueryableNodes(
      caller,
      sent.map(({ name }) => name),
      graph,
    ),
  );
  await refuseUnknownNames(sent, nodes, caller, graph, { read });
  const parts = sent.flatMap((condition) =>
    nodes
      .filter(({ name }) => name === condition.name)
      .map((node) => ({ sent: condition, node, result: readTest(condition.written, node) })),
  );
  const errors = parts.flatMap(({ sent: { parameter }, result }) =>
    result.kind === 'problem' ? [parameterError(parameter, 'invalid', result.message)] : [],
  );
  if (errors.length > 0) throw new InvalidInput(errors);
  const tests = await resolveConcepts(parts, caller, { read });
  return groupByModel(
    parts.flatMap(({ sent: { written, parameter }, node }, position) => {
      const test = tests[position];
      return test === undefined
        ? []
        : [{ parameter, condition: { node, test, isNegated: written.isNegated } }];
    }),
    sent,
  );
}

async function refuseUnknownNames(
  sent: readonly SentCondition[],
  nodes: readonly QueryableNode[],
  caller: Caller,
  graph: string | undefined,
  { read }: Reader,
): Promise<void> {
  const unknown = sent.filter(({ name }) => !nodes.some((node) => node.name === name));
  const errors: InputError[] = [];
  for (const { parameter, name } of unknown) {
    const similar = await read(findSimilarNodeNames(caller, name, graph));
    const advice = similar.length === 0 ? '' : ` Similar names: ${similar.join(', ')}.`;
    errors.push(
      parameterError(
        parameter,
        'invalid',
        `there is no node with this name that you may read.${advice}`,
      ),
    );
  }
  for (const { parameter, name } of sent) {
    const byModel = Map.groupBy(
      nodes.filter((node) => node.name === name),
      ({ graphId }) => graphId,
    );
    if ([...byModel.values()].some((nodesOfModel) => nodesOfModel.length > 1)) {
      errors.push(
        parameterError(
          parameter,
          'invalid',
          'several nodes of a model have this name. Send the id of one instead.',
        ),
      );
    }
  }
  if (errors.length > 0) throw new InvalidInput(errors);
}

type ConditionPart = {
  readonly sent: SentCondition;
  readonly node: QueryableNode;
  readonly result: TestResult;
};

/**
 * Looks up the concepts that conditions name. A name must be known in one of the models at least; an id need not be known, so that the answer
 * does not tell whether it exists.
 * @throws InvalidInput for unknown names
 */
async function resolveConcepts(
  parts: readonly ConditionPart[],
  caller: Caller,
  { read }: Reader,
): Promise<readonly (ValueTest | undefined)[]> {
  const names = parts.flatMap(({ sent: { parameter }, result }, part) =>
    result.kind === 'concepts'
      ? result.names.map((text) => ({ part, parameter, text, collectionId: result.collectionId }))
      : [],
  );
  const concepts =
    names.length === 0
      ? []
      : await read(
          findNamedConcepts(
            caller,
            names.map(({ text, collectionId }) => ({ text, collectionId })),
          ),
        );
  const known = concepts.flatMap(({ position }) => names[position] ?? []);
  const errors = names
    .filter(
      ({ parameter, text }) =>
        !isUuid(text) && !known.some((name) => name.parameter === parameter && name.text === text),
    )
    .map(({ parameter, text }) =>
      parameterError(
        parameter,
        'invalid',
        `${JSON.stringify(text)} is no label, id or URI of a concept of the node's collection.`,
      ),
    );
  if (errors.length > 0) throw new InvalidInput(errors);
  return parts.map(({ result }, part) => {
    if (result.kind !== 'concepts') return result.kind === 'test' ? result.test : undefined;
    const conceptIds = concepts.flatMap(({ position, conceptId }) =>
      names[position]?.part === part ? [conceptId] : [],
    );
    return { kind: 'concepts', conceptIds, ids: result.names.filter(isUuid) };
  });
}

/** The conditions of each model that has a node for every condition that was sent. */
function groupByModel(
  parts: readonly { readonly parameter: string; readonly condition: NodeCondition }[],
  sent: readonly SentCondition[],
): Question {
  const byModel = Map.groupBy(parts, ({ condition }) => condition.node.graphId);
  return [...byModel].flatMap(([graphId, partsOfModel]) =>
    sent.every(({ parameter }) => partsOfModel.some((part) => part.parameter === parameter))
      ? [{ graphId, conditions: partsOfModel.map(({ condition }) => condition) }]
      : [],
  );
}
