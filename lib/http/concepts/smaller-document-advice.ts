import type { ConceptOptions } from '../../serializers/concepts/concept-writer.ts';
import {
  estimateBytes,
  sizeUncertainty,
  type ConceptDocumentOptions,
  type ConceptWithRelatives,
} from './concept-document.ts';

type Change = Partial<
  Pick<ConceptOptions, 'includeParentConcepts' | 'includeRelatedConcepts' | 'depthLimit'>
>;

/** What can be left out, beginning with the smallest change. */
const changesBySize: readonly Change[] = [
  {},
  { includeRelatedConcepts: false },
  { includeParentConcepts: false },
  { includeRelatedConcepts: false, includeParentConcepts: false },
];

const maxSuggestions = 2;

/**
 * Suggests parameters that make a document small enough. The size with each suggestion is estimated.
 * @param concept with everything that the document contains, or with fewer levels
 * @param isCut whether the concept has more levels than `concept` contains
 */
export function smallerDocumentAdvice(
  concept: ConceptWithRelatives,
  form: ConceptDocumentOptions,
  isCut: boolean,
): string {
  const { options, limit } = form;
  const layers = layersBelow(concept);
  const fits = (other: Partial<ConceptOptions>): boolean =>
    estimateBytes(concept, { ...form, options: { ...options, ...other } }) * sizeUncertainty <=
    limit.maxBytes;
  const suggestions: Change[] = [];
  for (const change of changesBySize) {
    const isNothing =
      (change.includeRelatedConcepts === false && !options.includeRelatedConcepts) ||
      (change.includeParentConcepts === false && !options.includeParentConcepts);
    const smaller = isNothing ? undefined : fittingChange(change, options, { layers, isCut, fits });
    if (smaller !== undefined && !suggestions.some((suggestion) => contains(smaller, suggestion)))
      suggestions.push(smaller);
    if (suggestions.length === maxSuggestions) break;
  }
  if (suggestions.length === 0) return 'No parameter makes it small enough.';
  return `Send the request with ${suggestions.map(queryOf).join(', or with ')}.`;
}

type Trial = {
  readonly layers: number;
  readonly isCut: boolean;
  readonly fits: (other: Partial<ConceptOptions>) => boolean;
};

/** Adds the greatest depth limit that fits to a change. @returns undefined if even the concept alone is too large */
function fittingChange(
  change: Change,
  { includeSubConcepts, depthLimit }: ConceptOptions,
  { layers, isCut, fits }: Trial,
): Change | undefined {
  const fitsTo = (limit: number | undefined): boolean => fits({ ...change, depthLimit: limit });
  const isNamed = Object.keys(change).length > 0;
  if (isNamed && !isCut && fitsTo(depthLimit)) return change;
  if (!includeSubConcepts) return undefined;
  // Binary search: fewer levels always give a smaller document.
  let fitting = -1;
  let refused = Math.min(isCut ? layers + 1 : layers, depthLimit ?? Infinity);
  while (refused - fitting > 1) {
    const middle = Math.floor((fitting + refused) / 2);
    if (fitsTo(middle)) fitting = middle;
    else refused = middle;
  }
  return fitting === -1 ? undefined : { ...change, depthLimit: fitting };
}

/** Whether a change leaves out everything that the other change leaves out. */
function contains(change: Change, other: Change): boolean {
  return (
    (other.includeRelatedConcepts !== false || change.includeRelatedConcepts === false) &&
    (other.includeParentConcepts !== false || change.includeParentConcepts === false) &&
    (change.depthLimit ?? Infinity) <= (other.depthLimit ?? Infinity)
  );
}

function queryOf(change: Change): string {
  return [
    ...(change.depthLimit === undefined ? [] : [`depthlimit=${change.depthLimit}`]),
    ...(change.includeRelatedConcepts === false ? ['includerelatedconcepts=false'] : []),
    ...(change.includeParentConcepts === false ? ['includeparentconcepts=false'] : []),
  ].join('&');
}

/** Counts the levels below a concept. */
function layersBelow({ graph, top }: ConceptWithRelatives): number {
  const visited = new Set([top]);
  let layers = -1;
  for (let layer = [top]; layer.length > 0; layers += 1) {
    const below = layer.flatMap(({ subConcepts }) =>
      subConcepts.flatMap(({ conceptId }) => graph.get(conceptId) ?? []),
    );
    layer = [...new Set(below).difference(visited)];
    for (const one of layer) visited.add(one);
  }
  return layers;
}
