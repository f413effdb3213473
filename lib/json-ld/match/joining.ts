import { rdf } from '../../rdf/vocabulary.ts';
import type { IncomingValue } from '../incoming.ts';
import { formOf } from './forms.ts';
import type { ModelNode } from './model.ts';
import { readValue, type ValueReader } from './read-value.ts';
import type { StoredTerms } from './stored-terms.ts';
import { termKey } from './terms-of-value.ts';
import type { Unit } from './units.ts';

/** Whether a unit may be one of several things that one value says: a literal or a thing, or an element with a node of its own. */
export function isJoinable({ values }: Unit, node: ModelNode, { names }: ValueReader): boolean {
  return values.every((value) => {
    const form = formOf(value, node, names);
    if (form === 'direct') return true;
    return form === 'own' && node.datatype.valueText.isPerElement && saysOneThing(value);
  });
}

function saysOneThing(value: IncomingValue): boolean {
  if (value.kind === 'literal') return true;
  const said = value.properties
    .filter(({ predicate }) => predicate === rdf.value)
    .flatMap(({ values }) => values);
  return said.length === 1;
}

/** Whether units can be read as one value of a node together. */
export function canBeJoined(
  units: readonly Unit[],
  node: ModelNode,
  reader: ValueReader,
  { valueSaidBy }: StoredTerms,
): boolean {
  const [first] = units;
  const value = first?.values[0];
  if (value === undefined || units.length === 1) return true;
  if (!units.every((unit) => isJoinable(unit, node, reader))) return false;
  const values = units.flatMap((unit) => unit.values);
  const read = readValue(values, node, valueSaidBy(value, node), reader);
  return read.kind === 'value' && read.problems.length === 0;
}

/**
 * The term that a unit says of a value that is told in several.
 * @param terms what the value would be written as if it said nothing else
 */
export function joinedTerm({ values }: Unit, terms: readonly string[]): string | undefined {
  const said = values.map(termKey).find((term) => terms.includes(term));
  return said ?? terms[0];
}

/** The language of a text, in small letters; empty where it has none. */
export function languageOf({ values }: Unit): string {
  const [value] = values;
  return value?.kind === 'literal' ? (value.language ?? '').toLowerCase() : '';
}
