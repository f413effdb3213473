import { RepeatedMembersError } from '../../../../lib/json/repeated-members.ts';
import {
  skosClassOf,
  localName,
  nodeTypeOf,
  relationOf,
  valueTypeOf,
} from '../../../../lib/model/concepts/skos-terms.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { isBlankNodeId, type Iri } from '../../../../lib/rdf/terms.ts';
import { rdf, rdfs } from '../../../../lib/rdf/vocabulary.ts';
import { warnOfEncodedIris } from '../rdf/encode-iris.ts';
import { readRdf } from '../rdf/read-rdf.ts';
import type { Triple, TripleObject } from '../rdf/triple.ts';
import { importError, importWarning, listExamples } from '../import-problems.ts';
import { ConceptDrafts, type ConceptDraft } from './concept-drafts.ts';
import { conceptIdFromUri } from './concept-id.ts';
import { identifyValues, type ParsedValue } from './identify-values.ts';
import { memberListProperty, readSkosSubjects, type SkosSubjects } from './skos-subjects.ts';
import { makeLiteralValue, makeNodeTextValue, makeResourceValue } from './skos-values.ts';
import { combineRelations, type ImportedRelation, type Thesaurus } from './thesaurus.ts';

/** What has been read so far. */
type ReaderState = {
  readonly subjects: SkosSubjects;
  /** The keys (`createLanguageKey`) of concepts and languages that have a prefLabel. */
  readonly prefLabels: Set<string>;
  /** The ids of collections whose list of members was read. */
  readonly listedCollections: Set<ConceptId>;
  readonly drafts: ConceptDrafts;
  readonly values: ParsedValue[];
  readonly relations: ImportedRelation[];
  readonly problems: Problem[];
};

/**
 * Reads a SKOS file of concept schemes, concepts and collections: RDF/XML, Turtle, N-Triples or JSON-LD, possibly compressed. The id of a
 * concept is the UUID at the end of its URI, or else derived from the URI. Titles and descriptions of schemes become prefLabel and
 * scopeNote, inverse relations (broader, topConceptOf, inScheme …) are turned around, and statements of other vocabularies about a
 * concept become values. The text of a separate node (rdf:value, skosxl:literalForm) becomes a value of the concept that points to it.
 * Concepts, schemes and collections without a URI are not read.
 * @throws FileFormatError if the file is not RDF
 */
export async function readSkosFile(file: string): Promise<Thesaurus> {
  const encodedIris = new Set<string>();
  const thesaurus = await readSkos(readRdf(file, (iri) => encodedIris.add(iri)));
  return { ...thesaurus, problems: [...thesaurus.problems, ...warnOfEncodedIris(encodedIris)] };
}

/** Reads SKOS triples, as `readSkosFile` does. */
export async function readSkos(triples: AsyncIterable<Triple>): Promise<Thesaurus> {
  const statements = await Array.fromAsync(triples);
  const subjects = readSkosSubjects(statements);
  const state: ReaderState = {
    subjects,
    prefLabels: new Set(),
    listedCollections: new Set(),
    drafts: new ConceptDrafts(statements, subjects),
    values: [],
    relations: [],
    problems: [],
  };
  for (const triple of statements) readTriple(triple, state);
  for (const triple of statements) readRdfsLabel(triple, state);
  reportOtherSubjects(statements, state);
  const { values, problems } = identifyValues(state.values);
  return {
    concepts: state.drafts.all,
    values,
    relations: combineRelations(state.relations),
    problems: [...state.problems, ...problems],
  };
}

function readTriple({ subject, predicate, object }: Triple, state: ReaderState): void {
  if (!state.subjects.concepts.has(subject)) {
    reportIfBlankConcept({ subject, predicate, object }, state);
  } else if (object.kind === 'literal') {
    const draft = markDescribed(subject, state);
    if (predicate !== rdfs.label)
      addReadValue(() => makeLiteralValue(draft, predicate, object), draft, state);
  } else if (predicate === rdf.type) {
    readType(subject, object.uri, state);
  } else {
    markDescribed(subject, state);
    readStatement(subject, predicate, object.uri, state);
  }
}

/** Reads an rdfs:label as the prefLabel of a concept that has none in its language. */
function readRdfsLabel({ subject, predicate, object }: Triple, state: ReaderState): void {
  if (predicate !== rdfs.label || object.kind !== 'literal') return;
  if (!state.subjects.concepts.has(subject)) return;
  const draft = state.drafts.getOrCreate(subject);
  const hasPrefLabel = state.prefLabels.has(createLanguageKey(draft.conceptId, object.language));
  const valueType = hasPrefLabel ? valueTypeOf(predicate) : 'prefLabel';
  addReadValue(() => makeLiteralValue(draft, predicate, object, valueType), draft, state);
}

/** Reports a statement that gives a node without a URI a SKOS class. */
function reportIfBlankConcept(
  { subject, predicate, object }: Triple,
  { problems }: ReaderState,
): void {
  if (!isBlankNodeId(subject) || predicate !== rdf.type || object.kind === 'literal') return;
  if (nodeTypeOf(object.uri) === null) return;
  const message = `A ${localName(object.uri)} has no URI and is left out. Give it one (rdf:about).`;
  problems.push(importWarning('unnamed_concept', message));
}

