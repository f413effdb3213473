import type { IncomingValue } from '../../incoming-value.ts';
import type { ReadValueContext } from '../matching-contexts.ts';
import { valueFormOf } from '../document/value-form.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { ModelNode } from '../match-model.ts';
import { readValue, type ReadValueResult } from './read-value.ts';
import { termKey } from './terms.ts';
import { isPlainText, collectValueSources } from './value-sources.ts';

/** Whether a group can be one part of a value: a direct value, or a list element with a node object of its own. */
export function canBeValuePart(
  { values }: ValueGroup,
  node: ModelNode,
  { uris }: ReadValueContext,
): boolean {
  const isOneText = (value: IncomingValue): boolean => {
    const [first, another] = collectValueSources([value], node, uris).sources;
    return first !== undefined && isPlainText(first) && another === undefined;
  };
  return values.every((value) => {
    const form = valueFormOf(value, node, uris);
    if (form === 'direct value') return true;
    return form === 'node object' && node.datatype.textCodec.isPerElement && isOneText(value);
  });
}

/** Whether groups can be read together as one value of a node. */
export function canBeReadTogether(
  groups: readonly ValueGroup[],
  node: ModelNode,
  context: ReadValueContext,
): boolean {
  return groups.length < 2 || readTogether(groups, node, context)?.kind === 'value';
}

/** Whether groups can be read together as one value of a node, without problems. */
export function areValidTogether(
  groups: readonly ValueGroup[],
  node: ModelNode,
  context: ReadValueContext,
): boolean {
  if (groups.length < 2) return true;
  const readResult = readTogether(groups, node, context);
  return readResult?.kind === 'value' && readResult.problems.length === 0;
}

function readTogether(
  groups: readonly ValueGroup[],
  node: ModelNode,
  context: ReadValueContext,
): ReadValueResult | undefined {
  if (!groups.every((group) => canBeValuePart(group, node, context))) return undefined;
  return readValue(
    groups.flatMap(({ values }) => values),
    node,
    context,
  );
}

/**
 * Returns the terms that a group has in the document. The service can write the same value with more terms, such as the texts of an option
 * in several languages.
 * @param terms all terms of the value
 */
export function ownTerms({ values }: ValueGroup, terms: readonly string[]): readonly string[] {
  const ownKeys = values.map(termKey).filter((term) => terms.includes(term));
  return ownKeys.length > 0 ? ownKeys : terms;
}

/** Returns the language of a text in lower case; empty if it has no language. */
export function groupLanguage({ values: [value] }: ValueGroup): string {
  return value?.kind === 'literal' ? (value.language ?? '').toLowerCase() : '';
}
