/** A number with the name of what is counted, in the plural but for one: `1 error`, `2 errors`. */
export function counted(amount: number, name: string): string {
  return `${amount} ${name}${amount === 1 ? '' : 's'}`;
}

/** A name as it is typed on a command line: in quotes where it has spaces or the like. */
export function quoted(name: string): string {
  return /^[\w.@+-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}
