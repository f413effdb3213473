import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';

import { readConcurrency, type Concurrency } from './concurrency.ts';
import { DeploymentError } from './deployment-error.ts';

export type Account = {
  readonly id: string;
  readonly concurrency: Concurrency;
  /** Whether API Gateway may write access logs. */
  readonly hasLoggingRole: boolean;
};

/**
 * Reads what a deployment has to know about the account.
 * @param ownFunctions the functions of the stage that can have a reservation, by their names in AWS
 * @throws DeploymentError if there are no valid credentials
 */
export async function readAccount(
  region: string,
  ownFunctions: readonly string[],
): Promise<Account> {
  const identity = await new STSClient({ region })
    .send(new GetCallerIdentityCommand())
    .catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new DeploymentError(
        `AWS accepts no credentials: ${reason.replace(/\.$/, '')}. Sign in with \`aws sso login\`, or set AWS_PROFILE.`,
        { cause },
      );
    });
  const { cloudwatchRoleArn = '' } = await new APIGatewayClient({ region }).send(
    new GetAccountCommand(),
  );
  return {
    id: identity.Account ?? '',
    concurrency: await readConcurrency(new LambdaClient({ region }), ownFunctions),
    hasLoggingRole: cloudwatchRoleArn !== '',
  };
}
