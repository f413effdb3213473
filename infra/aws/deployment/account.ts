import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';

import { readConcurrency, type Concurrency } from './concurrency.ts';
import { DeploymentError } from './deployment-error.ts';

export type AwsAccount = {
  readonly id: string;
  readonly concurrency: Concurrency;
  /** Whether API Gateway may write access logs. */
  readonly hasLoggingRole: boolean;
};

/**
 * Reads the properties of the AWS account on which a deployment depends.
 * @param ownFunctions the names in AWS of those functions of the stage that can have reserved concurrency
 * @throws DeploymentError if AWS does not say to which account the credentials belong
 */
export async function readAccount(
  region: string,
  ownFunctions: readonly string[],
): Promise<AwsAccount> {
  const id = await readAccountId(region);
  const { cloudwatchRoleArn = '' } = await new APIGatewayClient({ region }).send(
    new GetAccountCommand(),
  );
  return {
    id,
    concurrency: await readConcurrency(new LambdaClient({ region }), ownFunctions),
    hasLoggingRole: cloudwatchRoleArn !== '',
  };
}

async function readAccountId(region: string): Promise<string> {
  try {
    const { Account: id } = await new STSClient({ region }).send(new GetCallerIdentityCommand());
    if (id !== undefined) return id;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DeploymentError(
      `The AWS account cannot be read: ${reason.replace(/\.$/, '')}. If the credentials are missing or expired, sign in with \`aws sso login\`, or set AWS_PROFILE.`,
      { cause },
    );
  }
  throw new DeploymentError('AWS reports no account for these credentials: set AWS_PROFILE.');
}
