/** What a token may be used for, at most; what its account may do besides is decided in SQL. */
export const scopes = ['read', 'write'] as const;
export type Scope = (typeof scopes)[number];

/**
 * Reads a scope as it travels (RFC 6749, section 3.3): words between single spaces.
 * @returns the scopes in the order of `scopes`, each once; undefined when one of them is unknown, or there is none
 */
export function parseScope(text: string): readonly Scope[] | undefined {
  const words = text.split(' ').filter((word) => word !== '');
  const known = scopes.filter((scope) => words.includes(scope));
  const isAllKnown = words.every((word) => known.some((scope) => scope === word));
  return isAllKnown && known.length > 0 ? known : undefined;
}

/** A scope as it travels. */
export function formatScope(scope: readonly Scope[]): string {
  return scope.join(' ');
}
