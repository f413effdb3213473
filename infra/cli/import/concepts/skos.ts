import {
  localName,
  nodeTypeOf,
  relationOf,
  valueTypeOf,
  type ConceptNodeType,
} from '../../../../lib/model/concepts/skos-terms.ts';
import { rdf, rdfs } from '../../../../lib/rdf/vocabulary.ts';
import { parseConceptId, parseConceptValueId } from '../../../../lib/model/ids.ts';
import type { ConceptId, ConceptValueId } from '../../../../lib/model/ids.ts';
import { nameUuid, URI_NAMESPACE } from '../../../../lib/model/name-uuid.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { readTriples, type Triple } from '../rdf-xml.ts';
import { readLabel } from './skos-label.ts';
import { isBlank, readSubjects, type NodeText, type Subjects } from './skos-subjects.ts';
import { addValue, madeValueId, mergeRelations, warning } from './thesaurus.ts';
import type { ConceptRelation, ConceptValue, Thesaurus } from './thesaurus.ts';

type Draft = {
  conceptId: ConceptId;
  nodeType: ConceptNodeType;
  legacyId: string;
  isDescribed: boolean;
};

type SkosReading = {
  readonly subjects: Subjects;
  /** Concept and language of each prefLabel. */
  readonly prefLabels: Set<string>;
  readonly drafts: Map<ConceptId, Draft>;
  readonly values: Map<ConceptValueId, ConceptValue>;
  readonly relations: ConceptRelation[];
  readonly problems: Problem[];
};

/**
 * Reads a SKOS file (RDF/XML, packed or not) of concept schemes, concepts and collections.
 * The id of a concept is the UUID at the end of its URI, whatever the host; any other URI gives a UUID
 * of its own, always the same. Titles and descriptions of schemes become prefLabel and scopeNote, the
 * inverse forms (broader, topConceptOf, inScheme …) their counterparts. Only concepts, schemes and collections with a URI are read; the text of a node of its
 * own (rdf:value, skosxl:literalForm) is a value of the concept that points to it.
 * @throws FileFormatError where the file is not RDF/XML
 */
export function readSkosFile(file: string): Promise<Thesaurus> {
  return readSkos(readTriples(file));
}

/** Reads SKOS triples, see readSkosFile. */
export async function readSkos(triples: AsyncIterable<Triple>): Promise<Thesaurus> {
  const statements = await Array.fromAsync(triples);
  const reader: SkosReading = {
    subjects: readSubjects(statements),
    prefLabels: new Set(),
    drafts: new Map(),
    values: new Map(),
    relations: [],
    problems: [],
  };
  for (const triple of statements) readTriple(triple, reader);
  for (const triple of statements) readPlainLabel(triple, reader);
  return {
    concepts: [...reader.drafts.values()],
    values: [...reader.values.values()],
    relations: mergeRelations(reader.relations),
    problems: reader.problems,
  };
}

/** The id of the concept that a URI names: the UUID at its end, or one made of the URI. */
export function conceptIdOf(uri: string): ConceptId {
  const [uuid] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(?=\/?$)/i.exec(uri) ?? [];
  return parseConceptId(uuid ?? nameUuid(URI_NAMESPACE, uri));
}

function readTriple({ subject, predicate, object }: Triple, reader: SkosReading): void {
  if (!reader.subjects.concepts.has(subject)) {
    reportBlankConcept({ subject, predicate, object }, reader);
  } else if (object.kind === 'literal') {
    describe(subject, reader);
    if (predicate !== rdfs.label) readValue(subject, valueTypeOf(predicate), object, reader);
  } else if (predicate === rdf.type) {
    setNodeType(subject, object.uri, reader);
  } else {
    describe(subject, reader);
    readStatement(subject, predicate, object.uri, reader);
  }
}

/** An rdfs:label is the prefLabel of a concept that has none in that language. */
function readPlainLabel({ subject, predicate, object }: Triple, reader: SkosReading): void {
  if (predicate !== rdfs.label || object.kind !== 'literal') return;
  if (!reader.subjects.concepts.has(subject)) return;
  const key = languageKey(conceptIdOf(subject), object.language);
  const valueType = reader.prefLabels.has(key) ? valueTypeOf(predicate) : 'prefLabel';
  readValue(subject, valueType, object, reader);
}

function reportBlankConcept(
  { subject, predicate, object }: Triple,
  { problems }: SkosReading,
): void {
  if (!isBlank(subject) || predicate !== rdf.type || object.kind === 'literal') return;
  if (nodeTypeOf(object.uri) === null) return;
  const message = `A ${localName(object.uri)} has no URI and is not kept: give it one (rdf:about).`;
  problems.push(warning('unnamed_concept', message));
}

function readStatement(
  subject: string,
  predicate: string,
  object: string,
  reader: SkosReading,
): void {
  const texts = reader.subjects.concepts.has(object)
    ? undefined
    : reader.subjects.texts.get(object);
  if (texts !== undefined)
    for (const text of texts) readValue(subject, valueTypeOf(predicate), text, reader);
  else if (isBlank(object)) reportStatement(subject, predicate, 'a node without URI', reader);
  else addRelation(subject, predicate, object, reader);
}

function draftOf(uri: string, { drafts }: SkosReading): Draft {
  const conceptId = conceptIdOf(uri);
  const known = drafts.get(conceptId);
  if (known !== undefined) return known;
  const draft: Draft = { conceptId, nodeType: 'Concept', legacyId: uri, isDescribed: false };
  drafts.set(conceptId, draft);
  return draft;
}

function describe(uri: string, reader: SkosReading): void {
  draftOf(uri, reader).isDescribed = true;
}

function setNodeType(uri: string, type: string, reader: SkosReading): void {
  const draft = draftOf(uri, reader);
  const nodeType = nodeTypeOf(type) ?? 'Concept';
  if (nodeType !== 'Concept') draft.nodeType = nodeType;
}

function readValue(uri: string, valueType: string, literal: NodeText, reader: SkosReading): void {
  const { conceptId } = draftOf(uri, reader);
  const { language } = literal;
  const { id, text } = readLabel(literal.text);
  const content = { conceptId, valueType, language, text };
  const valueId = id === null ? madeValueId(content) : parseConceptValueId(id);
  const problem = addValue({ valueId, ...content }, reader.values);
  if (problem !== null) reader.problems.push(problem);
  if (valueType === 'prefLabel') reader.prefLabels.add(languageKey(conceptId, language));
}

function languageKey(conceptId: ConceptId, language: string | null): string {
  return `${conceptId} ${language?.toLowerCase() ?? ''}`;
}

function addRelation(
  subject: string,
  predicate: string,
  object: string,
  reader: SkosReading,
): void {
  const relation = relationOf(predicate);
  if (relation === null) {
    reportStatement(subject, predicate, object, reader);
    return;
  }
  const [from, to] = relation.isInverse ? [object, subject] : [subject, object];
  const fromId = draftOf(from, reader).conceptId;
  const toId = draftOf(to, reader).conceptId;
  const { relationType, isInverse } = relation;
  reader.relations.push({
    fromId,
    toId,
    relationType,
    isStated: !isInverse,
    isInverseStated: isInverse,
  });
}

function reportStatement(
  subject: string,
  predicate: string,
  object: string,
  { problems }: SkosReading,
): void {
  const record = conceptIdOf(subject);
  const message = `The statement ${localName(predicate)} ${object} of concept ${record} is not kept.`;
  problems.push(warning('unknown_statement', message, record));
}
