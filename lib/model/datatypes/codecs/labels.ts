import { languageLiteral, literal, type RdfLiteral, type RdfProperty } from '../../../rdf/terms.ts';
import { rdfs } from '../../../rdf/vocabulary.ts';

export type Label = { readonly text: string; readonly language: string | null };

/** Converts texts by language into labels, sorted by language tag. */
export function labelsByLanguage(texts: Readonly<Record<string, string>>): readonly Label[] {
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
 * Writes the names of a resource instance as `rdfs:label`. Every language of the project has a name. Where a translation is missing, the
 * name has words of another language. So a name that is the same in several languages is written once, without a language.
 * @param names by language
 */
export function writeNames(names: Readonly<Record<string, string>>): readonly RdfProperty[] {
  const byText = Map.groupBy(labelsByLanguage(names), ({ text }) => text);
  byText.delete('');
  const values = Array.from(byText, ([text, [first, another]]) =>
    first === undefined || first.language === null || another !== undefined
      ? literal(text)
      : languageLiteral(text, first.language),
  );
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
