import type { Mutation } from './mutated.ts';
import { removed, renamedPredicate, saidTwice, wrongClass } from './node-mutations.ts';
import { anotherValue, noValue, wrongValue } from './value-mutations.ts';

/** Every kind of change, by what is done. */
export const mutations: Readonly<Record<string, Mutation>> = {
  'with another value': anotherValue,
  'without a value': noValue,
  'with a value of another kind': wrongValue,
  'without a node': removed,
  'with a node that is said twice': saidTwice,
  'with a predicate that the model has not': renamedPredicate,
  'with a class that the model has not': wrongClass,
};
