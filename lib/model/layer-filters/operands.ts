import type { Expression } from '../filters/filter.ts';
import { refuseClass, UnsupportedFilter } from '../questions/filter-refusal.ts';
import type { Folding } from './layer-filter.ts';

/** The name of a property, and what its comparison leaves out. */
export type NamedProperty = Folding & { readonly name: string };

/** A literal as a text, and what its comparison leaves out. */
export type LiteralText = Folding & { readonly text: string };

const unfolded = { foldsCase: false, foldsAccents: false };

function literalOf(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'text':
      return expression.text;
    case 'number':
      return expression.decimal;
    case 'boolean':
      return String(expression.value);
    case 'date':
      return expression.date;
    case 'timestamp':
      // Columns have days.
      return expression.timestamp.slice(0, 10);
    default:
      return undefined;
  }
}

/** Takes CASEI and ACCENTI off a part. */
function unfold(expression: Expression): Folding & { readonly inner: Expression } {
  if (expression.kind === 'casei') return { ...unfold(expression.value), foldsCase: true };
  if (expression.kind === 'accenti') return { ...unfold(expression.value), foldsAccents: true };
  return { ...unfolded, inner: expression };
}

/** @returns undefined if the part is no property */
export function asProperty(expression: Expression): NamedProperty | undefined {
  const { inner, ...folding } = unfold(expression);
  return inner.kind === 'property' ? { ...folding, name: inner.name } : undefined;
}

/** @returns undefined if the part is no literal */
export function asLiteral(expression: Expression): LiteralText | undefined {
  const { inner, ...folding } = unfold(expression);
  const text = literalOf(inner);
  return text === undefined ? undefined : { ...folding, text };
}

/** Refuses what stands in a comparison in place of a property or a literal. */
function refuseOperand(expression: Expression, advice: string): never {
  const { inner } = unfold(expression);
  if (inner.kind === 'arithmetic') return refuseClass('arithmetic', 'Arithmetic');
  if (inner.kind === 'function') {
    throw new UnsupportedFilter(
      `The function ${inner.name} stands alone, or is none of this service. The functions are under /ogc/functions.`,
    );
  }
  if (inner.kind === 'property')
    return refuseClass('property-property', 'A comparison of two properties');
  throw new UnsupportedFilter(advice);
}

/** @throws UnsupportedFilter if the part is no property */
export function requireProperty(expression: Expression): NamedProperty {
  const property = asProperty(expression);
  if (property !== undefined) return property;
  const advice = 'A comparison needs the name of a property on its left side.';
  return asLiteral(expression) === undefined
    ? refuseOperand(expression, advice)
    : refuseClass('property-property', 'A comparison of two values');
}

/**
 * @throws UnsupportedFilter if the part is no literal, or is compared without differences that the property has
 */
export function requireLiteral(expression: Expression, property: NamedProperty): string {
  const literal = asLiteral(expression);
  if (literal === undefined) {
    return refuseOperand(expression, 'A comparison needs a value on its right side.');
  }
  if (literal.foldsCase !== property.foldsCase || literal.foldsAccents !== property.foldsAccents) {
    throw new UnsupportedFilter('Apply CASEI and ACCENTI to both sides of a comparison.');
  }
  return literal.text;
}
