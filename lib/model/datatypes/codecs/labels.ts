import { languageLiteral, literal, type RdfLiteral, type RdfProperty } from '../../../rdf/terms.ts';
import { rdfs } from '../../../rdf/vocabulary.ts';

/** A name of a thing, and its language where that is known. */
export type Label = { readonly text: string; readonly language: string | null };

/** The labels of an object that has one text for each language, sorted by language tag. */
export function labelsByLanguage(texts: Readonly<Record<string, string>>): readonly Label[] {
  return Object.entries(texts)
    .toSorted(([some], [other]) => (some < other ? -1 : 1))
    .map(([language, text]) => ({ language, text }));
}

/**
 * `rdfs:label` of a thing, with one text for each language: the first that is given.
 * @returns nothing where there is no text
 */
export function writeLabels(labels: readonly Label[]): readonly RdfProperty[] {
  const byLanguage = new Map<string, RdfLiteral>();
  for (const { text, language } of labels) {
    const label = language === null ? literal(text) : languageLiteral(text, language);
    const tag = label.language?.toLowerCase() ?? '';
    if (text !== '' && !byLanguage.has(tag)) byLanguage.set(tag, label);
  }
  return byLanguage.size === 0
    ? []
    : [{ predicate: rdfs.label, values: Array.from(byLanguage.values()) }];
}

/**
 * `rdfs:label` of a resource instance. Names are made for every language of the project, in the words of another where none are
 * written in it. So one that stands in several languages is said once and without a language: nothing tells in which it was written.
 * @param names by language
 */
export function writeNames(names: Readonly<Record<string, string>>): readonly RdfProperty[] {
  const byText = Map.groupBy(labelsByLanguage(names), ({ text }) => text);
  byText.delete('');
  const values = Array.from(byText, ([text, [only, another]]) =>
    only === undefined || only.language === null || another !== undefined
      ? literal(text)
      : languageLiteral(text, only.language),
  );
  return values.length === 0 ? [] : [{ predicate: rdfs.label, values }];
}

/** The labels that a document gives a thing. */
export function readLabels(properties: readonly RdfProperty[]): readonly Label[] {
  return properties
    .filter(({ predicate }) => predicate === rdfs.label)
    .flatMap(({ values }) => values)
    .flatMap((value) =>
      value.kind === 'literal' ? [{ text: value.value, language: value.language ?? null }] : [],
    );
}
