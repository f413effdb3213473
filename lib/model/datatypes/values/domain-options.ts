import { languageLiteral, literal, type RdfLiteral, type RdfValue } from '../../../rdf/terms.ts';
import { pickText } from '../../pick-language.ts';
import type { DisplayNode, ValueProblem } from '../datatype.ts';
import { writeLiteral, readLiteral } from '../codecs/literals.ts';
import { asList, isObject, isLocalizedText, type JsonObject } from './json-values.ts';

/** Returns the options in the configuration of a node: `[{"id", "text", "selected"}]`. */
function readOptionsOfNode({ config }: DisplayNode): readonly JsonObject[] {
  return asList(config['options']).filter(isObject);
}

/** Finds an option by its id. Imported values can have it in another letter case than the node. */
function findOption(id: unknown, node: DisplayNode): JsonObject | undefined {
  if (typeof id !== 'string') return undefined;
  const knownId = normaliseOption(id, node, null);
  return readOptionsOfNode(node).find((option) => option['id'] === knownId);
}

const lowerCase = (id: unknown): unknown => (typeof id === 'string' ? id.toLowerCase() : id);

/**
 * Returns the id of an option as it is stored already, otherwise as the node writes it. Documents can write it in any letter case.
 * @param stored the present options
 */
export function normaliseOption(id: unknown, node: DisplayNode, stored: unknown): unknown {
  const idsOfNode = readOptionsOfNode(node).map((option) => option['id']);
  if (typeof id !== 'string' || idsOfNode.includes(id)) return id;
  const ids = [...asList(stored), ...idsOfNode];
  return ids.find((known) => lowerCase(known) === lowerCase(id)) ?? id;
}

/** Returns the text of an option in the reader's language; null if the node has no such option. */
export function displayOption(
  id: unknown,
  node: DisplayNode,
  languages: readonly string[],
): string | null {
  const text = findOption(id, node)?.['text'];
  return isLocalizedText(text) ? pickText(text, languages) : null;
}

/** Writes the texts of an option in all its languages. An unknown option is written as its id. */
export function writeOption(id: unknown, node: DisplayNode): readonly RdfLiteral[] {
  const option = findOption(id, node);
  const literals = option === undefined ? [] : writeTextLiterals(option);
  return literals.length === 0 ? [writeLiteral(id)] : literals;
}

function writeTextLiterals(option: JsonObject): readonly RdfLiteral[] {
  const text = option['text'];
  if (!isLocalizedText(text)) return [];
  if (typeof text === 'string') return text === '' ? [] : [literal(text)];
  return Object.entries(text).flatMap(([language, translation]) =>
    translation === null || translation === '' ? [] : [languageLiteral(translation, language)],
  );
}

/** Finds the ids of the options that have the text and language of a literal, otherwise only its text, otherwise its value as their id. */
export function matchOptions(literalTerm: RdfLiteral, node: DisplayNode): readonly unknown[] {
  const options = readOptionsOfNode(node);
  const optionsWithText = options.filter((option) =>
    writeTextLiterals(option).some(({ value }) => value === literalTerm.value),
  );
  const optionsWithTextInLanguage = optionsWithText.filter((option) =>
    writeTextLiterals(option).some(
      (text) => text.value === literalTerm.value && isSameLanguage(text, literalTerm),
    ),
  );
  const optionId = normaliseOption(readLiteral(literalTerm), node, null);
  const optionsWithId = options.filter(({ id }) => id === optionId);
  const matches =
    [optionsWithTextInLanguage, optionsWithText, optionsWithId].find(({ length }) => length > 0) ??
    [];
  return matches.map(({ id }) => id);
}

/** Finds the ids of the options of which a text is equal after folding, for a text that `matchOptions` does not find. */
export function matchOptionsFolded(
  text: string,
  node: DisplayNode,
  foldText: (text: string) => string,
): readonly unknown[] {
  const folded = foldText(text);
  return readOptionsOfNode(node)
    .filter((option) => writeTextLiterals(option).some(({ value }) => foldText(value) === folded))
    .map(({ id }) => id);
}

function isSameLanguage({ language: left }: RdfLiteral, { language: right }: RdfLiteral): boolean {
  return left?.toLowerCase() === right?.toLowerCase();
}

/**
 * Validates the id of an option.
 * @param pointer JSON Pointer to the id
 */
export function findOptionProblems(
  id: unknown,
  pointer: string,
  node: DisplayNode,
): readonly ValueProblem[] {
  if (findOption(id, node) !== undefined) return [];
  const ids = readOptionsOfNode(node).map((option) => JSON.stringify(option['id']));
  const advice =
    ids.length === 0
      ? 'The node has no options: add them to the model.'
      : `Choose one of ${ids.join(', ')}.`;
  const message = `${JSON.stringify(id)} is not an option of this node. ${advice}`;
  return [{ code: 'not_an_option', pointer, message }];
}

type OptionsResult =
  | { readonly kind: 'options'; readonly options: readonly unknown[] }
  | { readonly kind: 'problem'; readonly message: string };

/**
 * Reads options from literals, without duplicates. Several literals can be the texts of one option in several
 * languages. If several options have the same text, an option that another literal identifies is preferred, otherwise
 * a stored option. Unknown options stay unchanged.
 * @param stored the present options
 */
export function readOptions(
  values: readonly RdfValue[],
  node: DisplayNode,
  stored: readonly unknown[],
): OptionsResult {
  const literals = values.filter((value): value is RdfLiteral => value.kind === 'literal');
  if (literals.length < values.length) {
    return {
      kind: 'problem',
      message: 'An option is named by its text: give a literal.',
    };
  }
  const candidates = literals.map((name) => ({ name, ids: matchOptions(name, node) }));
  const unambiguousIds = candidates.flatMap(({ ids }) => (ids.length === 1 ? ids : []));
  const options = new Set<unknown>();
  for (const { name, ids } of candidates) {
    const [first, another] = ids;
    if (another === undefined) {
      options.add(first ?? readLiteral(name));
      continue;
    }
    const preferredIds = [unambiguousIds, stored].map((preferred) =>
      ids.filter((id) => preferred.includes(id)),
    );
    const selectedIds = preferredIds.find(({ length }) => length > 0);
    if (selectedIds === undefined)
      return { kind: 'problem', message: describeAmbiguousText(name, ids) };
    for (const id of selectedIds) options.add(id);
  }
  return { kind: 'options', options: Array.from(options) };
}

function describeAmbiguousText({ value }: RdfLiteral, ids: readonly unknown[]): string {
  const quotedIds = ids.map((id) => JSON.stringify(id)).join(', ');
  return `Several options of this node have the text ${JSON.stringify(value)}: give one of the ids ${quotedIds} in place of the text.`;
}
