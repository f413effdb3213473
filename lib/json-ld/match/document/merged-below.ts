import type { IncomingProperty, IncomingValue } from '../../incoming.ts';
import type { ModelNode } from '../model/model.ts';
import { termKey } from '../values/terms-of-value.ts';
import { formOf, propertiesBelow } from './forms.ts';
import type { Names } from './names.ts';

/**
 * What several values say of what hangs in the one instance that they stand for, each predicate once. What the elements of a list
 * all repeat, because it hangs in the list, is there once.
 */
export function mergedBelow(
  values: readonly IncomingValue[],
  to: ModelNode,
  names: Names,
): readonly IncomingProperty[] {
  const merged = new Map<string, { values: IncomingValue[]; pointer: string }>();
  const said = new Set<string>();
  for (const value of values) {
    const form = to.parent === null ? 'own' : (formOf(value, to, names) ?? 'own');
    const properties = propertiesBelow(value, to, form, names);
    for (const property of properties) {
      const predicate = names.present(property.predicate);
      const found = property.values.filter((below) => !said.has(keyOf(predicate, below)));
      const known = merged.get(predicate);
      if (known !== undefined) known.values.push(...found);
      else merged.set(predicate, { values: found, pointer: property.pointer });
    }
    for (const property of values.length > 1 ? properties : []) {
      const predicate = names.present(property.predicate);
      for (const below of property.values) said.add(keyOf(predicate, below));
    }
  }
  return Array.from(merged, ([predicate, rest]) => ({ predicate, ...rest }));
}

/** The pointer of a node that has no id: it is like no other. */
function keyOf(predicate: string, value: IncomingValue): string {
  const isNameless = value.kind === 'node' && value.id === '';
  return `${predicate} ${isNameless ? value.pointer : termKey(value)}`;
}
