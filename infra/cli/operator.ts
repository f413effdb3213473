import { userInfo } from 'node:os';

import type { ChangeAuthor } from '../../lib/model/accounts/access-change.ts';

/** The operator as the operating system knows it. */
export function localOperator(): ChangeAuthor {
  return { accountId: null, name: readUserName() };
}

function readUserName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, a user can have a number only.
    return `user ${process.getuid?.() ?? 'without a name'}`;
  }
}

/** The operator of a stage, also as AWS knows it. A change must not fail because AWS does not tell. */
export async function readStageOperator(region: string): Promise<ChangeAuthor> {
  // Loaded on demand: the AWS client is slow to load, and most commands do not need it.
  const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts');
  const { name } = localOperator();
  const abortSignal = AbortSignal.timeout(5000);
  const arn = await new STSClient({ region })
    .send(new GetCallerIdentityCommand(), { abortSignal })
    .then(
      (identity) => identity.Arn,
      () => undefined,
    );
  return { accountId: null, name: arn === undefined ? name : `${name}, ${arn}` };
}
