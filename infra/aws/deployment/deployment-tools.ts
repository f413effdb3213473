import type { DataApi } from '../../../lib/data-api/client.ts';
import type { Secrets } from '../../../lib/secrets/client.ts';
import type { readAccount } from './account.ts';
import type { PollingOptions } from './stacks.ts';

/** Environment variables. A variable that is undefined is removed from the environment. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Everything that a deployment uses besides CloudFormation. Tests replace it. */
export type DeploymentTools = {
  readonly region: string;
  readonly readAccount: typeof readAccount;
  /** Opens the database as its owner. */
  readonly openDatabase: (clusterArn: string, database: string) => Promise<DataApi>;
  readonly secrets: Secrets;
  /** Packages and deploys the stack of the service. @param variables environment variables that replace those of this process */
  readonly deployService: (stage: string, variables: Variables) => Promise<void>;
  readonly makeFirstRequest: (url: string, expectedStatus: number) => Promise<number>;
  readonly print: (line: string) => void;
  readonly environment: Variables;
  readonly polling?: PollingOptions;
};
