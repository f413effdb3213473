import type { CompiledGraph } from './compiled-graph.ts';

/**
 * Whether the tiles of a model store texts by language. In the releases that do so, models also have names by language.
 */
export function storesTextsByLanguage({ name }: Pick<CompiledGraph, 'name'>): boolean {
  return typeof name !== 'string';
}
