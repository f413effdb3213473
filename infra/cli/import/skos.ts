import { parseConceptId, parseConceptValueId, type ConceptId } from '../../../lib/model/ids.ts';
import { nameUuid, URI_NAMESPACE } from '../../../lib/model/name-uuid.ts';
import type { Problem } from '../../../lib/model/problem.ts';
import { readTriples, type Triple } from './rdf-xml.ts';
import { readLabel } from './skos-label.ts';
import { localName, RDF_TYPE, relationOf, SKOS, valueTypeOf } from './skos-terms.ts';
import type { ConceptNodeType, ConceptRelation, ConceptValue, Thesaurus } from './thesaurus.ts';

type Draft = {
  conceptId: ConceptId;
  nodeType: ConceptNodeType;
  legacyId: string;
  isDescribed: boolean;
};

type Reader = {
  readonly drafts: Map<ConceptId, Draft>;
  readonly values: Map<string, ConceptValue>;
  readonly relations: Map<string, ConceptRelation>;
  readonly problems: Problem[];
};

/**
 * Reads a SKOS file (RDF/XML, packed or not) of concept schemes, concepts and collections.
 * The id of a concept is the UUID at the end of its URI, whatever the host; any other URI gives a UUID
 * of its own, always the same. Titles and descriptions of schemes become prefLabel and scopeNote, the
 * inverse forms (broader, topConceptOf …) their counterparts; inScheme itself is not kept, because the
 * hierarchy says it.
 * @throws FileFormatError where the file is not RDF/XML
 */
export function readSkosFile(file: string): Promise<Thesaurus> {
  return readSkos(readTriples(file));
}

/** Reads SKOS triples, see readSkosFile. */
export async function readSkos(triples: AsyncIterable<Triple>): Promise<Thesaurus> {
  const reader: Reader = {
    drafts: new Map(),
    values: new Map(),
    relations: new Map(),
    problems: [],
  };
  for await (const triple of triples) readTriple(triple, reader);
  return {
    concepts: [...reader.drafts.values()],
    values: [...reader.values.values()],
    relations: [...reader.relations.values()],
    problems: reader.problems,
  };
}

/** The id of the concept that a URI names: the UUID at its end, or one made of the URI. */
export function conceptIdOf(uri: string): ConceptId {
  const [uuid] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(?=\/?$)/i.exec(uri) ?? [];
  return parseConceptId(uuid ?? nameUuid(URI_NAMESPACE, uri));
}

function readTriple({ subject, predicate, object }: Triple, reader: Reader): void {
  if (object.kind === 'literal') {
    describe(subject, reader);
    addValue(subject, predicate, object, reader);
  } else if (predicate === RDF_TYPE) {
    setNodeType(subject, object.uri, reader);
  } else if (predicate === `${SKOS}inScheme`) {
    describe(subject, reader);
    draftOf(object.uri, reader);
  } else {
    describe(subject, reader);
    addRelation(subject, predicate, object.uri, reader);
  }
}

function draftOf(uri: string, { drafts }: Reader): Draft {
  const conceptId = conceptIdOf(uri);
  const known = drafts.get(conceptId);
  if (known !== undefined) return known;
  const draft: Draft = { conceptId, nodeType: 'Concept', legacyId: uri, isDescribed: false };
  drafts.set(conceptId, draft);
  return draft;
}

function describe(uri: string, reader: Reader): void {
  draftOf(uri, reader).isDescribed = true;
}

function setNodeType(uri: string, type: string, reader: Reader): void {
  const draft = draftOf(uri, reader);
  if (type === `${SKOS}ConceptScheme`) draft.nodeType = 'ConceptScheme';
  else if (type === `${SKOS}Collection` || type === `${SKOS}OrderedCollection`)
    draft.nodeType = 'Collection';
}

function addValue(
  uri: string,
  predicate: string,
  literal: { readonly text: string; readonly language: string | null },
  reader: Reader,
): void {
  const { conceptId } = draftOf(uri, reader);
  const valueType = valueTypeOf(predicate);
  const { id, text } = readLabel(literal.text);
  const made = nameUuid(conceptId, `${valueType} ${literal.language ?? ''} ${text}`);
  const valueId = parseConceptValueId(id ?? made);
  const known = reader.values.get(valueId);
  if (known === undefined) {
    const value = { valueId, conceptId, valueType, language: literal.language, text };
    reader.values.set(valueId, value);
  } else if (known.conceptId !== conceptId || known.text !== text) {
    const message = `The value ${valueId} is there twice with different content: the first stays.`;
    const pointer = '';
    reader.problems.push({
      severity: 'warning',
      code: 'duplicate_value',
      pointer,
      message,
      record: conceptId,
    });
  }
}

function addRelation(subject: string, predicate: string, object: string, reader: Reader): void {
  const relation = relationOf(predicate);
  if (relation === null) {
    const record = draftOf(subject, reader).conceptId;
    const message = `The statement ${localName(predicate)} ${object} of concept ${record} is not kept.`;
    reader.problems.push({
      severity: 'warning',
      code: 'unknown_statement',
      pointer: '',
      message,
      record,
    });
    return;
  }
  const [from, to] = relation.isInverse ? [object, subject] : [subject, object];
  const fromId = draftOf(from, reader).conceptId;
  const toId = draftOf(to, reader).conceptId;
  const { relationType } = relation;
  reader.relations.set(`${fromId} ${relationType} ${toId}`, { fromId, toId, relationType });
}
