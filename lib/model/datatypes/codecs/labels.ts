import { languageLiteral, literal, type RdfLiteral, type RdfProperty } from '../../../rdf/terms.ts';
import { rdfs } from '../../../rdf/vocabulary.ts';
import { lookUpLanguage } from '../../pick-language.ts';

export type Label = { readonly text: string; readonly language: string | null };

/** Converts texts by language into labels, sorted by language tag. */
export function labelsByLanguage(
  texts: Readonly<Record<string, string>>,
): readonly { readonly text: string; readonly language: string }[] {
  return Object.entries(texts)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([language, text]) => ({ language, text }));
}

/**
 * Writes `rdfs:label`, with the first text of each language.
 * @returns empty if there is no text
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
 * Writes the names of a resource instance as `rdfs:label`. Every language of the project has a name. Where a translation is missing, it is
 * that of the default language. So the name in the default language is written once, without a language, if others have it too.
 * @param names by language
 * @param defaultLanguage of the project
 */
export function writeNames(
  names: Readonly<Record<string, string>>,
  defaultLanguage: string,
): readonly RdfProperty[] {
  const labels = labelsByLanguage(names).filter(({ text }) => text !== '');
  const defaultTag = lookUpLanguage(Object.keys(names), defaultLanguage);
  const defaultName = defaultTag === undefined ? undefined : names[defaultTag];
  const isShared = labels.filter(({ text }) => text === defaultName).length > 1;
  const values = [
    ...(isShared && defaultName !== undefined ? [literal(defaultName)] : []),
    ...labels.flatMap(({ text, language }) =>
      isShared && text === defaultName ? [] : [languageLiteral(text, language)],
    ),
  ];
  return values.length === 0 ? [] : [{ predicate: rdfs.label, values }];
}

/** Reads the labels of an RDF node. */
export function readLabels(properties: readonly RdfProperty[]): readonly Label[] {
  return properties
    .filter(({ predicate }) => predicate === rdfs.label)
    .flatMap(({ values }) => values)
    .flatMap((value) =>
      value.kind === 'literal' ? [{ text: value.value, language: value.language ?? null }] : [],
    );
}
