import type { ConceptContent } from '../../queries/concepts/concept-contents.ts';
import type { ConceptLink } from '../../queries/concepts/concept-positions.ts';
import type { ConceptValueRow } from '../../queries/concepts/concept-rows.ts';
import type { ConceptFragment, DocumentConcept } from '../../queries/concepts/read-contents.ts';
import { conceptUri } from '../../model/uris.ts';
import type { ConceptGraph, LinkedConcept } from './concept-graph.ts';
import { compareNaturally, compareConceptValues } from './concept-order.ts';
import type { ConceptOptions, ConceptWriter } from './concept-writer.ts';

/** A value of the concept document in the specification. */
export type ConceptValueObject = {
  readonly id: string;
  readonly conceptid: string;
  readonly category: string;
  readonly type: string;
  /** A language tag; empty for a value without a language, such as an identifier. */
  readonly language: string;
  readonly value: string;
};

/** The concept document of the specification. */
export type ConceptObject = {
  readonly id: string;
  /** The legacy id of the concept, or its URI if it has none. */
  readonly legacyoid: string;
  readonly nodetype: string;
  readonly hassubconcepts: boolean;
  readonly relationshiptype: string;
  readonly parentconcepts: readonly ConceptObject[];
  readonly relatedconcepts: readonly ConceptObject[];
  readonly subconcepts: readonly ConceptObject[];
  readonly values: readonly ConceptValueObject[];
};

/** The maximum nesting, because JSON parsers have limits too. */
const maxNesting = 500;

/** The concepts are nested too deep. All responses that are too large have this code. */
export class ConceptTooDeep extends Error {
  readonly code = 'answer_too_large';

  /** @param hint how to request less */
  constructor(hint = 'Request fewer levels with depthlimit.') {
    super(`The response would nest over ${maxNesting} concepts in one another. ${hint}`);
  }
}

type Relative = { readonly concept: LinkedConcept; readonly relationType: string };

/**
 * A pending task: write a text, a related concept with its labels only, or a nested concept with its own relatives; or leave the concept
 * with this id, which is then no longer an ancestor of what is written next.
 */
type Task =
  | ConceptFragment
  | { readonly related: Relative }
  | { readonly nested: Relative; readonly levelsBelow: number }
  | { readonly leave: string };

/** Converts a concept value into the value object of the specification. */
export function toConceptValueObject(
  conceptId: string,
  value: ConceptValueRow,
): ConceptValueObject {
  const { id, category, type, language, text } = value;
  return { id, conceptid: conceptId, category, type, language, value: text };
}

/** Returns the legacy id of a concept, or its URI if it has none. */
export function legacyIdOrUri(
  { id, legacyId }: { readonly id: string; readonly legacyId: string | null },
  baseUrl: string,
): string {
  return legacyId ?? conceptUri(baseUrl, id);
}

/** Estimated size of a value object without its text, for a category, type and language of usual length. */
const valueOverhead = { bytes: 165, quotes: 24 };

function writeValues({ needsAllValues }: DocumentConcept, { id, values }: ConceptContent): string {
  const writtenValues = needsAllValues
    ? values
    : values.filter(({ category }) => category === 'label');
  return JSON.stringify(
    writtenValues.toSorted(compareConceptValues).map((value) => toConceptValueObject(id, value)),
  );
}

/** Creates a function that sorts the relatives of a concept in document order, and caches the result. */
function createRelativesSorter(graph: ConceptGraph) {
  const compareRelatives = (left: Relative, right: Relative): number =>
    compareNaturally(left.concept.sortKey, right.concept.sortKey) ||
    compareNaturally(left.concept.id, right.concept.id) ||
    compareNaturally(left.relationType, right.relationType);
  const sortedByLinks = new Map<readonly ConceptLink[], readonly Relative[]>();
  return (links: readonly ConceptLink[]): readonly Relative[] => {
    const cached = sortedByLinks.get(links);
    if (cached !== undefined) return cached;
    const relatives = links
      .flatMap(({ conceptId, relationType }) => {
        const concept = graph.get(conceptId);
        return concept === undefined ? [] : [{ concept, relationType }];
      })
      .toSorted(compareRelatives);
    sortedByLinks.set(links, relatives);
    return relatives;
  };
}

