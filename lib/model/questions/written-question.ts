import type {
  Place,
  QuestionNode,
  RecordCondition,
  RelationTarget,
  TileCondition,
  ValueTest,
} from './question.ts';
import type { WrittenTest } from './value-syntax.ts';

/** A condition on a node as it was written, before its node is looked up. */
export type WrittenValueCondition = {
  readonly kind: 'value';
  /** Where it was written: the name of a parameter, or a place in it. */
  readonly parameter: string;
  /** The name of the node. */
  readonly name: string;
  readonly test: WrittenTest;
  /** Whether there must be a value that does not pass the test. */
  readonly isOther: boolean;
};

/** Conditions on tiles as they were written. */
export type WrittenTileCondition =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly WrittenTileCondition[] }
  | WrittenValueCondition;

/** A relation as it was written. */
export type WrittenRelation = {
  readonly kind: 'related';
  readonly parameter: string;
  /** The name of the node of the references; null for any relation. */
  readonly name: string | null;
  readonly direction: 'outgoing' | 'incoming' | 'any';
  readonly to:
    | (RelationTarget & { kind: 'ids' })
    | { readonly kind: 'written'; readonly question: WrittenQuestion };
};

/** A date of the period of a resource instance passes a test. */
export type WrittenPeriod = {
  readonly kind: 'period';
  readonly parameter: string;
  readonly test: WrittenTest;
};

/** A condition on geometries of a node. */
export type WrittenPlace = {
  readonly kind: 'place';
  readonly parameter: string;
  readonly name: string;
  readonly place: Place;
  readonly isOutside: boolean;
};

/** A question as it was written, before its nodes and concepts are looked up. */
export type WrittenQuestion =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly WrittenQuestion[] }
  /** The resource instances of models with these nodes that do not meet a condition. */
  | { readonly kind: 'not'; readonly part: WrittenQuestion }
  | { readonly kind: 'tiles'; readonly condition: WrittenTileCondition }
  | WrittenRelation
  | WrittenPeriod
  | WrittenPlace
  /** A condition without names. */
  | { readonly kind: 'record'; readonly condition: RecordCondition };

/** The conditions on nodes in a question, without those of questions about related resource instances. */
export function listWrittenValues(question: WrittenQuestion): readonly WrittenValueCondition[] {
  switch (question.kind) {
    case 'all':
    case 'any':
      return question.parts.flatMap(listWrittenValues);
    case 'not':
      return listWrittenValues(question.part);
    case 'tiles':
      return listOfTiles(question.condition);
    default:
      return [];
  }
}

const listOfTiles = (condition: WrittenTileCondition): readonly WrittenValueCondition[] =>
  condition.kind === 'value' ? [condition] : condition.parts.flatMap(listOfTiles);

/** The relations in a question, without those of questions about related resource instances. */
export function listWrittenRelations(question: WrittenQuestion): readonly WrittenRelation[] {
  switch (question.kind) {
    case 'all':
    case 'any':
      return question.parts.flatMap(listWrittenRelations);
    case 'not':
      return listWrittenRelations(question.part);
    case 'related':
      return [question];
    default:
      return [];
  }
}

/** The places in a question that name a node, without those of questions about related resource instances. */
export function listWrittenPlaces(question: WrittenQuestion): readonly WrittenPlace[] {
  switch (question.kind) {
    case 'all':
    case 'any':
      return question.parts.flatMap(listWrittenPlaces);
    case 'not':
      return listWrittenPlaces(question.part);
    case 'place':
      return [question];
    default:
      return [];
  }
}

/** The periods in a question, without those of questions about related resource instances. */
export function listWrittenPeriods(question: WrittenQuestion): readonly WrittenPeriod[] {
  switch (question.kind) {
    case 'all':
    case 'any':
      return question.parts.flatMap(listWrittenPeriods);
    case 'not':
      return listWrittenPeriods(question.part);
    case 'period':
      return [question];
    default:
      return [];
  }
}

/** How the parts of a question are looked up in one model. */
export type ModelLookup = {
  /** The node and the test of a condition; undefined if the model has no such node. */
  readonly findValue: (
    condition: WrittenValueCondition,
  ) => { readonly node: QuestionNode; readonly test: ValueTest } | undefined;
  /** The condition of a relation; undefined if the model has no such node. */
  readonly findRelation: (relation: WrittenRelation) => RecordCondition | undefined;
  /** The node of a place; undefined if the model has no such node. */
  readonly findNode: (name: string) => QuestionNode | undefined;
  /** The condition that a date of the period passes a test. */
  readonly findPeriod: (period: WrittenPeriod) => RecordCondition | undefined;
};

/**
 * The condition of a question for one model. A condition on a node that the model does not have is never met, and neither is its
 * negation.
 * @returns undefined if no resource instance of the model can meet it
 */
export function toRecordCondition(
  question: WrittenQuestion,
  lookup: ModelLookup,
): RecordCondition | undefined {
  switch (question.kind) {
    case 'all':
    case 'any': {
      const parts = question.parts.flatMap((part) => toRecordCondition(part, lookup) ?? []);
      const isMet =
        question.kind === 'all' ? parts.length === question.parts.length : parts.length > 0;
      return isMet ? { kind: question.kind, parts } : undefined;
    }
    case 'not': {
      const part = toRecordCondition(question.part, lookup);
      return part && { kind: 'not', part };
    }
    case 'tiles': {
      const condition = toTileCondition(question.condition, lookup);
      return condition && { kind: 'tiles', condition };
    }
    case 'related':
      return lookup.findRelation(question);
    case 'period':
      return lookup.findPeriod(question);
    case 'place': {
      const node = lookup.findNode(question.name);
      const { place, isOutside } = question;
      return node && { kind: 'place', place, nodes: [node], isOutside };
    }
    default:
      return question.condition;
  }
}

function toTileCondition(
  condition: WrittenTileCondition,
  lookup: ModelLookup,
): TileCondition | undefined {
  if (condition.kind === 'value') {
    const result = lookup.findValue(condition);
    return result && { kind: 'value', ...result, isOther: condition.isOther };
  }
  const parts = condition.parts.flatMap((part) => toTileCondition(part, lookup) ?? []);
  const isMet =
    condition.kind === 'all' ? parts.length === condition.parts.length : parts.length > 0;
  return isMet ? { kind: condition.kind, parts } : undefined;
}
