import type { DataApi } from '../../../lib/data-api/client.ts';
import type { Secrets } from '../../../lib/secrets/client.ts';
import type { readAccount } from './account.ts';
import type { PollingOptions } from './stacks.ts';

/** Environment variables. Those that are undefined are removed. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What a deployment uses besides CloudFormation. */
export type DeploymentTools = {
  readonly region: string;
  readonly readAccount: typeof readAccount;
  /** Opens the database as its owner. */
  readonly openDatabase: (clusterArn: string) => Promise<DataApi>;
  readonly secrets: Secrets;
  /** Packages and deploys the stack of the service. @param variables environment variables that replace those of this process */
  readonly deployService: (stage: string, variables: Variables) => Promise<void>;
  readonly makeFirstRequest: (url: string, expectedStatus: number) => Promise<number>;
  readonly print: (line: string) => void;
  readonly environment: Variables;
  readonly polling?: PollingOptions;
};
