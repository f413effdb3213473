/** The pages of a search, as the reference platform describes them. */
export type Paginator = {
  readonly current_page: number;
  readonly end_index: number;
  readonly has_next: boolean;
  readonly has_other_pages: boolean;
  readonly has_previous: boolean;
  readonly next_page_number: number | null;
  readonly pages: readonly (number | null)[];
  readonly previous_page_number: number | null;
  readonly start_index: number;
};

/** Describes a page. `pages` has the numbers of the first and last pages and of those around this one, and null for a gap. */
export function describePage(page: number, pageSize: number, total: number): Paginator {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const numbers = [...new Set([1, 2, page - 2, page - 1, page, page + 1, page + 2, last - 1, last])]
    .filter((number) => number >= 1 && number <= last)
    .toSorted((left, right) => left - right);
  return {
    current_page: page,
    has_next: page < last,
    has_previous: page > 1,
    has_other_pages: last > 1,
    next_page_number: page < last ? page + 1 : null,
    previous_page_number: page > 1 ? page - 1 : null,
    start_index: total === 0 ? 0 : (page - 1) * pageSize + 1,
    end_index: Math.min(page * pageSize, total),
    pages: numbers.flatMap((number, index) => {
      const before = numbers[index - 1];
      return before !== undefined && before + 1 < number ? [null, number] : [number];
    }),
  };
}
