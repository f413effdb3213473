import type {
  ModelsCondition,
  Question,
  QuestionNode,
  RecordCondition,
  TileCondition,
  ValueTest,
} from './question.ts';

/** A value that one of some nodes must have. */
type Choice = TileCondition & { readonly kind: 'value' };

/**
 * Joins the conditions of models that differ in their nodes alone, so that a question about many models is compared as one. A resource
 * instance has values of the nodes of its own model alone.
 * @rule Searching by values: Which models are compared together?
 */
export function mergeModels(question: Question): Question {
  const identityOf = numberObjects();
  const groups = Map.groupBy(question, ({ graphIds, condition }) =>
    JSON.stringify([graphIds === null, shapeOf(condition, identityOf)]),
  );
  return [...groups.values()].map((models): ModelsCondition => {
    const graphIds = models.flatMap((model) => model.graphIds ?? []);
    return {
      graphIds: models.some((model) => model.graphIds === null) ? null : [...new Set(graphIds)],
      condition: mergeConditions(models.map(({ condition }) => condition)),
    };
  });
}

/** Gives each object a number, which is shorter to compare. */
function numberObjects(): (object: object) => number {
  const numbers = new Map<object, number>();
  return (object) => {
    const number = numbers.get(object) ?? numbers.size;
    numbers.set(object, number);
    return number;
  };
}

/** What two conditions must have in common to be merged. */
function shapeOf(condition: RecordCondition, identityOf: (object: object) => number): unknown {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return [condition.kind, ...condition.parts.map((part) => shapeOf(part, identityOf))];
    case 'not':
      return ['not', shapeOf(condition.part, identityOf)];
    case 'tiles':
      return listChoices(condition.condition) === undefined
        ? ['tiles', identityOf(condition)]
        : ['values'];
    case 'values':
      return ['values'];
    case 'place':
      return ['place', identityOf(condition.place), condition.nodes === null, condition.isOutside];
    case 'related':
      return ['related', identityOf(condition.to), condition.nodes === null, condition.direction];
    default:
      return condition;
  }
}

/** Merges conditions of one shape. */
function mergeConditions([first, ...others]: readonly RecordCondition[]): RecordCondition {
  if (first === undefined) return { kind: 'any', parts: [] };
  const conditions = [first, ...others];
  switch (first.kind) {
    case 'all':
    case 'any':
      return {
        kind: first.kind,
        parts: first.parts.map((_part, position) =>
          mergeConditions(conditions.flatMap((condition) => partAt(condition, position))),
        ),
      };
    case 'not':
      return { kind: 'not', part: mergeConditions(conditions.flatMap((c) => partAt(c, 0))) };
    case 'tiles':
    case 'values':
      return mergeValues(first, conditions);
    case 'place':
    case 'related':
      return { ...first, nodes: first.nodes && conditions.flatMap(nodesOf) };
    default:
      return first;
  }
}

function partAt(condition: RecordCondition, position: number): readonly RecordCondition[] {
  if (condition.kind === 'not') return [condition.part];
  const part =
    condition.kind === 'all' || condition.kind === 'any' ? condition.parts[position] : undefined;
  return part === undefined ? [] : [part];
}

const nodesOf = (condition: RecordCondition): readonly QuestionNode[] =>
  condition.kind === 'place' || condition.kind === 'related' ? (condition.nodes ?? []) : [];

/** The nodes of conditions, with one condition for each test. A single node is compared faster in its tiles. */
function mergeValues(
  first: RecordCondition,
  conditions: readonly RecordCondition[],
): RecordCondition {
  const choices = conditions.flatMap((condition) =>
    condition.kind === 'tiles' ? (listChoices(condition.condition) ?? []) : choicesOf(condition),
  );
  if (choices.length <= 1) return first;
  const tests = Map.groupBy(choices, ({ test }) => textOfTest(test));
  const parts = [...tests.values()].flatMap((ofTest): readonly RecordCondition[] => {
    const [choice] = ofTest;
    return choice === undefined
      ? []
      : [{ kind: 'values', nodes: ofTest.map(({ node }) => node), test: choice.test }];
  });
  const [part] = parts;
  return parts.length === 1 && part !== undefined ? part : { kind: 'any', parts };
}

/** A text that equal tests have. Days are large numbers, which JSON does not write. */
const textOfTest = (test: ValueTest): string =>
  JSON.stringify(test, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );

const choicesOf = (condition: RecordCondition): readonly Choice[] =>
  condition.kind === 'values'
    ? condition.nodes.map((node) => ({ kind: 'value', node, test: condition.test, isOther: false }))
    : [];

/** The values of which a tile must have one; undefined if it must have several, or one that it must not have. */
function listChoices(condition: TileCondition): readonly Choice[] | undefined {
  if (condition.kind === 'value') return condition.isOther ? undefined : [condition];
  if (condition.kind === 'all' && condition.parts.length !== 1) return undefined;
  const parts = condition.parts.map(listChoices);
  return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part ?? []);
}
