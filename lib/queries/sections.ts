import { plain, sql, type Statement } from '../data-api/sql.ts';

/** How an answer of several kinds of things is written and read: each text is one part, under the name of its section. */
export type Sections<Name extends string> = {
  /**
   * A section of the answer.
   * @param rows a query of two columns: the place within the section (bigint, unique, below 10^12), and the text
   * @returns a query of parts as readParts takes them, to be joined to those of other sections by `union all`
   */
  readonly rows: (name: Name, rows: Statement) => Statement;
  /** The texts of each section, in the order of their places. */
  readonly read: (parts: readonly string[]) => (name: Name) => readonly string[];
};

/** An answer in sections, in this order. @param names words without spaces */
export function sectionsOf<Name extends string>(...names: readonly Name[]): Sections<Name> {
  return {
    rows: (name, rows) => sql`select
      ${plain(`${names.indexOf(name)}000000000000`)}::bigint + r.place as position,
      ${plain(`'${name} '`)} || r.text as part
    from (${rows}) r (place, text)`,
    read: (parts) => {
      const texts = Map.groupBy(parts, (part) => part.slice(0, part.indexOf(' ')));
      return (name) => (texts.get(name) ?? []).map((part) => part.slice(name.length + 1));
    },
  };
}
