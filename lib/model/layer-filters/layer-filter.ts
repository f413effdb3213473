import type { DateRange } from '../datatypes/values/extended-date-ranges.ts';
import type { BoundingBox } from '../geojson/feature-query.ts';
import type { DateRelation, Place } from '../questions/question.ts';
import type { Column, Queryable } from './queryable.ts';

/** Which differences of texts a comparison leaves out. */
export type Folding = { readonly foldsCase: boolean; readonly foldsAccents: boolean };

/** What one of the texts of a column must be. */
export type TextTest =
  /** One of these texts. */
  | ({ readonly kind: 'equal'; readonly texts: readonly string[] } & Folding)
  /** A text like a pattern of LIKE. */
  | ({ readonly kind: 'like'; readonly pattern: string } & Folding)
  /** A text after or before others, in the order of code points. */
  | ({ readonly kind: 'between' } & Limits & Folding)
  /** A number within one of these ranges. */
  | { readonly kind: 'number'; readonly ranges: readonly Limits[] }
  /** A date of which some day, or each day, lies so to one of these ranges. */
  | {
      readonly kind: 'days';
      readonly ranges: readonly DateRange[];
      readonly relation: DateRelation;
    }
  /** A concept with one of these values, of which it is stored as one. */
  | {
      readonly kind: 'concept';
      readonly conceptIds: readonly string[];
      readonly valueIds: ReadonlySet<string>;
    };

/** The limits of a range as texts; null for none. */
export type Limits = {
  readonly lower: string | null;
  readonly upper: string | null;
  readonly includesLimits: boolean;
};

/** A filter of the features of a layer. It is true, false, or neither for a feature without values. */
export type LayerFilter =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly LayerFilter[] }
  | { readonly kind: 'not'; readonly part: LayerFilter }
  /** True unless the part is true. */
  | { readonly kind: 'none'; readonly part: LayerFilter }
  | { readonly kind: 'constant'; readonly isTrue: boolean }
  /** The feature shows a value. Never neither. */
  | { readonly kind: 'present'; readonly queryable: Queryable }
  | { readonly kind: 'value'; readonly queryable: Queryable; readonly test: TextTest }
  /** The part, which is about columns of one card, is true for the values of one tile. */
  | { readonly kind: 'same tile'; readonly column: Column; readonly part: LayerFilter }
  /** The feature has a geometry. Never neither. */
  | { readonly kind: 'located' }
  | PlaceFilter;

/** The geometry of the feature lies so to a place. */
export type PlaceFilter = {
  readonly kind: 'place';
  readonly place: Place;
  /** The box in degrees, if the geometry intersects one. */
  readonly box?: BoundingBox;
};

/** The parts directly within a filter. */
export function partsOf(filter: LayerFilter): readonly LayerFilter[] {
  if ('parts' in filter) return filter.parts;
  return 'part' in filter ? [filter.part] : [];
}

/** The places of a filter, in the order of their numbers. */
export function listPlaces(filter: LayerFilter): readonly PlaceFilter[] {
  return filter.kind === 'place' ? [filter] : partsOf(filter).flatMap(listPlaces);
}
