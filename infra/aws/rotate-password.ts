import { randomBytes } from 'node:crypto';

import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';

import { readOwnerSecretArn } from '../cli/owner-secret.ts';
import { createAlterRoleSql, parseRoleLogin, type RoleLogin } from './role-password.ts';

/** The event with which Secrets Manager invokes the function, once for each step. */
export type RotationEvent = {
  readonly Step: string;
  readonly SecretId: string;
  /** The id of the new version of the secret. */
  readonly ClientRequestToken: string;
};

const secrets = new SecretsManagerClient({
  requestHandler: { requestTimeout: 2000, throwOnRequestTimeout: true, connectionTimeout: 2000 },
});
const dataApi = new RDSDataClient({ maxAttempts: 8 });

/**
 * Replaces the password of a database role, in the four steps of Secrets Manager. After an error, Secrets Manager repeats all steps,
 * so each step can be repeated.
 *
 * The second step gives the role the pending password, and then makes the version with that password the current one. Between these
 * two calls the role cannot log in, because the Data API reads only the current version. This takes milliseconds and only delays
 * callers, because functions retry refused calls for five seconds (lib/data-api/retry-while-waking.ts). If the second call fails, the
 * role gets the current password back. If that fails too, the role cannot log in until the rotation is repeated.
 * @rule Deployment: How do database roles get their passwords?
 */
export async function handler({
  Step,
  SecretId,
  ClientRequestToken,
}: RotationEvent): Promise<void> {
  const { VersionIdsToStages: labelsByVersion = {} } = await secrets.send(
    new DescribeSecretCommand({ SecretId }),
  );
  const labels = labelsByVersion[ClientRequestToken] ?? [];
  const isCurrent = labels.includes('AWSCURRENT');
  switch (Step) {
    case 'createSecret':
      if (!isCurrent) await createVersion(SecretId, ClientRequestToken);
      return;
    case 'setSecret': {
      // With the password of any other version, the role could no longer log in.
      if (!isCurrent && !labels.includes('AWSPENDING')) {
        throw new Error('The version of the secret is neither pending nor current.');
      }
      const login = await readLogin(SecretId, ClientRequestToken);
      await setPassword(login);
      if (isCurrent) return;
      await makeCurrent(
        SecretId,
        ClientRequestToken,
        Object.keys(labelsByVersion).find((id) => labelsByVersion[id]?.includes('AWSCURRENT')),
      );
      // Set again, because a deployment may have set the former password in between (infra/aws/set-role-passwords.ts).
      await setPassword(login);
      return;
    }
    case 'testSecret':
      // When the rotation is configured, Secrets Manager runs only this step, before the role exists.
      if (isCurrent) await execute(SecretId, 'select 1');
      return;
    case 'finishSecret':
      if (!isCurrent) throw new Error('The new version of the secret is not the current one.');
      return;
    default:
      throw new Error(`Unknown step ${Step}.`);
  }
}

/** Makes a version of a secret the current one. If that fails, sets the password of the current version again. */
async function makeCurrent(
  SecretId: string,
  MoveToVersionId: string,
  RemoveFromVersionId: string | undefined,
): Promise<void> {
  const change = { SecretId, VersionStage: 'AWSCURRENT', MoveToVersionId, RemoveFromVersionId };
  try {
    await secrets.send(new UpdateSecretVersionStageCommand(change));
  } catch (error) {
    // The current version is read again: if only the answer was lost, the new version is current, and its password must stay.
    await setPassword(await readLogin(SecretId));
    throw error;
  }
}

async function setPassword(login: RoleLogin): Promise<void> {
  const ownerSecretArn = await readOwnerSecretArn(requireSetting('HDS_CLUSTER_ARN'));
  await execute(ownerSecretArn, createAlterRoleSql(login));
}

/** Creates the pending version of a secret with a new password, if no earlier call has done so. */
async function createVersion(SecretId: string, ClientRequestToken: string): Promise<void> {
  try {
    await readLogin(SecretId, ClientRequestToken);
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    const login = {
      ...(await readLogin(SecretId)),
      password: randomBytes(30).toString('base64url'),
    };
    await secrets.send(
      new PutSecretValueCommand({
        SecretId,
        ClientRequestToken,
        SecretString: JSON.stringify(login),
        VersionStages: ['AWSPENDING'],
      }),
    );
  }
}

/** Reads a version of a secret, by default the current one. @throws ResourceNotFoundException if it has no value */
async function readLogin(SecretId: string, VersionId?: string): Promise<RoleLogin> {
  const version = VersionId === undefined ? { VersionStage: 'AWSCURRENT' } : { VersionId };
  const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId, ...version }));
  return parseRoleLogin(SecretString);
}

async function execute(secretArn: string, sql: string): Promise<void> {
  const resourceArn = requireSetting('HDS_CLUSTER_ARN');
  const database = requireSetting('HDS_DATABASE');
  for (let retriesLeft = 20; ; retriesLeft -= 1) {
    try {
      await dataApi.send(new ExecuteStatementCommand({ resourceArn, secretArn, database, sql }));
      return;
    } catch (error) {
      if (
        retriesLeft === 0 ||
        !(error instanceof Error) ||
        error.name !== 'DatabaseResumingException'
      ) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 4000));
    }
  }
}

function requireSetting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}
