import type { DisplayContext, ReferenceLookup } from '../../model/datatypes/datatype.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';
import { readResourceId } from '../../model/datatypes/codecs/read-resource-references.ts';
import { asList, isObject } from '../../model/datatypes/values/json-values.ts';
import { languageEntryText } from '../../model/datatypes/values/language-texts.ts';
import { hasElements } from '../../model/tables/node-columns.ts';
import type { ColumnPart } from '../../model/tables/table-column.ts';
import type { TableNode } from '../../model/tables/table-model.ts';
import { conceptUri, resourceUri } from '../../model/uris.ts';

/** What the texts of values are looked up in. */
export type TextContext = {
  readonly display: DisplayContext;
  readonly referenced: ReferenceLookup;
  readonly baseUrl: string;
};

/**
 * Writes what a column has of a value: no text, one, or one for each element of a list.
 * @param value not null
 */
export function writeNodeTexts(
  value: unknown,
  node: TableNode,
  part: ColumnPart,
  context: TextContext,
): readonly string[] {
  if (part.kind === 'text') return writeTextInLanguage(value, part.language, context);
  if (part.kind === 'label')
    return [datatypeOf(node.datatype).display(value, node, context.display) ?? ''].filter(Boolean);
  return writeValue(value, node, context).filter(Boolean);
}

/** A text without a language counts as one in the first language. */
function writeTextInLanguage(
  value: unknown,
  language: string,
  { display }: TextContext,
): readonly string[] {
  if (typeof value === 'string') return language === display.languages.at(-1) ? [value] : [];
  const text = isObject(value) ? languageEntryText(value[language]) : undefined;
  return text ? [text] : [];
}

/** Concepts and resource instances are written as URIs, elements that are neither as they are stored. */
function writeValue(
  value: unknown,
  { datatype }: TableNode,
  { referenced, baseUrl }: TextContext,
): readonly string[] {
  const { holds, textCodec } = datatypeOf(datatype);
  if (!hasElements(datatype)) return textCodec.write(value, referenced);
  const uriOf = (element: unknown): string | undefined => {
    if (holds === 'concept values' && typeof element === 'string') {
      const concept = referenced.concept(element);
      return concept && conceptUri(baseUrl, concept.conceptId);
    }
    const id = holds === 'resource instances' ? readResourceId(element) : undefined;
    return id && resourceUri(baseUrl, id);
  };
  return asList(value).flatMap((element) => uriOf(element) ?? textCodec.write(element, referenced));
}
