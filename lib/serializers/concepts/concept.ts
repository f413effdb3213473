import { compareNaturally, compareValues, sortKey } from './concept-order.ts';
import { conceptUri } from '../../model/uris.ts';
import type {
  ConceptLink,
  StoredConcept,
  StoredConceptValue,
} from '../../queries/concepts/concept-rows.ts';
import type { ConceptGraph, LinkedConcept } from './concept-graph.ts';

/** A value in the concept document of the specification. */
export type ConceptValue = {
  readonly id: string;
  readonly conceptid: string;
  readonly category: string;
  readonly type: string;
  /** A language tag; empty for a value without a language, such as an identifier. */
  readonly language: string;
  readonly value: string;
};

/** The concept document of the specification. */
export type Concept = {
  readonly id: string;
  /** What the concept was called elsewhere, else its own URI. */
  readonly legacyoid: string;
  readonly nodetype: string;
  readonly hassubconcepts: boolean;
  readonly relationshiptype: string;
  readonly parentconcepts: readonly Concept[];
  readonly relatedconcepts: readonly Concept[];
  readonly subconcepts: readonly Concept[];
  readonly values: readonly ConceptValue[];
};

/** What to show of a concept, and how. */
export type ConceptOptions = {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly includeSubConcepts: boolean;
  readonly includeParentConcepts: boolean;
  readonly includeRelatedConcepts: boolean;
  /** Layers of sub concepts; undefined for all. */
  readonly depthLimit: number | undefined;
  /** The language whose labels order the relatives. */
  readonly language: string;
  readonly defaultLanguage: string;
};

/** Concept objects that one document shows at most, stubs counted: about what an answer of 6 MB can hold. */
export const mostConcepts = 20_000;
/** How deep concept objects may lie in one another. */
const deepestNesting = 500;

/** The document would be too large. Its code is that of every answer that is. */
export class ConceptTooLarge extends Error {
  readonly code = 'answer_too_large';

  constructor() {
    super(
      `The answer would show over ${mostConcepts} concepts, or ${deepestNesting} inside one another. ` +
        'Ask for fewer layers with depthlimit, or leave relatives out with includesubconcepts=false, ' +
        'includeparentconcepts=false or includerelatedconcepts=false.',
    );
  }
}

type Relative = { readonly concept: LinkedConcept; readonly relationType: string };

/** Remembers what was worked out for a key: a concept can stand at many places of a document. */
function once<Key, Result>(work: (key: Key) => Result): (key: Key) => Result {
  const known = new Map<Key, Result>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const result = work(key);
    known.set(key, result);
    return result;
  };
}

/** The value object of the specification. */
export function conceptValueObject(conceptId: string, value: StoredConceptValue): ConceptValue {
  const { id, category, type, language, text } = value;
  return { id, conceptid: conceptId, category, type, language, value: text };
}

/** What a concept was called elsewhere, else its own URI. */
export function legacyIdOf(
  { id, legacyId }: Pick<StoredConcept, 'id' | 'legacyId'>,
  baseUrl: string,
): string {
  return legacyId ?? conceptUri(baseUrl, id);
}

function valuesOf({ id, values }: StoredConcept): readonly ConceptValue[] {
  return values.toSorted(compareValues).map((value) => conceptValueObject(id, value));
}

/** What a document shows of each concept, worked out once for each: its values and labels, and its relatives in order. */
function shownOfConcepts(graph: ConceptGraph, options: ConceptOptions) {
  const values = once(valuesOf);
  const labels = once((concept: StoredConcept) =>
    values(concept).filter((value) => value.category === 'label'),
  );
  const key = once((concept: StoredConcept) =>
    sortKey(concept, options.language, options.defaultLanguage),
  );
  const compare = (left: Relative, right: Relative): number =>
    compareNaturally(key(left.concept), key(right.concept)) ||
    compareNaturally(left.concept.id, right.concept.id) ||
    compareNaturally(left.relationType, right.relationType);
  const relatives = once((links: readonly ConceptLink[]): readonly Relative[] =>
    links
      .flatMap(({ conceptId, relationType }) => {
        const concept = graph.get(conceptId);
        return concept === undefined ? [] : [{ concept, relationType }];
      })
      .toSorted(compare),
  );
  return { values, labels, relatives };
}

/**
 * Makes the concept document of the specification (GET /rdm/concepts, format=json).
 * - A sub concept shows its own relatives by the same options; a parent all but its sub concepts, upwards without a
 *   limit; a related concept its labels alone.
 * - A concept inside itself is a stub: no values, no relatives, `hassubconcepts` false. So is the concept that a sub
 *   concept was reached from, among its parents. A concept with several parents is shown whole below each of them.
 * - Relatives are in natural order of their `sortorder` value, else of the label that fits `language` best.
 * @param graph every concept that the document can reach
 * @param id of the concept
 * @returns undefined where the graph has no such concept
 * @throws ConceptTooLarge over `mostConcepts` concept objects, as the ways through a hierarchy with many parents
 *   can double at each layer, or `deepestNesting` inside one another
 */
export function conceptDocument(
  graph: ConceptGraph,
  id: string,
  options: ConceptOptions,
): Concept | undefined {
  const { values, labels, relatives } = shownOfConcepts(graph, options);
  /** The concepts that the one being written lies in. */
  const path = new Set<string>();
  let shown = 0;

  function bare({ concept, relationType }: Relative): Concept {
    shown += 1;
    if (shown > mostConcepts) throw new ConceptTooLarge();
    return {
      id: concept.id,
      legacyoid: legacyIdOf(concept, options.baseUrl),
      nodetype: concept.nodeType,
      hassubconcepts: false,
      relationshiptype: relationType,
      parentconcepts: [],
      relatedconcepts: [],
      subconcepts: [],
      values: [],
    };
  }

  function related(relative: Relative): Concept {
    return {
      ...bare(relative),
      hassubconcepts: relative.concept.hasSubConcepts,
      values: labels(relative.concept),
    };
  }

  /** @param layersBelow layers of sub concepts that are still to be shown; 0 for a parent */
  function whole(relative: Relative, layersBelow: number): Concept {
    const { concept } = relative;
    if (path.has(concept.id)) return bare(relative);
    if (path.size === deepestNesting) throw new ConceptTooLarge();
    path.add(concept.id);
    const document = {
      ...bare(relative),
      hassubconcepts: concept.hasSubConcepts,
      parentconcepts: options.includeParentConcepts
        ? relatives(concept.parentConcepts).map((parent) => whole(parent, 0))
        : [],
      relatedconcepts: options.includeRelatedConcepts
        ? relatives(concept.relatedConcepts).map(related)
        : [],
      subconcepts:
        layersBelow > 0
          ? relatives(concept.subConcepts).map((child) => whole(child, layersBelow - 1))
          : [],
      values: values(concept),
    };
    path.delete(concept.id);
    return document;
  }

  const concept = graph.get(id);
  if (concept === undefined) return undefined;
  const layers = options.includeSubConcepts ? (options.depthLimit ?? Infinity) : 0;
  return whole({ concept, relationType: '' }, layers);
}
