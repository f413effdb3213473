import type { DocumentedSchema } from './document.ts';

/**
 * Parses a text by the type in its schema. Booleans may have any form that the service accepts: any letter case, 1, 0, no, off; any other
 * text
 * switches a flag on. Of several schemas the first counts, where there is a text.
 * @returns the text itself where it cannot be parsed
 */
export function parseTextBySchema(text: string, schema: DocumentedSchema): unknown {
  const { anyOf } = schema;
  if (Array.isArray(anyOf) && text !== '') return parseTextBySchema(text, Object(anyOf[0]));
  switch (schema['type']) {
    case 'integer':
    case 'number':
      return /^\d+$/.test(text) || isDecimal(text) ? Number(text) : text;
    case 'boolean':
      return truths.get(text.toLowerCase()) ?? true;
    case 'array':
      return itemsOf(text).map((item) => parseTextBySchema(item, itemSchema(schema)));
    default:
      return text;
  }
}

const isDecimal = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));

const truths = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
]);

function itemsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function itemSchema({ items }: DocumentedSchema): DocumentedSchema {
  return items instanceof Object ? Object.fromEntries(Object.entries(items)) : {};
}
