import type {
  Between,
  Comparison,
  ComparisonOperator,
  Expression,
  Filter,
  FunctionCall,
  In,
  Like,
} from '../filters/filter.ts';
import type { DateRelation } from './question.ts';
import { refuseClass, UnsupportedFilter } from './filter-refusal.ts';
import type { WrittenTest } from './value-syntax.ts';

/** A condition on the values of a node. */
export type ValuePredicate = { readonly name: string; readonly test: WrittenTest };

/** A text that is compared, and how. */
type Operand = {
  readonly text: string;
  readonly foldsCase: boolean;
  readonly foldsAccents: boolean;
};

type NamedProperty = Omit<Operand, 'text'> & { readonly name: string };

const unfolded = { foldsCase: false, foldsAccents: false };

function asProperty(expression: Expression): NamedProperty | undefined {
  switch (expression.kind) {
    case 'property':
      return { name: expression.name, ...unfolded };
    case 'casei': {
      const inner = asProperty(expression.value);
      return inner && { ...inner, foldsCase: true };
    }
    case 'accenti': {
      const inner = asProperty(expression.value);
      return inner && { ...inner, foldsAccents: true };
    }
    default:
      return undefined;
  }
}

function asOperand(expression: Expression): Operand | undefined {
  switch (expression.kind) {
    case 'text':
      return { text: expression.text, ...unfolded };
    case 'number':
      return { text: expression.decimal, ...unfolded };
    case 'boolean':
      return { text: String(expression.value), ...unfolded };
    case 'date':
      return { text: expression.date, ...unfolded };
    case 'timestamp':
      // A date node has days.
      return { text: expression.timestamp.slice(0, 10), ...unfolded };
    case 'casei': {
      const inner = asOperand(expression.value);
      return inner && { ...inner, foldsCase: true };
    }
    case 'accenti': {
      const inner = asOperand(expression.value);
      return inner && { ...inner, foldsAccents: true };
    }
    default:
      return undefined;
  }
}

function requireProperty(expression: Expression): NamedProperty {
  const property = asProperty(expression);
  if (property !== undefined) return property;
  if (expression.kind === 'arithmetic') return refuseClass('arithmetic', 'Arithmetic');
  if (expression.kind === 'function') {
    return refuseClass('functions', `A comparison with the function ${expression.name}`);
  }
  throw new UnsupportedFilter('A comparison needs the name of a node on its left side.');
}

function requireOperand(expression: Expression, property: NamedProperty): Operand {
  const operand = asOperand(expression);
  if (operand === undefined) {
    if (asProperty(expression) !== undefined) {
      return refuseClass('property-property', 'A comparison of two nodes');
    }
    if (expression.kind === 'arithmetic') return refuseClass('arithmetic', 'Arithmetic');
    if (expression.kind === 'function') {
      return refuseClass('functions', `A comparison with the function ${expression.name}`);
    }
    throw new UnsupportedFilter('A comparison needs a value on its right side.');
  }
  if (operand.foldsCase !== property.foldsCase || operand.foldsAccents !== property.foldsAccents) {
    throw new UnsupportedFilter('Apply CASEI and ACCENTI to both sides of a comparison.');
  }
  return operand;
}

const escapePattern = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

function equals(property: NamedProperty, operands: readonly Operand[]): ValuePredicate {
  const { name, foldsCase, foldsAccents } = property;
  const values = operands.map(({ text }) => text);
  return {
    name,
    test: {
      kind: 'patterns',
      patterns: values.map(escapePattern),
      foldsCase,
      foldsAccents,
      values,
    },
  };
}

const mirrored: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '=': '=',
  '<>': '<>',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** Reads a comparison. Of `<>`, the predicate that it negates. */
