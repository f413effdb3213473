import type { DocumentedSchema } from './document.ts';

/**
 * Parses a text by the type in its schema. Parses booleans as the service does: in any letter case, false, 0, no and off are false, and any
 * other text is true. If there are several schemas, parses a text that is not empty by the first one.
 * @returns the text itself if it cannot be parsed
 */
export function parseTextBySchema(text: string, schema: DocumentedSchema): unknown {
  const { anyOf } = schema;
  if (Array.isArray(anyOf) && text !== '') return parseTextBySchema(text, Object(anyOf[0]));
  switch (schema['type']) {
    case 'integer':
    case 'number':
      return /^\d+$/.test(text) || isDecimal(text) ? Number(text) : text;
    case 'boolean':
      return booleanTexts.get(text.toLowerCase()) ?? true;
    case 'array':
      return splitItems(text).map((item) => parseTextBySchema(item, itemSchema(schema)));
    default:
      return text;
  }
}

const isDecimal = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));

const booleanTexts = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
]);

function splitItems(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function itemSchema({ items }: DocumentedSchema): DocumentedSchema {
  return items instanceof Object ? Object.fromEntries(Object.entries(items)) : {};
}