/**
 * Creates a writer of the concept document (GET /rdm/concepts, format=json).
 * - The options also apply to sub concepts and to parents. Parents have no sub concepts, and there is no limit to the
 * levels of parents. Related concepts only have labels.
 * - A concept inside itself is a stub without values and relatives, with `hassubconcepts` false. This also applies to a
 * parent inside its sub concept. A concept with several parents is written in full below each of them.
 * - Relatives are in natural order.
 * @param graph all concepts of the document
 */
export function createConceptJsonWriter(
  graph: ConceptGraph,
  requestedConcept: LinkedConcept,
  options: ConceptOptions,
): ConceptWriter {
  const maxLevels = options.includeSubConcepts ? (options.depthLimit ?? Infinity) : 0;
  const sortRelatives = createRelativesSorter(graph);

  function writeHead({ concept, relationType }: Relative, hasSubConcepts: boolean): string {
    const { id, nodeType } = concept;
    return (
      `{"id":${JSON.stringify(id)},"legacyoid":${JSON.stringify(legacyIdOrUri(concept, options.baseUrl))}` +
      `,"nodetype":"${nodeType}","hassubconcepts":${hasSubConcepts}` +
      `,"relationshiptype":${JSON.stringify(relationType)},"parentconcepts":[`
    );
  }

  /** The tasks of a concept, in reverse order for the stack. */
  function createTasks(relative: Relative, levelsBelow: number): Task[] {
    const { concept } = relative;
    const tasks: Task[] = [
      { leave: concept.id },
      '}',
      { concept, needsAllValues: true },
      '],"values":',
    ];
    const pushRelatives = (
      links: readonly ConceptLink[],
      toTask: (relative: Relative) => Task,
    ): void => {
      for (const [index, item] of sortRelatives(links).toReversed().entries()) {
        if (index > 0) tasks.push(',');
        tasks.push(toTask(item));
      }
    };
    if (levelsBelow > 0) {
      pushRelatives(concept.subConcepts, (nested) => ({ nested, levelsBelow: levelsBelow - 1 }));
    }
    tasks.push('],"subconcepts":[');
    if (options.includeRelatedConcepts) {
      pushRelatives(concept.relatedConcepts, (related) => ({ related }));
    }
    tasks.push('],"relatedconcepts":[');
    if (options.includeParentConcepts) {
      pushRelatives(concept.parentConcepts, (nested) => ({ nested, levelsBelow: 0 }));
    }
    tasks.push(writeHead(relative, concept.hasSubConcepts));
    return tasks;
  }

  function* generateFragments(): Generator<ConceptFragment> {
    /** The ancestors of the current concept in the document. */
    const ancestorIds = new Set<string>();
    const tasks: Task[] = [
      { nested: { concept: requestedConcept, relationType: '' }, levelsBelow: maxLevels },
    ];
    for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
      if (typeof task === 'string' || 'concept' in task) yield task;
      else if ('leave' in task) ancestorIds.delete(task.leave);
      else if ('related' in task) {
        const { concept } = task.related;
        yield `${writeHead(task.related, concept.hasSubConcepts)}${noRelatives},"values":`;
        yield { concept, needsAllValues: false };
        yield '}';
      } else if (ancestorIds.has(task.nested.concept.id)) {
        yield `${writeHead(task.nested, false)}${noRelatives},"values":[]}`;
      } else {
        if (ancestorIds.size === maxNesting) throw new ConceptTooDeep();
        ancestorIds.add(task.nested.concept.id);
        for (const newTask of createTasks(task.nested, task.levelsBelow)) tasks.push(newTask);
      }
    }
  }

  return {
    listFragments: generateFragments,
    write: writeValues,
    estimateSize: ({ concept: { size }, needsAllValues }) => {
      const count = needsAllValues ? size.values : size.labels;
      const bytes = needsAllValues ? size.valueBytes : size.labelBytes;
      return {
        bytes: 2 + bytes + count * valueOverhead.bytes,
        quotes: count * valueOverhead.quotes,
      };
    },
    // An unclosed object is invalid JSON anyway.
    abortText: '',
  };
}

const noRelatives = '],"relatedconcepts":[],"subconcepts":[]';
