import { createScramVerifier } from './scram-verifier.ts';

export type RoleLogin = { readonly username: string; readonly password: string };

/**
 * Parses the secret of a database role. It does so without zod, because the bundle of the function that rotates passwords must fit
 * into a template.
 * @throws Error whose message does not contain the secret
 */
export function parseRoleLogin(text = ''): RoleLogin {
  const { username, password }: Readonly<Record<string, unknown>> = Object(parseJson(text));
  if (
    typeof username === 'string' &&
    typeof password === 'string' &&
    /^heritage_[a-z_]+$/.test(username) &&
    /^[!-~]{16,128}$/.test(password)
  ) {
    return { username, password };
  }
  throw new Error('The secret of a database role needs a username heritage_… and a password.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the SQL that lets a role log in with a password. It has no parameters, because PostgreSQL allows none in `alter role`. */
export function createAlterRoleSql({ username, password }: RoleLogin): string {
  return `alter role ${username} login password '${createScramVerifier(password)}'`;
}
