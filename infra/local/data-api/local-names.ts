import type { DatabaseRole } from '../database/database.ts';

/** The one cluster that the emulator has. */
export const localClusterArn = 'arn:aws:rds:eu-west-1:000000000000:cluster:heritage-local';

/** The one database of it. */
export const localDatabaseName = 'heritage';

/** The secret with which calls run as a role. */
export function localSecretArn(role: DatabaseRole): string {
  return `arn:aws:secretsmanager:eu-west-1:000000000000:secret:heritage-local-${role}`;
}

/** The secret with the private key that signs access tokens. */
export const localSigningKeySecretArn =
  'arn:aws:secretsmanager:eu-west-1:000000000000:secret:heritage-local-signing-key';

const roles: readonly DatabaseRole[] = ['owner', 'service', 'reader'];

/** The role of a secret; undefined for a secret that the emulator does not have. */
export function findRoleOfSecret(secretArn: string): DatabaseRole | undefined {
  return roles.find((role) => localSecretArn(role) === secretArn);
}
