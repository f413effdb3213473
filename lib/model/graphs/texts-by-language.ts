import type { CompiledGraph } from './compiled-graph.ts';

/**
 * Whether the tiles of a model store texts by language. The releases that do so also have model names by language.
 */
export function storesTextsByLanguage({ name }: Pick<CompiledGraph, 'name'>): boolean {
  return typeof name !== 'string';
}
