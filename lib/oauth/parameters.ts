import { fieldOf, parseForm, UnreadableForm, type FormFields } from '../http/request/form.ts';
import { readScope, type Scope } from '../model/accounts/scope.ts';
import { InvalidRequest, InvalidScope } from './errors.ts';

/** The parameters of a request to an OAuth endpoint: each came once, in the body (RFC 6749, section 3.2). */
export type OAuthParameters = {
  /** The value of a parameter; undefined when it is absent or empty. */
  readonly get: (name: string) => string | undefined;
  /** @throws InvalidRequest when the parameter is absent or empty */
  readonly require: (name: string) => string;
  /** The scope asked for. @throws InvalidScope for one that is unknown */
  readonly scope: () => readonly Scope[] | undefined;
};

/**
 * Reads the parameters of a request to an OAuth endpoint.
 * @param body decoded text
 * @param contentType of the request
 * @throws InvalidRequest when the body is no form, or a parameter came twice
 * @throws NotUtf8
 */
export function oauthParameters(
  body: string | undefined,
  contentType: string | undefined,
): OAuthParameters {
  const fields = formFields(body, contentType);
  const repeated = [...fields].filter(([, values]) => values.length > 1).map(([name]) => name);
  if (repeated.length > 0) {
    const named = repeated.slice(0, 5).map((name) => name.slice(0, 40));
    throw new InvalidRequest(`Send each parameter once; more than once came: ${named.join(', ')}.`);
  }
  const get = (name: string): string | undefined => fieldOf(fields, name);
  return {
    get,
    require: (name) => {
      const value = get(name);
      if (value === undefined) throw new InvalidRequest(`Send the parameter ${name} in the body.`);
      return value;
    },
    scope: () => {
      const asked = get('scope');
      const scope = asked === undefined ? undefined : readScope(asked);
      if (asked !== undefined && scope === undefined) {
        throw new InvalidScope('The scopes are: read, write. Ask for one of them, or both.');
      }
      return scope;
    },
  };
}

function formFields(body: string | undefined, contentType: string | undefined): FormFields {
  try {
    return parseForm(body, contentType);
  } catch (error) {
    if (error instanceof UnreadableForm) throw new InvalidRequest(error.message);
    throw error;
  }
}
