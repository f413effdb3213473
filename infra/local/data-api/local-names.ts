import { databaseRoles, type DatabaseRole } from '../database/database.ts';

export const localClusterArn = 'arn:aws:rds:eu-west-1:000000000000:cluster:heritage-local';

export const localDatabaseName = 'heritage';

/** The secret that makes calls run as a role. */
export function localSecretArn(role: DatabaseRole): string {
  return `arn:aws:secretsmanager:eu-west-1:000000000000:secret:heritage-local-${role}`;
}

export const localSigningKeySecretArn =
  'arn:aws:secretsmanager:eu-west-1:000000000000:secret:heritage-local-signing-key';

/** Finds the role of a secret. */
export function findRoleOfSecret(secretArn: string): DatabaseRole | undefined {
  return databaseRoles.find((role) => localSecretArn(role) === secretArn);
}
