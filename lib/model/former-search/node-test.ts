import { isUuid } from '../ids.ts';
import { datatypeOf } from '../datatypes/registry.ts';
import type { ValueTest } from '../questions/question.ts';
import type { WrittenTest } from '../questions/value-syntax.ts';
import { readTest, type DescribedNode } from '../questions/value-test.ts';
import type { SentNodeCondition } from './search-request.ts';
import { readTextTest } from './term-tests.ts';

/** What a condition means for a node. */
export type NodeTest =
  /** The value is so; with `isOther`, some tile has a value that is not. */
  | { readonly kind: 'test'; readonly test: ValueTest; readonly isOther: boolean }
  /** One of the tests, or each of them, for concepts by the ids of their values or their own. */
  | {
      readonly kind: 'concepts';
      readonly idSets: readonly (readonly string[])[];
      readonly isOther: boolean;
    }
  /** The record has some value, or none. */
  | { readonly kind: 'presence'; readonly isPresent: boolean }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'problem'; readonly message: string };

const nothing: NodeTest = { kind: 'nothing' };

const comparisons: Readonly<Record<string, (value: string) => WrittenTest>> = {
  gt: (from) => ({ kind: 'range', from, to: null, includesLimits: false }),
  gte: (from) => ({ kind: 'range', from, to: null, includesLimits: true }),
  lt: (to) => ({ kind: 'range', from: null, to, includesLimits: false }),
  lte: (to) => ({ kind: 'range', from: null, to, includesLimits: true }),
};

const geometryTypes: ReadonlySet<string> = new Set(['Point', 'LineString', 'Polygon']);
const presences: Readonly<Record<string, boolean>> = { null: false, not_null: true };

/** Whether a condition requires nothing. */
export const isEmptyCondition = ({ operator, values }: SentNodeCondition): boolean =>
  values.length === 0 && presences[operator] === undefined && !geometryTypes.has(operator);

/**
 * Reads a condition, whose meaning depends on the datatype of the node.
 * @rule Searching by values: What do the conditions of the reference platform's advanced search mean?
 */
export function readNodeTest(condition: SentNodeCondition, node: DescribedNode): NodeTest {
  const { operator, values } = condition;
  const isPresent = presences[operator] ?? presences[values[0] ?? ''];
  if (isPresent !== undefined) return { kind: 'presence', isPresent };
  const datatype = datatypeOf(node.datatype);
  if (datatype.holds === 'geometry') {
    const type = geometryTypes.has(operator) ? operator : (values[0] ?? '');
    return { kind: 'test', test: { kind: 'geometry type', type }, isOther: false };
  }
  const isOther = operator.startsWith('!') || operator === 'in_list_not';
  switch (datatype.searchedBy) {
    case 'concepts': {
      const ids = values.filter(isUuid).map((id) => id.toLowerCase());
      if (ids.length === 0) return nothing;
      const idSets = operator === 'in_list_all' ? ids.map((id) => [id]) : [ids];
      return { kind: 'concepts', idSets, isOther };
    }
    case 'numbers':
    case 'days':
      return readCompared(operator, values, node);
    case 'words':
      return readText(condition, isOther, datatype.link !== undefined);
    case undefined:
      return nothing;
    default: {
      const known = values.filter((value) => toTest([value], node).kind === 'test');
      if (known.length === 0) return nothing;
      const result = toTest(known, node);
      return result.kind === 'test' ? { ...result, isOther } : result;
    }
  }
}

function toTest(
  values: readonly string[],
  node: DescribedNode,
): NodeTest & { readonly kind: 'test' | 'problem' } {
  const test = readTest(
    { kind: 'values', values: values.map((text) => ({ text, isQuoted: false })) },
    node,
  );
  return test.kind === 'test'
    ? { kind: 'test', test: test.test, isOther: false }
    : { kind: 'problem', message: test.kind === 'problem' ? test.message : '' };
}

function readCompared(operator: string, values: readonly string[], node: DescribedNode): NodeTest {
  const [value = ''] = values;
  const written = comparisons[operator]?.(value);
  if (written === undefined) {
    const result = toTest(values, node);
    return result.kind === 'test' ? { ...result, isOther: operator.startsWith('!') } : result;
  }
  const result = readTest(written, node);
  if (result.kind === 'test') return { kind: 'test', test: result.test, isOther: false };
  return { kind: 'problem', message: result.kind === 'problem' ? result.message : '' };
}

function readText(
  { operator, values, language }: SentNodeCondition,
  isOther: boolean,
  isLink: boolean,
): NodeTest {
  const [value = ''] = values;
  if (['gte', 'lte'].includes(operator)) {
    const megabytes = Number(value);
    if (!Number.isFinite(megabytes)) {
      return {
        kind: 'problem',
        message: `${JSON.stringify(value)} must be a number of megabytes.`,
      };
    }
    const comparison = operator === 'gte' ? '>=' : '<=';
    return {
      kind: 'test',
      test: { kind: 'file size', comparison, bytes: megabytes * 1_000_000 },
      isOther: false,
    };
  }
  const test = readTextTest(operator.replace('!', ''), value);
  if (test === undefined) return nothing;
  if (isLink)
    return { kind: 'test', test: { kind: 'part', part: { kind: 'address' }, test }, isOther };
  return {
    kind: 'test',
    test: language === null ? test : { kind: 'part', part: { kind: 'language', language }, test },
    isOther,
  };
}
