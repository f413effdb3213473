/** The scopes limit the actions that a token allows. The rights of the account are checked in SQL. */
export const scopes = ['read', 'write'] as const;
export type Scope = (typeof scopes)[number];

/**
 * Parses a scope parameter: words separated by spaces (RFC 6749, section 3.3).
 * @returns the scopes in the order of `scopes`, without duplicates; undefined if one is unknown or the text is
 * empty
 */
export function parseScope(text: string): readonly Scope[] | undefined {
  const words = text.split(' ').filter((word) => word !== '');
  const validScopes = scopes.filter((scope) => words.includes(scope));
  const isValid = words.every((word) => validScopes.some((scope) => scope === word));
  return isValid && validScopes.length > 0 ? validScopes : undefined;
}

/** Formats a scope as space-separated words. */
export function formatScope(scope: readonly Scope[]): string {
  return scope.join(' ');
}
