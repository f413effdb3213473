import type { Filter, FunctionCall } from '../filters/filter.ts';
import type { LayerFilter } from './layer-filter.ts';
import type { Queryable } from './queryable.ts';
import type { ToDegrees } from './spatial-filters.ts';

/** The concepts that a call of `below` names, with narrower ones. */
export type NamedConcepts = {
  readonly conceptIds: readonly string[];
  readonly valueIds: ReadonlySet<string>;
};

/** @returns undefined if the property of the call has no concepts */
export type ConceptLookup = (call: FunctionCall) => NamedConcepts | undefined;

/** What the parts of a filter need to be read. */
export type FilterContext = {
  /** @throws UnknownProperty */
  readonly require: (name: string) => Queryable;
  readonly findConcepts: ConceptLookup;
  readonly toDegrees: ToDegrees;
  readonly read: (filter: Filter) => LayerFilter;
};

/** A filter names a property that the layer does not have. */
export class UnknownProperty extends Error {
  readonly property: string;

  constructor(property: string) {
    super(property);
    this.property = property;
  }
}
