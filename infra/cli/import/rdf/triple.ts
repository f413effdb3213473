import type * as RDF from '@rdfjs/types';
import { DataFactory } from 'n3';

import { namespaces, xsd } from '../../../../lib/rdf/vocabulary.ts';
import { FileFormatError } from '../file-error.ts';

/** An RDF triple, whose terms are strings. */
export type Triple = {
  /** A URI, or `_:` and a label for a blank node. */
  readonly subject: string;
  readonly predicate: string;
  readonly object: TripleObject;
};

export type TripleObject = { readonly kind: 'resource'; readonly uri: string } | TripleLiteral;

export type TripleLiteral = {
  readonly kind: 'literal';
  readonly text: string;
  /** The language tag in the letter case of the file. */
  readonly language: string | null;
  /** The URI of the datatype; null for a text that has a language or is an `xsd:string`. */
  readonly datatype: string | null;
};

/** The base URI for relative URIs in a file without a base URI. */
export const relativeBase = 'urn:relative:/';

/** Makes the terms for the parsers. Language tags keep their letter case, which the factory of the library converts to lower case. */
export const termFactory: RDF.DataFactory = {
  ...DataFactory,
  literal: (value, languageOrDatatype) => {
    // A parser passes null if there is neither.
    if (!languageOrDatatype) return DataFactory.literal(value);
    if (typeof languageOrDatatype === 'object' && 'termType' in languageOrDatatype) {
      return DataFactory.literal(value, languageOrDatatype);
    }
    const language =
      typeof languageOrDatatype === 'string' ? languageOrDatatype : languageOrDatatype.language;
    return Object.defineProperty(DataFactory.literal(value, language), 'language', {
      value: language,
    });
  },
};

const impliedDatatypes: ReadonlySet<string> = new Set([
  xsd.string,
  `${namespaces.rdf}langString`,
  `${namespaces.rdf}dirLangString`,
]);

/** Converts the terms of a triple to text. @throws FileFormatError `unsupported_triple_term` for a triple inside a triple (RDF 1.2) */
export function toTriple({ subject, predicate, object }: RDF.BaseQuad): Triple {
  return { subject: toResourceName(subject), predicate: predicate.value, object: toObject(object) };
}

function toObject(term: RDF.Term): TripleObject {
  if (term.termType !== 'Literal') return { kind: 'resource', uri: toResourceName(term) };
  const { value: text, language, datatype } = term;
  return {
    kind: 'literal',
    text,
    language: language === '' ? null : language,
    datatype: language !== '' || impliedDatatypes.has(datatype.value) ? null : datatype.value,
  };
}

function toResourceName(term: RDF.Term): string {
  if (term.termType === 'Quad') {
    const message =
      'The file has a triple inside a triple (RDF 1.2), which is not supported. Remove it';
    throw new FileFormatError('unsupported_triple_term', message);
  }
  return term.termType === 'BlankNode' ? `_:${term.value}` : term.value;
}
