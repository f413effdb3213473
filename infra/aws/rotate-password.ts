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

import { alterRoleText, parseRoleLogin, type RoleLogin } from './role-password.ts';

/** What Secrets Manager calls the function with, once for each step. */
export type RotationEvent = {
  readonly Step: string;
  readonly SecretId: string;
  /** The id of the new version of the secret. */
  readonly ClientRequestToken: string;
};

const secrets = new SecretsManagerClient();
const data = new RDSDataClient({ maxAttempts: 8 });

/**
 * Replaces the password of a database role, in the four steps of Secrets Manager. Each step can be repeated. The second step also makes the new version
 * the current one: the Data API logs in with the current version, so between the two calls its logins fail, and this takes
 * milliseconds instead of the time between two steps.
 */
export async function handler({
  Step,
  SecretId,
  ClientRequestToken,
}: RotationEvent): Promise<void> {
  const { VersionIdsToStages: versions = {} } = await secrets.send(
    new DescribeSecretCommand({ SecretId }),
  );
  const isCurrent = versions[ClientRequestToken]?.includes('AWSCURRENT') === true;
  switch (Step) {
    case 'createSecret':
      if (!isCurrent) await createVersion(SecretId, ClientRequestToken);
      return;
    case 'setSecret':
      if (isCurrent) return;
      await execute(
        requiredSetting('HDS_OWNER_SECRET_ARN'),
        alterRoleText(await readLogin(SecretId, ClientRequestToken)),
      );
      await secrets.send(
        new UpdateSecretVersionStageCommand({
          SecretId,
          VersionStage: 'AWSCURRENT',
          MoveToVersionId: ClientRequestToken,
          RemoveFromVersionId: Object.keys(versions).find((id) =>
            versions[id]?.includes('AWSCURRENT'),
          ),
        }),
      );
      return;
    case 'testSecret':
      // Secrets Manager also tries this step alone when the rotation is configured, before the role exists.
      if (isCurrent) await execute(SecretId, 'select 1');
      return;
    case 'finishSecret':
      if (!isCurrent) throw new Error('The new version of the secret is not the current one.');
      return;
    default:
      throw new Error(`Unknown step ${Step}.`);
  }
}

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
  const resourceArn = requiredSetting('HDS_CLUSTER_ARN');
  const database = requiredSetting('HDS_DATABASE');
  for (let waits = 20; ; waits -= 1) {
    try {
      await data.send(new ExecuteStatementCommand({ resourceArn, secretArn, database, sql }));
      return;
    } catch (error) {
      if (waits === 0 || !(error instanceof Error) || error.name !== 'DatabaseResumingException') {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 4000));
    }
  }
}

function requiredSetting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}
