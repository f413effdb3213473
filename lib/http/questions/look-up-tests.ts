import { InvalidInput, type InputError } from '../../errors.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { isUuid } from '../../model/ids.ts';
import type { ValueTest } from '../../model/questions/question.ts';
import { readTest, type TestResult } from '../../model/questions/value-test.ts';
import {
  listWrittenValues,
  type WrittenQuestion,
  type WrittenValueCondition,
} from '../../model/questions/written-question.ts';
import { findNamedConcepts, findSimilarLabels } from '../../queries/questions/named-concepts.ts';
import type { QueryableNode } from '../../queries/questions/queryable-nodes.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import type { NodeLookup } from './look-up-nodes.ts';
import type { QuestionReader } from './question-reader.ts';

/** What the conditions of a question require of the values of each of their nodes. */
export type TestLookup = {
  readonly find: (condition: WrittenValueCondition, node: QueryableNode) => ValueTest | undefined;
};

/** The most unknown names for which similar ones are looked up. */
const maxReported = 10;

type Part = {
  readonly condition: WrittenValueCondition;
  readonly node: QueryableNode;
  readonly result: TestResult;
};

/**
 * Reads the values of conditions, which depend on the datatypes of their nodes, and looks up the concepts among them.
 * @throws InvalidInput listing the values that a node cannot have, and unknown names of concepts
 */
export async function lookUpTests(
  written: WrittenQuestion,
  nodes: NodeLookup,
  caller: Caller,
  reader: QuestionReader,
): Promise<TestLookup> {
  const parts = listWrittenValues(written).flatMap((condition) =>
    nodes.graphIds.flatMap((graphId) => {
      const node = nodes.find(condition.name, graphId);
      return node === undefined
        ? []
        : [{ condition, node, result: readTest(condition.test, node) }];
    }),
  );
  const errors = parts.flatMap(({ condition: { parameter }, result }) =>
    result.kind === 'problem' ? [parameterError(parameter, 'invalid', result.message)] : [],
  );
  if (errors.length > 0) throw new InvalidInput(errors);
  const tests = await resolveConcepts(parts, caller, reader);
  return {
    find: (condition, node) =>
      tests[
        parts.findIndex((part) => part.condition === condition && part.node.nodeId === node.nodeId)
      ],
  };
}

/**
 * Looks up the concepts that conditions name. A name must be known in one of the models at least; an id need not be known, so that the answer
 * does not tell whether it exists.
 * @throws InvalidInput for unknown names
 */
async function resolveConcepts(
  parts: readonly Part[],
  caller: Caller,
  { read }: QuestionReader,
): Promise<readonly (ValueTest | undefined)[]> {
  const names = parts.flatMap(({ condition, result }, part) =>
    result.kind === 'concepts'
      ? result.names.map((text) => ({ part, condition, text, collectionId: result.collectionId }))
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
  const unknown = names.filter(
    ({ condition, text }) =>
      !isUuid(text) && !known.some((name) => name.condition === condition && name.text === text),
  );
  const errors: InputError[] = [];
  for (const { condition, text, collectionId } of unknown.slice(0, maxReported)) {
    const similar = await read(findSimilarLabels(caller, { text, collectionId }));
    const advice = similar.length === 0 ? '' : ` Similar labels: ${similar.join(', ')}.`;
    const message = `${JSON.stringify(text)} is no label, id or URI of a concept of the node's collection.${advice}`;
    errors.push(parameterError(condition.parameter, 'invalid', message));
  }
  if (errors.length > 0) throw new InvalidInput(errors);
  return parts.map(({ result }, part) => {
    if (result.kind !== 'concepts') return result.kind === 'test' ? result.test : undefined;
    const conceptIds = concepts.flatMap(({ position, conceptId }) =>
      names[position]?.part === part ? [conceptId] : [],
    );
    return {
      kind: 'concepts',
      conceptIds,
      ids: result.names.filter(isUuid),
      includesNarrower: true,
    };
  });
}