export function readComparison(comparison: Comparison): ValuePredicate {
  const isSwapped =
    asProperty(comparison.left) === undefined && asProperty(comparison.right) !== undefined;
  const [left, right] = isSwapped
    ? [comparison.right, comparison.left]
    : [comparison.left, comparison.right];
  const operator = isSwapped ? mirrored[comparison.operator] : comparison.operator;
  const property = requireProperty(left);
  const operand = requireOperand(right, property);
  if (operator === '=' || operator === '<>') return equals(property, [operand]);
  const isBelow = operator.startsWith('<');
  return {
    name: property.name,
    test: {
      kind: 'range',
      from: isBelow ? null : operand.text,
      to: isBelow ? operand.text : null,
      includesLimits: operator.endsWith('='),
    },
  };
}

/** Reads `BETWEEN`. */
export function readBetween({ value, lower, upper }: Between): ValuePredicate {
  const property = requireProperty(value);
  const [from, to] = [lower, upper].map((limit) => requireOperand(limit, property).text);
  return {
    name: property.name,
    test: { kind: 'range', from: from ?? null, to: to ?? null, includesLimits: true },
  };
}

/** Reads `IN`. */
export function readIn({ value, items }: In): ValuePredicate {
  const property = requireProperty(value);
  return equals(
    property,
    items.map((item) => requireOperand(item, property)),
  );
}

/** Reads `LIKE`. */
export function readLike({ value, pattern }: Like): ValuePredicate {
  const property = requireProperty(value);
  const { text, foldsCase, foldsAccents } = requireOperand(pattern, property);
  return {
    name: property.name,
    test: { kind: 'patterns', patterns: [text], foldsCase, foldsAccents, values: undefined },
  };
}

const dateRelations: Readonly<Record<string, DateRelation>> = {
  overlaps: 'overlaps',
  during: 'within',
  before: 'before',
  after: 'after',
  t_intersects: 'overlaps',
  t_during: 'within',
  t_before: 'before',
  t_after: 'after',
};

/** Reads `overlaps`, `during`, `before` and `after`, which compare a date with an EDTF, and `below`. @returns undefined for other functions */
export function readValueFunction(call: FunctionCall): ValuePredicate | undefined {
  const name = call.name.toLowerCase();
  const relation = dateRelations[name];
  if (relation === undefined && name !== 'below') return undefined;
  const [first, ...others] = call.arguments;
  const property = first && asProperty(first);
  const values = others.map((argument) => asOperand(argument)?.text);
  if (property === undefined || values.length === 0 || values.includes(undefined)) {
    throw new UnsupportedFilter(
      `The function ${call.name} needs the name of a node and a text, such as ${name}(node, ${relation === undefined ? "'Barrow'" : "'1850/1900'"}).`,
    );
  }
  const texts = values.filter((text) => text !== undefined);
  return {
    name: property.name,
    test:
      relation === undefined
        ? { kind: 'values', values: texts.map((text) => ({ text, isQuoted: true })) }
        : { kind: 'dates', dates: texts, relation },
  };
}

/** The name of a node and the dates of a comparison in time. */
export function readTemporal({
  operator,
  left,
  right,
}: Filter & { kind: 'temporal' }): ValuePredicate {
  const relation = dateRelations[operator.toLowerCase()];
  if (relation === undefined) return refuseClass('temporal-functions', operator.toUpperCase());
  const property = asProperty(left);
  if (property === undefined) {
    throw new UnsupportedFilter(`${operator.toUpperCase()} needs the name of a node first.`);
  }
  return { name: property.name, test: { kind: 'dates', dates: [dateOf(right)], relation } };
}

/** A time as an EDTF. */
function dateOf(expression: Expression): string {
  if (expression.kind === 'interval') {
    const { start, end } = expression;
    return `${start === null ? '..' : dateOf(start)}/${end === null ? '..' : dateOf(end)}`;
  }
  const operand = asOperand(expression);
  return operand?.text ?? refuseClass('temporal-functions', 'A comparison of two nodes in time');
}

/** The name of the node of a null comparison. */
export function readIsNull({ value }: Filter & { kind: 'isNull' }): string {
  return requireProperty(value).name;
}
