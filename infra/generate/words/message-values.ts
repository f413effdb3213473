import type { IntlMessageFormat } from 'intl-messageformat';

export type MessageElement = ReturnType<IntlMessageFormat['getAst']>[number];

/** What a value of a message is. */
export type MessageValueKind = 'text' | 'number' | 'tag';

/**
 * Lists the values of a parsed message: its placeholders and tags.
 * @throws Error for a kind of placeholder that the words of pages do not use
 */
export function listMessageValues(
  elements: readonly MessageElement[],
): ReadonlyMap<string, MessageValueKind> {
  return new Map(elements.flatMap((element) => [...valuesOf(element)]));
}

function valuesOf(element: MessageElement): ReadonlyMap<string, MessageValueKind> {
  if ('children' in element)
    return new Map([[element.value, 'tag' as const], ...listMessageValues(element.children)]);
  if ('pluralType' in element) {
    const forms = Object.values(element.options).flatMap(({ value }) => value);
    return new Map([[element.value, 'number' as const], ...listMessageValues(forms)]);
  }
  if (!('value' in element) || element.type === 0) return new Map();
  if (element.type === 1) return new Map([[element.value, 'text']]);
  if (element.type === 2) return new Map([[element.value, 'number']]);
  throw new Error(`${element.value}: use a text, a number, a plural or a tag.`);
}
