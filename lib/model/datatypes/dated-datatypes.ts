import { builtInDatatypes } from './registry.ts';

/** The names of the datatypes whose values are searched by days. */
export const datedDatatypes: readonly string[] = builtInDatatypes
  .filter(({ searchedBy }) => searchedBy === 'days')
  .map(({ name }) => name);
