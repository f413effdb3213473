import type { CompiledGraph } from './compiled-graph.ts';

/**
 * Whether the tiles of a model hold texts by language. The releases that store them so name their models by language as well; older
 * ones have plain texts in both.
 */
export function storesTextsByLanguage({ name }: Pick<CompiledGraph, 'name'>): boolean {
  return typeof name !== 'string';
}
