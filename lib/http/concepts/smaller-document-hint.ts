import type { ConceptOptions } from '../../serializers/concepts/concept-writer.ts';
import {
  estimateBytes,
  sizeUncertainty,
  type ConceptDocumentOptions,
  type ConceptWithRelatives,
} from './concept-document.ts';

/** Parameters that make a document smaller. */
type Change = Partial<
  Pick<ConceptOptions, 'includeParentConcepts' | 'includeRelatedConcepts' | 'depthLimit'>
>;

/** What can be left out, beginning with the smallest change. With `{}`, only the depth is limited. */
const changesBySize: readonly Change[] = [
  {},
  { includeRelatedConcepts: false },
  { includeParentConcepts: false },
  { includeRelatedConcepts: false, includeParentConcepts: false },
];

const maxSuggestions = 2;

/**
 * Suggests parameters that make a document small enough. The size with each suggestion is estimated.
 * @rule Thesaurus: What is advised where a document is too large?
 * @param concept with everything that the document contains, or with fewer levels
 * @param isCut whether `concept` contains only some of the levels of the document
 */
export function smallerDocumentHint(
  concept: ConceptWithRelatives,
  documentOptions: ConceptDocumentOptions,
  isCut: boolean,
): string {
  const { options, limit } = documentOptions;
  const levels = countLevelsBelow(concept);
  const fits = (overrides: Partial<ConceptOptions>): boolean =>
    estimateBytes(concept, { ...documentOptions, options: { ...options, ...overrides } }) *
      sizeUncertainty <=
    limit.maxBytes;
  const suggestions: Change[] = [];
  for (const change of changesBySize) {
    const isAlreadyExcluded =
      (change.includeRelatedConcepts === false && !options.includeRelatedConcepts) ||
      (change.includeParentConcepts === false && !options.includeParentConcepts);
    const fittingChange = isAlreadyExcluded
      ? undefined
      : findFittingChange(change, options, { levels, isCut, fits });
    if (
      fittingChange !== undefined &&
      !suggestions.some((suggestion) => excludesAllOf(fittingChange, suggestion))
    )
      suggestions.push(fittingChange);
    if (suggestions.length === maxSuggestions) break;
  }
  if (suggestions.length === 0) return 'No parameter makes it small enough.';
  return `Send the request with ${suggestions.map(toQuery).join(', or with ')}.`;
}

type SizeCheck = {
  readonly levels: number;
  readonly isCut: boolean;
  readonly fits: (overrides: Partial<ConceptOptions>) => boolean;
};

/**
 * Adds to a change the greatest depth limit with which the document is small enough.
 * @returns undefined if even the concept alone is too large
 */
function findFittingChange(
  change: Change,
  { includeSubConcepts, depthLimit }: ConceptOptions,
  { levels, isCut, fits }: SizeCheck,
): Change | undefined {
  const fitsWithDepth = (limit: number | undefined): boolean =>
    fits({ ...change, depthLimit: limit });
  const leavesOutConcepts = Object.keys(change).length > 0;
  if (leavesOutConcepts && !isCut && fitsWithDepth(depthLimit)) return change;
  if (!includeSubConcepts) return undefined;
  // Binary search: fewer levels always give a smaller document.
  let largestFitting = -1;
  let smallestTooLarge = Math.min(isCut ? levels + 1 : levels, depthLimit ?? Infinity);
  while (smallestTooLarge - largestFitting > 1) {
    const middle = Math.floor((largestFitting + smallestTooLarge) / 2);
    if (fitsWithDepth(middle)) largestFitting = middle;
    else smallestTooLarge = middle;
  }
  return largestFitting === -1 ? undefined : { ...change, depthLimit: largestFitting };
}

/** Whether a change leaves out everything that the other change leaves out. */
function excludesAllOf(change: Change, otherChange: Change): boolean {
  return (
    (otherChange.includeRelatedConcepts !== false || change.includeRelatedConcepts === false) &&
    (otherChange.includeParentConcepts !== false || change.includeParentConcepts === false) &&
    (change.depthLimit ?? Infinity) <= (otherChange.depthLimit ?? Infinity)
  );
}

function toQuery(change: Change): string {
  return [
    ...(change.depthLimit === undefined ? [] : [`depthlimit=${change.depthLimit}`]),
    ...(change.includeRelatedConcepts === false ? ['includerelatedconcepts=false'] : []),
    ...(change.includeParentConcepts === false ? ['includeparentconcepts=false'] : []),
  ].join('&');
}

/** Counts the levels below a concept. */
function countLevelsBelow({ graph, top }: ConceptWithRelatives): number {
  const visited = new Set([top]);
  let levels = -1;
  for (let level = [top]; level.length > 0; levels += 1) {
    const levelBelow = level.flatMap(({ subConcepts }) =>
      subConcepts.flatMap(({ conceptId }) => graph.get(conceptId) ?? []),
    );
    level = [...new Set(levelBelow).difference(visited)];
    for (const concept of level) visited.add(concept);
  }
  return levels;
}