/** Reports statements about subjects that are not concepts, such as persons. */
function reportOtherSubjects(
  statements: readonly Triple[],
  { subjects, problems }: ReaderState,
): void {
  const otherSubjects = new Set<string>();
  for (const { subject } of statements) {
    const isRead = subjects.concepts.has(subject) || subjects.texts.has(subject);
    if (!isBlankNodeId(subject) && !isRead && subjects.readList(subject) === undefined)
      otherSubjects.add(subject);
  }
  if (otherSubjects.size === 0) return;
  const message = `Statements about ${otherSubjects.size} subjects that are not concepts are left out, such as ${listExamples([...otherSubjects])}.`;
  problems.push(importWarning('no_concept', message));
}

function readStatement(subject: string, predicate: Iri, object: Iri, state: ReaderState): void {
  const { concepts, texts, readList } = state.subjects;
  const owner = state.drafts.getOrCreate(subject);
  const nodeTexts = concepts.has(object) ? undefined : texts.get(object);
  const list = predicate === memberListProperty ? readList(object) : undefined;
  if (list !== undefined) readMemberList(subject, list, state);
  else if (nodeTexts !== undefined) {
    for (const text of nodeTexts)
      addReadValue(() => makeNodeTextValue(owner, predicate, text), owner, state);
  } else if (isBlankNodeId(object))
    reportStatement(subject, predicate, 'a node without URI', state);
  else if (relationOf(predicate) === null) {
    addValue(makeResourceValue(owner, predicate, object), state);
  } else addRelation(subject, predicate, object, state);
}

function markDescribed(uri: string, state: ReaderState): ConceptDraft {
  const draft = state.drafts.getOrCreate(uri);
  draft.isDescribed = true;
  return draft;
}

/** Reads the class of a concept. The class of its node type is not stored as a value; other classes are. */
function readType(uri: string, type: Iri, state: ReaderState): void {
  const draft = state.drafts.getOrCreate(uri);
  if (draft.isClassStated && type === skosClassOf(draft.nodeType, draft.isOrdered)) return;
  addValue(makeResourceValue(draft, rdf.type, type), state);
}

/** Adds a value whose text may be JSON. If that repeats a member, the value is left out. */
function addReadValue(
  read: () => ParsedValue,
  { conceptId: record }: ConceptDraft,
  state: ReaderState,
): void {
  try {
    addValue(read(), state);
  } catch (error) {
    if (!(error instanceof RepeatedMembersError)) throw error;
    const message = `A value of concept ${record} is left out. ${error.message}`;
    state.problems.push(importError(error.code, message, { record }));
  }
}

function addValue(value: ParsedValue, state: ReaderState): void {
  const { conceptId, valueType, language, text } = value;
  if (text.includes('\0') || !text.isWellFormed()) {
    const message = `The ${valueType} of concept ${conceptId} has a character that cannot be stored (U+0000 or half of a surrogate pair), and is left out. Remove the character.`;
    state.problems.push(importError('unusable_character', message, { record: conceptId }));
    return;
  }
  state.values.push(value);
  if (valueType === 'prefLabel') state.prefLabels.add(createLanguageKey(conceptId, language));
}

function createLanguageKey(conceptId: ConceptId, language: string | null): string {
  return `${conceptId} ${language?.toLowerCase() ?? ''}`;
}

function addRelation(subject: string, predicate: Iri, object: string, state: ReaderState): void {
  const relation = relationOf(predicate);
  if (relation === null) return;
  const [from, to] = relation.isInverse ? [object, subject] : [subject, object];
  const { relationType, isInverse } = relation;
  state.relations.push({
    fromId: state.drafts.getOrCreate(from).conceptId,
    toId: state.drafts.getOrCreate(to).conceptId,
    relationType,
    isStated: !isInverse,
    isInverseStated: isInverse,
    position: null,
  });
}

/** Reads the members of a collection in their order. A repeated or invalid member is reported and left out. */
function readMemberList(subject: string, list: readonly TripleObject[], state: ReaderState): void {
  const { conceptId: fromId } = state.drafts.getOrCreate(subject);
  if (state.listedCollections.has(fromId)) {
    reportStatement(subject, memberListProperty, 'with a second list', state);
    return;
  }
  state.listedCollections.add(fromId);
  const positions = new Map<ConceptId, number>();
  for (const item of list) {
    const isMember = item.kind === 'resource' && !isBlankNodeId(item.uri);
    const toId = isMember ? state.drafts.getOrCreate(item.uri).conceptId : undefined;
    if (toId === undefined || positions.has(toId)) {
      reportStatement(subject, memberListProperty, describeListItem(item), state);
      continue;
    }
    positions.set(toId, positions.size);
    state.relations.push({
      fromId,
      toId,
      relationType: 'member',
      isStated: false,
      isInverseStated: false,
      position: positions.size - 1,
    });
  }
}

function describeListItem(item: TripleObject): string {
  if (item.kind === 'literal') return JSON.stringify(item.text);
  return isBlankNodeId(item.uri) ? 'a node without URI' : `${item.uri}, a second time,`;
}

function reportStatement(
  subject: string,
  predicate: string,
  object: string,
  { problems }: ReaderState,
): void {
  const record = conceptIdFromUri(subject);
  const message = `The statement ${localName(predicate)} ${object} of concept ${record} is left out.`;
  problems.push(importWarning('unknown_statement', message, { record }));
}
