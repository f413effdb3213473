/* The part of the library edtf that tests use; it has no types of its own. */
declare module 'edtf' {
  /**
   * Parses a text of the Extended Date/Time Format (ISO 8601-2:2019, annex A).
   * @param constraints the highest level of the format, and the kinds of date
   * @throws Error if the text is not in the format
   */
  export function parse(
    text: string,
    constraints: {
      readonly level: 0 | 1 | 2;
      readonly types: readonly ('Date' | 'Year' | 'Season' | 'Interval' | 'Set' | 'List')[];
    },
  ): unknown;
}
