/**
 * A number with the name of what is counted, in the plural but for one: `1 error`, `2 errors`.
 * @param plural where it is more than the name with an s
 */
export function pluralize(amount: number, name: string, plural = `${name}s`): string {
  return `${amount} ${amount === 1 ? name : plural}`;
}

/** A name as it is typed on a command line: in quotes where it has spaces or the like. */
export function quoteForShell(name: string): string {
  return /^[\w.@+-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}
