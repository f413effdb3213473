import type { DataApi } from '../../lib/data-api/client.ts';
import { rawSql } from '../../lib/data-api/sql.ts';
import type { Secrets } from '../../lib/secrets/client.ts';
import { createAlterRoleSql, parseRoleLogin } from './role-password.ts';

/**
 * Gives database roles the passwords in their secrets, and lets them log in. If a rotation replaces a secret at the same time, the
 * new password is set.
 * @rule Deployment: How do database roles get their passwords?
 * @param owner the Data API with the role that owns the database
 * @param secretIds the ids of the secrets of the roles
 * @returns the names of the roles
 */
export async function setRolePasswords(
  owner: DataApi,
  secrets: Secrets,
  secretIds: readonly string[],
): Promise<readonly string[]> {
  const names: string[] = [];
  for (const secretId of secretIds) {
    let secret = await secrets.read(secretId);
    for (let storedSecret; secret !== storedSecret; secret = await secrets.read(secretId)) {
      storedSecret = secret;
      await owner.write(rawSql(createAlterRoleSql(parseRoleLogin(secret))));
    }
    names.push(parseRoleLogin(secret).username);
  }
  return names;
}
