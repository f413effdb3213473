import type { Mutation } from './mutated.ts';
import { removed, renamedPredicate, saidTwice, wrongClass } from './node-mutations.ts';
import { anotherValue, noValue, wrongValue } from './value-mutations.ts';

/** Every kind of change, by the words for it in titles. */
export const mutations: Readonly<Record<string, Mutation>> = {
  'with another value': anotherValue,
  'without a value': noValue,
  'with a value of another kind': wrongValue,
  'without a node': removed,
  'with a duplicate of a node': saidTwice,
  'with an unknown predicate': renamedPredicate,
  'with an unknown class': wrongClass,
};
