import type { IntlMessageFormat } from 'intl-messageformat';

export type MessageElement = ReturnType<IntlMessageFormat['getAst']>[number];

/** Types of elements, of an enumeration that the package of the parser does not pass on. */
const elementTypes = { literal: 0, argument: 1, number: 2 } as const;

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
  const type: number = element.type;
  if (!('value' in element) || type === elementTypes.literal) return new Map();
  if (type === elementTypes.argument) return new Map([[element.value, 'text']]);
  if (type === elementTypes.number) return new Map([[element.value, 'number']]);
  throw new Error(`${element.value}: use a text, a number, a plural or a tag.`);
}
