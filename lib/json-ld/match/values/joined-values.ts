import type { IncomingValue } from '../../incoming-value.ts';
import type { ValueContext } from '../context.ts';
import { formOf } from '../document/forms.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { ModelNode } from '../model.ts';
import { readValue, type ReadValue } from './read-value.ts';
import { termKey } from './terms.ts';
import { isPlainText, valueSources } from './value-sources.ts';

/** Whether a group can be one part of a value: a direct value, or a list element with a node object of its own. */
export function isJoinable(
  { values }: ValueGroup,
  node: ModelNode,
  { uris }: ValueContext,
): boolean {
  const isOneText = (value: IncomingValue): boolean => {
    const [first, another] = valueSources([value], node, uris).sources;
    return first !== undefined && isPlainText(first) && another === undefined;
  };
  return values.every((value) => {
    const form = formOf(value, node, uris);
    if (form === 'direct value') return true;
    return form === 'node object' && node.datatype.textCodec.isPerElement && isOneText(value);
  });
}

/** Whether groups can be read together as one value of a node. */
export function canBeJoined(
  groups: readonly ValueGroup[],
  node: ModelNode,
  context: ValueContext,
): boolean {
  return groups.length < 2 || readTogether(groups, node, context)?.kind === 'value';
}

/** Whether groups can be read together as one value of a node, without problems. */
export function areValidTogether(
  groups: readonly ValueGroup[],
  node: ModelNode,
  context: ValueContext,
): boolean {
  if (groups.length < 2) return true;
  const read = readTogether(groups, node, context);
  return read?.kind === 'value' && read.problems.length === 0;
}

function readTogether(
  groups: readonly ValueGroup[],
  node: ModelNode,
  context: ValueContext,
): ReadValue | undefined {
  if (!groups.every((group) => isJoinable(group, node, context))) return undefined;
  return readValue(
    groups.flatMap(({ values }) => values),
    node,
    context,
  );
}

/**
 * Returns the terms of a group itself, if its value is written as several terms, such as the texts of an option in several languages.
 * @param terms all terms of the value
 */
export function ownTerms({ values }: ValueGroup, terms: readonly string[]): readonly string[] {
  const own = values.map(termKey).filter((term) => terms.includes(term));
  return own.length > 0 ? own : terms;
}

/** Returns the language of a text in lower case; empty if it has no language. */
export function groupLanguage({ values: [value] }: ValueGroup): string {
  return value?.kind === 'literal' ? (value.language ?? '').toLowerCase() : '';
}
