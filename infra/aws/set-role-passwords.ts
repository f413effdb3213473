import * as z from 'zod';

import type { DataApi } from '../../lib/data-api/client.ts';
import { rawSql, sql, text } from '../../lib/data-api/sql.ts';
import { parseJsonOrUndefined } from '../../lib/http/request/request-body.ts';
import type { Secrets } from '../../lib/secrets/client.ts';

const loginSchema = z.object({ username: z.string().min(1), password: z.string().min(1) });

/** A secret does not have the name and the password of a database role. */
export class NotALogin extends Error {
  readonly code = 'not_a_login';

  constructor(secretId: string) {
    super(`The secret ${secretId} must be a JSON object with username and password.`);
  }
}

/**
 * Gives each database role the password of its secret, and lets it log in, so that the Data API can use it. It changes nothing else, and can
 * be repeated: after a secret has a new value, the role has the new password.
 * @param owner a client of the role that migrates the schema, which has created these roles
 * @param secretIds the secrets of infra/aws/database.yml except that of the owner
 * @returns the names of the roles
 * @throws NotALogin, before anything is changed
 */
export async function setRolePasswords(
  owner: DataApi,
  secrets: Pick<Secrets, 'read'>,
  secretIds: readonly string[],
): Promise<readonly string[]> {
  const logins = await Promise.all(
    secretIds.map(async (secretId) => {
      const login = loginSchema.safeParse(
        parseJsonOrUndefined((await secrets.read(secretId)) ?? ''),
      );
      if (!login.success) throw new NotALogin(secretId);
      return login.data;
    }),
  );
  await owner.transaction(async ({ execute }) => {
    for (const { username, password } of logins) {
      // `alter role` takes no parameters, and a password in its text could be logged.
      await execute(sql`select
  set_config('heritage.role', ${text(username)}, true),
  set_config('heritage.password', ${text(password)}, true)`);
      await execute(alterRole);
    }
  });
  return logins.map(({ username }) => username);
}

const alterRole = rawSql(`do $$
begin
  execute format(
    'alter role %I login password %L',
    current_setting('heritage.role'),
    current_setting('heritage.password')
  );
end
$$`);
