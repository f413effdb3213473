/**
 * Formats a count: `1 error`, `2 errors`.
 * @param plural only needed if it is not the singular with an s
 */
export function pluralize(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** Quotes a name for use in a shell command, if it needs quotes. */
export function quoteForShell(name: string): string {
  return /^[\w.@+-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}

/** Joins words with commas. @param emptyText the result for no words */
export function joinWords(words: readonly string[], emptyText: string): string {
  return words.join(', ') || emptyText;
}

/** Writes out accounts and groups for a sentence: `account anna`, `group Guest`. */
export function formatPrincipals({
  accounts,
  groups,
}: Readonly<Record<'accounts' | 'groups', readonly string[]>>): readonly string[] {
  return [...accounts.map((name) => `account ${name}`), ...groups.map((name) => `group ${name}`)];
}

export function indentLines(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}

/** Returns the sentence that lists the existing names, for an error about a name that does not exist. */
export function describeChoices(names: readonly string[]): string {
  return names.length === 0 ? 'There is none yet.' : `There are: ${names.join(', ')}.`;
}
