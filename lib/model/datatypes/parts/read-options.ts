import type { RdfLiteral, RdfValue } from '../../../rdf/terms.ts';
import type { DisplayNode } from '../datatype.ts';
import { optionsNamed } from './domain-options.ts';
import { literalJson } from './json-literal.ts';

type OptionsReading =
  | { readonly kind: 'options'; readonly options: readonly unknown[] }
  | { readonly kind: 'problem'; readonly message: string };

/**
 * The options that literals stand for, each once, in their order. One option may be named by several literals, its text in
 * several languages. Where a text is that of several options, it is one that another literal names, or else one that is stored.
 * What names no option stays as it is.
 * @param stored the options that are stored now
 */
export function readOptions(
  values: readonly RdfValue[],
  node: DisplayNode,
  stored: readonly unknown[],
): OptionsReading {
  const literals = values.filter((value): value is RdfLiteral => value.kind === 'literal');
  if (literals.length < values.length) {
    return {
      kind: 'problem',
      message: 'An option is named by its text: a literal is needed here.',
    };
  }
  const candidates = literals.map((name) => ({ name, ids: optionsNamed(name, node) }));
  const certain = candidates.flatMap(({ ids }) => (ids.length === 1 ? ids : []));
  const options = new Set<unknown>();
  for (const { name, ids } of candidates) {
    const [only, another] = ids;
    if (another === undefined) {
      options.add(only ?? literalJson(name));
      continue;
    }
    const chosen = [certain, stored].map((known) => ids.filter((id) => known.includes(id)));
    const found = chosen.find(({ length }) => length > 0);
    if (found === undefined) return { kind: 'problem', message: ambiguous(name, ids) };
    for (const id of found) options.add(id);
  }
  return { kind: 'options', options: Array.from(options) };
}

function ambiguous({ value }: RdfLiteral, ids: readonly unknown[]): string {
  const names = ids.map((id) => JSON.stringify(id)).join(', ');
  return `Several options of this node have the text ${JSON.stringify(value)}: give the id of one of ${names} in place of the text.`;
}
