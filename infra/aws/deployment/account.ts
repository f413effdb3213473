import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';

import { DeploymentError } from './deployment-error.ts';

export type Account = {
  readonly id: string;
  /** Functions that may run at once in the account and region. */
  readonly concurrency: number;
  /** Whether API Gateway may write access logs. */
  readonly hasLoggingRole: boolean;
};

/** The quota of most accounts. A new one may have ten. */
const usualConcurrency = 1000;

/** Lambda leaves at least this many to functions without a reservation. */
const minimumUnreserved = 100;

/** Functions that stream, of which each has a reservation: at most this many. */
const streamingFunctions = 10;

/** Reads what a deployment depends on. @throws DeploymentError if there are no valid credentials */
export async function readAccount(region: string): Promise<Account> {
  const identity = await new STSClient({ region })
    .send(new GetCallerIdentityCommand())
    .catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new DeploymentError(
        `AWS accepts no credentials: ${reason.replace(/\.$/, '')}. Sign in with \`aws sso login\`, or set AWS_PROFILE.`,
        { cause },
      );
    });
  const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand());
  const { cloudwatchRoleArn = '' } = await new APIGatewayClient({ region }).send(
    new GetAccountCommand(),
  );
  return {
    id: identity.Account ?? '',
    concurrency: AccountLimit?.ConcurrentExecutions ?? usualConcurrency,
    hasLoggingRole: cloudwatchRoleArn !== '',
  };
}

/**
 * Says what the quota of an account does not allow.
 * @param reserved functions that each streaming function reserves (HDS_STREAM_CONCURRENCY); undefined reserves none
 * @returns lines for the operator, and whether the reservation is possible
 */
export function checkConcurrency(
  concurrency: number,
  reserved: string | undefined,
): { readonly lines: readonly string[]; readonly canReserve: boolean } {
  const canReserve =
    reserved === undefined ||
    concurrency - streamingFunctions * Number(reserved) >= minimumUnreserved;
  const lines = [`Lambda runs at most ${concurrency} functions at once in this account.`];
  if (!canReserve) {
    lines.push(
      'Left off: HDS_STREAM_CONCURRENCY, because Lambda keeps 100 for other functions. A few slow downloads can use up the account.',
    );
  }
  if (concurrency < usualConcurrency) {
    lines.push(
      `Ask for ${usualConcurrency} in Service Quotas (AWS Lambda, Concurrent executions) before you let the public in.`,
    );
  }
  return { lines, canReserve };
}
