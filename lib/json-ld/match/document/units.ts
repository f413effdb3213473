import type { IncomingValue } from '../../incoming.ts';
import type { NodeName, Names } from './names.ts';

/** Values of one predicate that are certainly one thing: one value, or the elements of a list that one tile and node hold. */
export type Unit = {
  /** What the `@id` says of its place; undefined where it says nothing. */
  readonly name: NodeName | undefined;
  readonly values: readonly IncomingValue[];
  /** JSON Pointer to the first of them. */
  readonly pointer: string;
};

/** Groups the values of a predicate, in the order of the document. */
export function unitsOf(values: readonly IncomingValue[], names: Names): readonly Unit[] {
  const units: { name: NodeName | undefined; values: IncomingValue[]; pointer: string }[] = [];
  const named = new Map<string, IncomingValue[]>();
  for (const value of values) {
    const name = value.kind === 'node' ? names.nodeName(value.id) : undefined;
    const key = name && `${name.tileId ?? ''} ${name.nodeId}`;
    const known = key === undefined ? undefined : named.get(key);
    if (known !== undefined) {
      known.push(value);
      continue;
    }
    const unit = { name, values: [value], pointer: value.pointer };
    if (key !== undefined) named.set(key, unit.values);
    units.push(unit);
  }
  for (const unit of units) if (unit.values.length > 1) inOrder(unit.values, names);
  return units;
}

/** Puts the elements of a list in the order of the places that their names tell. */
function inOrder(values: IncomingValue[], names: Names): void {
  const placeOf = (value: IncomingValue): number =>
    (value.kind === 'node' ? names.nodeName(value.id)?.element : undefined) ?? -1;
  values.sort((one, other) => placeOf(one) - placeOf(other));
}
