import { parseScope, type Scope } from '../model/accounts/scope.ts';
import { InvalidRequest, InvalidScope } from './errors.ts';

/** The parameters of a request to an OAuth endpoint, each sent at most once (RFC 6749, section 3.2). */
export type OAuthParameters = {
  /** Undefined if the parameter is missing or empty. */
  readonly get: (name: string) => string | undefined;
  /** @throws InvalidRequest if the parameter is missing or empty */
  readonly require: (name: string) => string;
  /** @throws InvalidScope for an unknown scope */
  readonly readScope: () => readonly Scope[] | undefined;
};

/**
 * Reads the parameters of a request to an OAuth endpoint.
 * @throws InvalidRequest if one is repeated
 */
export function readOAuthParameters(
  fields: ReadonlyMap<string, readonly string[]>,
): OAuthParameters {
  const repeatedNames = [...fields].filter(([, values]) => values.length > 1).map(([name]) => name);
  if (repeatedNames.length > 0) {
    const shortNames = repeatedNames.slice(0, 5).map((name) => name.slice(0, 40));
    throw new InvalidRequest(
      `Send each parameter once. These were repeated: ${shortNames.join(', ')}.`,
    );
  }
  const get = (name: string): string | undefined => fields.get(name)?.[0] || undefined;
  return {
    get,
    require: (name) => {
      const value = get(name);
      if (value === undefined) throw new InvalidRequest(`Send the parameter ${name} in the body.`);
      return value;
    },
    readScope: () => {
      const text = get('scope');
      const scope = text === undefined ? undefined : parseScope(text);
      if (text !== undefined && scope === undefined) {
        throw new InvalidScope('The scopes are read and write. Request one of them, or both.');
      }
      return scope;
    },
  };
}
