import {
  skosClassOf,
  nodeTypeOf,
  relationOf,
  type ConceptNodeType,
} from '../../../../lib/model/concepts/skos-terms.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import { isBlankNodeId, type Iri } from '../../../../lib/rdf/terms.ts';
import type { Triple } from '../rdf/triple.ts';
import { nodeTypesByRank } from './concept-class.ts';
import { conceptIdFromUri } from './concept-id.ts';
import { memberListProperty, type SkosSubjects } from './skos-subjects.ts';
import type { ImportedConcept } from './thesaurus.ts';

/** A concept that may still change while its file is read. */
export type ConceptDraft = { -readonly [Key in keyof ImportedConcept]: ImportedConcept[Key] };

/** The concepts of a file, by concept id. Several URIs may identify the same concept. */
export class ConceptDrafts {
  readonly #drafts = new Map<ConceptId, ConceptDraft>();

  /** Creates the concepts whose node types the file states or implies. The object of inScheme, for example, is a scheme. */
  constructor(statements: readonly Triple[], { classes }: SkosSubjects) {
    const statedClasses = new Map<ConceptId, ReadonlySet<Iri>>();
    for (const [uri, uriClasses] of classes) {
      if (isBlankNodeId(uri)) continue;
      const draft = this.getOrCreate(uri);
      const allClasses = uriClasses.union(statedClasses.get(draft.conceptId) ?? new Set<Iri>());
      statedClasses.set(draft.conceptId, allClasses);
      setClass(draft, allClasses);
    }
    for (const triple of statements) {
      const implied = findImpliedType(triple);
      if (implied === undefined || isBlankNodeId(implied.uri)) continue;
      const draft = this.getOrCreate(implied.uri);
      // A stated class takes precedence; without one, the first implied type wins.
      if (draft.isClassStated || draft.nodeType !== 'Concept') continue;
      draft.nodeType = implied.nodeType;
      draft.isOrdered = triple.predicate === memberListProperty;
    }
  }

  /** Returns the concept of a URI, or creates it as a Concept without a stated class. */
  getOrCreate(uri: string): ConceptDraft {
    const conceptId = conceptIdFromUri(uri);
    const existing = this.#drafts.get(conceptId);
    if (existing !== undefined) return existing;
    const draft: ConceptDraft = {
      conceptId,
      nodeType: 'Concept',
      legacyId: uri,
      isClassStated: false,
      isOrdered: false,
      isDescribed: false,
    };
    this.#drafts.set(conceptId, draft);
    return draft;
  }

  get all(): readonly ImportedConcept[] {
    return [...this.#drafts.values()];
  }
}

function setClass(draft: ConceptDraft, classes: ReadonlySet<Iri>): void {
  const types = new Set([...classes].map(nodeTypeOf));
  draft.nodeType = nodeTypesByRank.find((type) => types.has(type)) ?? 'Concept';
  draft.isOrdered = draft.nodeType === 'Collection' && classes.has(skosClassOf('Collection', true));
  draft.isClassStated = true;
}

/** Returns the node type that a statement implies by the domain or range of its property (SKOS Reference, sections 4 and 9). */
function findImpliedType({
  subject,
  predicate,
  object,
}: Triple): { readonly uri: string; readonly nodeType: ConceptNodeType } | undefined {
  if (object.kind === 'literal') return undefined;
  if (predicate === memberListProperty) return { uri: subject, nodeType: 'Collection' };
  const relation = relationOf(predicate);
  const uri = relation?.isInverse === true ? object.uri : subject;
  switch (relation?.relationType) {
    case 'inScheme':
    case 'hasTopConcept':
      return { uri, nodeType: 'ConceptScheme' };
    case 'member':
      return { uri, nodeType: 'Collection' };
    default:
      return undefined;
  }
}
