import { readResourceIds } from '../../model/datatypes/codecs/read-resource-references.ts';
import type {
  DisplayContext,
  DisplayLink,
  ReferenceLookup,
} from '../../model/datatypes/datatype.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';
import { collectGeometries } from '../../model/datatypes/values/feature-collection.ts';
import { asList, isObject } from '../../model/datatypes/values/json-values.ts';
import {
  isTextByLanguage,
  listNonEmptyTexts,
} from '../../model/datatypes/values/language-texts.ts';
import type { CompiledNode } from '../../model/graphs/compiled-graph.ts';
import { pickTextInLanguage } from '../../model/pick-language.ts';
import { html, type Html } from '../layout/html.ts';
import { filesHtml, type FileContext } from './files-html.ts';
import { geometryName } from './geometry-name.ts';
import { formatEdtf } from './format-edtf.ts';
import { safeLink, textHtml } from './rich-text.ts';
import { foreignTag, textInLanguage } from '../words/text-in-language.ts';
import type { Words } from '../words/words.ts';

export type ValueContext = DisplayContext &
  FileContext & {
    readonly referenced: ReferenceLookup;
    /** The length at which texts are cut; absent if they are shown completely. */
    readonly maxTextLength?: number;
  };

/**
 * Shows a value of a node: concepts and resource instances as links, everything else as its display text.
 * @returns undefined if there is nothing to show
 */
export function valueHtml(
  value: unknown,
  node: CompiledNode,
  context: ValueContext,
): Html | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const datatype = datatypeOf(node.datatype);
  const { words } = context.paths;
  switch (datatype.holds) {
    case 'nothing':
      return undefined;
    case 'concept values':
      return listHtml(asList(value).map((item) => conceptLink(item, context)));
    case 'resource instances':
      return listHtml(readResourceIds(value).map((id) => resourceLink(id, context)));
    case 'geometry':
      return geometrySummary(value, words);
    default: {
      const link = datatype.link?.(value);
      if (link !== undefined) return addressLink(link);
      if (datatype.name === 'file-list') return filesHtml(asList(value), context);
      const text = inWords(datatype.display(value, node, context), value, words);
      if (text === null || text === '') return undefined;
      return datatype.searchedBy === 'days'
        ? dateInWords(text, words, context.maxTextLength)
        : textHtml(text, context.maxTextLength, languageOf(value, context));
    }
  }
}

/** The tag of the language in which a value is shown, unless it is that of the page. */
function languageOf(value: unknown, { languages, paths }: ValueContext): string | undefined {
  if (!isTextByLanguage(value)) return undefined;
  const texts = listNonEmptyTexts(value).map(({ tag, text }) => [tag, text] as const);
  return foreignTag(
    pickTextInLanguage(Object.fromEntries(texts), languages)?.language,
    paths.words,
  );
}

/** A truth value in the words of people, unless the model has words of its own. */
function inWords(text: string | null, value: unknown, words: Words): string | null {
  if (typeof value !== 'boolean') return text;
  if (text === 'True') return words.text('values.true');
  return text === 'False' ? words.text('values.false') : text;
}

function listHtml(items: readonly Html[]): Html | undefined {
  if (items.length === 0) return undefined;
  return items.length === 1
    ? items[0]
    : html`<ul>
        ${items.map((item) => html`<li>${item}</li>`)}
      </ul>`;
}

function conceptLink(valueId: unknown, { referenced, languages, paths }: ValueContext): Html {
  const concept = typeof valueId === 'string' ? referenced.concept(valueId) : undefined;
  if (concept === undefined) return html`<code>${String(valueId)}</code>`;
  return html`<a href="${paths.concept(concept.conceptId)}" dir="auto"
    >${textInLanguage(concept.labels, concept.text, languages, paths.words)}</a
  >`;
}

/** A link with the name of a resource instance. If the caller may not see it, only its id is shown, as if it did not exist. */
export function resourceLink(
  id: string,
  { referenced, languages, paths }: Pick<ValueContext, 'referenced' | 'languages' | 'paths'>,
): Html {
  const resource = referenced.resource(id);
  if (resource === undefined) return html`<code>${id}</code>`;
  return html`<a href="${paths.resource(id)}" dir="auto"
    >${textInLanguage(resource.names, id, languages, paths.words)}</a
  >`;
}

function addressLink({ address, text }: DisplayLink): Html {
  const safeAddress = safeLink(address);
  return safeAddress === undefined
    ? html`<span dir="auto">${text}</span>`
    : html`<a href="${safeAddress}" rel="nofollow noopener" dir="auto">${text}</a>`;
}

/** The types of the geometries, with their numbers: `Point`, `2 × Polygon`. */
function geometrySummary(value: unknown, words: Words): Html | undefined {
  const types = collectGeometries(value).flatMap((geometry) =>
    isObject(geometry) && typeof geometry['type'] === 'string' ? geometry['type'] : [],
  );
  const counts = [...Map.groupBy(types, (type) => type)].map(([type, { length }]) =>
    length === 1
      ? geometryName(type, words)
      : words.text('geometry.counted', { count: length, geometry: geometryName(type, words) }),
  );
  return counts.length === 0 ? undefined : html`<span>${words.list(counts)}</span>`;
}

/**
 * Shows a date in words, with the original text as its tooltip.
 * @param text a date in EDTF, or any other text, which is shown as it is
 * @param maxLength the length at which such a text is cut
 */
export function dateInWords(text: string, words: Words, maxLength?: number): Html {
  const readable = formatEdtf(text, words);
  return readable === text
    ? textHtml(text, maxLength)
    : html`<span title="${text}">${readable}</span>`;
}
