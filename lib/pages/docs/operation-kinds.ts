import type { DocsOperation } from '../../http/description/docs-groups.ts';

/** Whether every request needs an access token. */
export const needsToken = ({ security }: DocsOperation): boolean =>
  security.some((requirement) => 'bearer' in requirement) && !isOptional(security);

/** Whether the operation is a page for browsers, or one of its forms. */
export const needsSession = ({ security }: DocsOperation): boolean =>
  security.some((requirement) => 'session' in requirement);

/** Whether a request without credentials is possible. */
export const isOptional = (security: DocsOperation['security']): boolean =>
  security.some((requirement) => Object.keys(requirement).length === 0);

/** The scope of the token, if the operation reads tokens. */
export const scopeOf = ({ security }: DocsOperation): string | undefined =>
  security.flatMap((requirement) => requirement['oauth2'] ?? [])[0];

export const hasDryRun = ({ parameters }: DocsOperation): boolean =>
  parameters.some(({ name }) => name === 'dry_run');

/**
 * What the page can send: reads, also with POST, and writes that have a dry run. It cannot undo other writes, and must not ask for passwords
 * and secrets.
 */
export function tryKind(operation: DocsOperation): 'read' | 'write' | undefined {
  if (needsSession(operation)) return undefined;
  if (hasDryRun(operation)) return 'write';
  if (operation.method === 'GET') return 'read';
  const fields = operation.requestBody?.contents.flatMap((content) => content.fields) ?? [];
  const hasSecret = fields.some(({ name }) => name === 'password');
  return scopeOf(operation) === 'read' && !hasSecret ? 'read' : undefined;
}
