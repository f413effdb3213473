/** Where a part of a filter is: the position of its first character in the text, from 0, or its JSON Pointer. */
export type FilterPlace =
  | { readonly in: 'text'; readonly position: number }
  | { readonly in: 'json'; readonly pointer: string };

/** Why a text or JSON is no filter. The message is one or more sentences, which say what to do. */
export type FilterProblem = { readonly message: string; readonly place: FilterPlace };

export type FilterResult<Filter> =
  | { readonly kind: 'filter'; readonly filter: Filter }
  | { readonly kind: 'problem'; readonly problem: FilterProblem };

/** Ends the reading of a filter. Readers turn it into a result. */
export class FilterRefusal extends Error {
  readonly place: FilterPlace;

  constructor(message: string, place: FilterPlace) {
    super(message);
    this.place = place;
  }
}

/** @returns the filter, or the problem that ended its reading */
export function resultOf<Filter>(read: () => Filter): FilterResult<Filter> {
  try {
    return { kind: 'filter', filter: read() };
  } catch (error) {
    if (!(error instanceof FilterRefusal)) throw error;
    const { message, place } = error;
    return { kind: 'problem', problem: { message, place } };
  }
}
