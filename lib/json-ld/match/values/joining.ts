import type { IncomingValue } from '../../incoming.ts';
import { formOf } from '../document/forms.ts';
import type { Names } from '../document/names.ts';
import type { Unit } from '../document/units.ts';
import type { ModelNode } from '../model/model.ts';
import type { StoredTerms } from '../stored/stored-terms.ts';
import { readValue, type ReadValue, type ValueReader } from './read-value.ts';
import { isPlain, sayings } from './said-values.ts';
import { termKey } from './terms-of-value.ts';

/** Whether a unit may be one of several things that one value says: a literal or a thing, or an element with a node of its own. */
export function isJoinable({ values }: Unit, node: ModelNode, { names }: ValueReader): boolean {
  const { isPerElement } = node.datatype.valueText;
  return values.every((value) => {
    const form = formOf(value, node, names);
    return form === 'direct' || (form === 'own' && isPerElement && saysOneText(value, node, names));
  });
}

function saysOneText(value: IncomingValue, node: ModelNode, names: Names): boolean {
  const [said, another] = sayings([value], node, names).said;
  return said !== undefined && isPlain(said) && another === undefined;
}

/** Whether units can be read as one value of a node together. */
export function canBeJoined(
  units: readonly Unit[],
  node: ModelNode,
  reader: ValueReader,
  storedTerms: StoredTerms,
): boolean {
  return units.length < 2 || readTogether(units, node, reader, storedTerms)?.kind === 'value';
}

/** Whether units can be read as one value of a node together, with which nothing is wrong. */
export function areRightTogether(
  units: readonly Unit[],
  node: ModelNode,
  reader: ValueReader,
  storedTerms: StoredTerms,
): boolean {
  if (units.length < 2) return true;
  const read = readTogether(units, node, reader, storedTerms);
  return read?.kind === 'value' && read.problems.length === 0;
}

function readTogether(
  units: readonly Unit[],
  node: ModelNode,
  reader: ValueReader,
  { valueSaidBy }: StoredTerms,
): ReadValue | undefined {
  if (!units.every((unit) => isJoinable(unit, node, reader))) return undefined;
  const values = units.flatMap((unit) => unit.values);
  return readValue(values, node, valueSaidBy(values, node), reader);
}

/**
 * The terms that a unit says itself of a value that is told in several, such as the text of an option in one language.
 * @param terms what the value would be written as
 */
export function saidTerms({ values }: Unit, terms: readonly string[]): readonly string[] {
  const said = values.map(termKey).filter((term) => terms.includes(term));
  return said.length > 0 ? said : terms;
}

/** The language of a text, in small letters; empty where it has none. */
export function languageOf({ values }: Unit): string {
  const [value] = values;
  return value?.kind === 'literal' ? (value.language ?? '').toLowerCase() : '';
}
