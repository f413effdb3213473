import type { Mutation } from './mutated.ts';
import { removedNode, unknownPredicate, duplicatedNode, unknownClass } from './node-mutations.ts';
import { anotherValue, removedValue, invalidValue } from './value-mutations.ts';

/** Every kind of change, by its description in the titles of tests. */
export const mutations: Readonly<Record<string, Mutation>> = {
  'with another value': anotherValue,
  'without a value': removedValue,
  'with a value that is invalid for its node': invalidValue,
  'without a node': removedNode,
  'with a duplicate of a node': duplicatedNode,
  'with an unknown predicate': unknownPredicate,
  'with an unknown class': unknownClass,
};
