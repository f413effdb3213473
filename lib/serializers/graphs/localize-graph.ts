import { isObject } from '../../model/datatypes/values/json-values.ts';
import { pickLanguage, pickText, type PreferredLanguages } from '../../model/pick-language.ts';
import { contentLanguageKey } from '../../model/graphs/graph-document-schema.ts';
import {
  cardColumns,
  functionColumns,
  graphColumns,
  nodeColumns,
  widgetColumns,
  type GraphColumns,
  type GraphRow,
} from './graph-columns.ts';
import type { ReadableGraph } from './readable-graph.ts';

/** Texts by language tag. */
type Translations = Readonly<Record<string, string | null>>;

/**
 * Reduces the texts of a graph to one language: those of its columns, and those in configurations of nodes,
 * widgets and functions. Values of nodes that have a language, such as defaults of widgets, stay unchanged. The member
 * `content_language` marks the result, because an import would lose the other languages.
 * @param defaultLanguage the language of a model without texts
 */
export function localizeGraph(
  graph: ReadableGraph,
  languages: PreferredLanguages,
  defaultLanguage: string,
): ReadableGraph {
  const modelLanguages = languagesOf(graph);
  const localizeRow = (columns: GraphColumns) => (source: GraphRow) =>
    localizeColumns(source, columns, modelLanguages, languages);
  const nodes = graph.nodes.map(localizeRow(nodeColumns));
  const widgets = graph.widgets.map(localizeRow(widgetColumns));
  const functions = graph.functions.map(localizeRow(functionColumns));
  return {
    ...graph,
    ...localizeRow(graphColumns)(graph),
    [contentLanguageKey]: pickLanguage([...modelLanguages], languages) ?? defaultLanguage,
    root: nodes.find(({ istopnode }) => istopnode === true) ?? null,
    nodes,
    cards: graph.cards.map(localizeRow(cardColumns)),
    cards_x_nodes_x_widgets: widgets,
    widgets,
    functions_x_graphs: functions,
    functions,
  };
}

/** Chooses the text in the reader's language; other values stay unchanged. */
export function localizeText(value: unknown, languages: PreferredLanguages): unknown {
  return isTranslations(value) ? (pickText(value, languages) ?? '') : value;
}

/** Returns the languages that the texts of a model have. */
function languagesOf(graph: ReadableGraph): ReadonlySet<string> {
  const translations = [
    ...textsOf([graph], graphColumns),
    ...textsOf(graph.cards, cardColumns),
    ...textsOf(graph.widgets, widgetColumns),
  ];
  return new Set(translations.flatMap((texts) => Object.keys(texts)));
}

function textsOf(rows: readonly GraphRow[], columns: GraphColumns): readonly Translations[] {
  const names = Object.keys(columns).filter((name) => columns[name]?.kind === 'text by language');
  return rows.flatMap((row) => names.map((name) => row[name]).filter(isTranslations));
}

function localizeColumns(
  row: GraphRow,
  columns: GraphColumns,
  modelLanguages: ReadonlySet<string>,
  languages: PreferredLanguages,
): GraphRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const kind = columns[name]?.kind;
      if (kind === undefined) return [name, value];
      return kind === 'text' || kind === 'text by language'
        ? [name, localizeText(value, languages)]
        : [name, localizeValue(value, modelLanguages, languages)];
    }),
  );
}

/** Reduces the texts in a configuration to one language. An object counts as a text if all its keys are languages of the model. */
function localizeValue(
  value: unknown,
  modelLanguages: ReadonlySet<string>,
  languages: PreferredLanguages,
): unknown {
  if (Array.isArray(value))
    return value.map((item) => localizeValue(item, modelLanguages, languages));
  if (!isObject(value)) return value;
  const names = Object.keys(value);
  if (names.length > 0 && names.every((name) => modelLanguages.has(name)) && isTranslations(value))
    return localizeText(value, languages);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      localizeValue(member, modelLanguages, languages),
    ]),
  );
}

function isTranslations(value: unknown): value is Translations {
  return (
    isObject(value) &&
    Object.values(value).every((text) => text === null || typeof text === 'string')
  );
}
