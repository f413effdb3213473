import type { DataApi } from '../../lib/data-api/client.ts';
import { rawSql } from '../../lib/data-api/sql.ts';
import type { Secrets } from '../../lib/secrets/client.ts';
import { alterRoleText, parseRoleLogin } from './role-password.ts';

/**
 * Lets database roles log in with the passwords of their secrets. If a rotation replaces a secret meanwhile, its new password is set.
 * @param owner the Data API as the owner of the database
 * @param secretIds the secrets of the roles
 * @returns the names of the roles
 */
export async function setRolePasswords(
  owner: DataApi,
  secrets: Secrets,
  secretIds: readonly string[],
): Promise<readonly string[]> {
  const names: string[] = [];
  for (const secretId of secretIds) {
    let text = await secrets.read(secretId);
    for (let previous; text !== previous; text = await secrets.read(secretId)) {
      previous = text;
      await owner.write(rawSql(alterRoleText(parseRoleLogin(text))));
    }
    names.push(parseRoleLogin(text).username);
  }
  return names;
}
