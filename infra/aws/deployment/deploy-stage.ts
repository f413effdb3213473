import { CloudFormationClient } from '@aws-sdk/client-cloudformation';

import type { DataApi } from '../../../lib/data-api/client.ts';
import type { Secrets } from '../../../lib/secrets/client.ts';
import { storeDatabaseSettings } from '../../cli/run-command.ts';
import { upgradeDatabase } from '../../schema/upgrade-database.ts';
import { ensureSigningKey } from '../../signing-keys.ts';
import { setRolePasswords } from '../set-role-passwords.ts';
import { accountStack, alarmsStackOf, databaseStackOf, serviceStackOf } from '../stack-names.ts';
import { readStackTemplate } from '../stack-templates.ts';
import type { readAccount } from './account.ts';
import { checkConcurrency, listStreamingFunctions } from './concurrency.ts';
import { DeploymentError } from './deployment-error.ts';
import type { DeploymentOptions } from './options.ts';
import {
  applyStack,
  describeStack,
  outputsOf,
  prepareStack,
  type PollingOptions,
  type StackOutputs,
  type StackRequest,
} from './stacks.ts';

type Variables = Readonly<Record<string, string | undefined>>;

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

/** The address that the service gets until its own address is known. */
const placeholderUrl = 'https://heritage.example.org';

/**
 * Creates or updates a stage. Each step is safe to repeat, so after an error, repeat the same command.
 * @returns the public address of the service
 * @throws DeploymentError
 */
export async function deployStage(
  { stage, keepSchema, isClosed, database, alarms }: DeploymentOptions,
  tools: DeploymentTools,
): Promise<string> {
  const { region, secrets, print, polling } = tools;
  const client = new CloudFormationClient({ region });
  const apply = async (
    name: 'account' | 'database' | 'alarms',
    stackName: string,
    parameters: Readonly<Record<string, string>>,
  ): Promise<StackOutputs> => {
    print(`Stack ${stackName} …`);
    const request = { name: stackName, template: await readStackTemplate(name), parameters };
    const { change, outputs } = await applyStack(
      client,
      name === 'database' ? protectCluster(request) : request,
      polling,
    );
    print(`Stack ${stackName}: ${change}`);
    return outputs;
  };

  const streamingFunctions = await listStreamingFunctions(stage);
  const account = await tools.readAccount(region, streamingFunctions);
  print(`Account ${account.id}, region ${region}, stage ${stage}`);
  const { lines, canReserve } = checkConcurrency(
    account.concurrency,
    streamingFunctions.length,
    tools.environment['HDS_STREAM_CONCURRENCY'],
  );
  lines.forEach(print);
  if (!account.hasLoggingRole) await apply('account', accountStack, {});

  const databaseOutputs = await apply('database', databaseStackOf(stage), {
    Stage: stage,
    ...database,
  });
  const owner = await openDatabase(requiredOutput(databaseOutputs, 'ClusterArn'), tools);
  if (keepSchema) print('Migrations: skipped');
  else await migrate(owner, print);
  const roles = await setRolePasswords(owner, secrets, roleSecretsOf(databaseOutputs));
  print(`Passwords set: ${roles.join(', ')}`);

  const variables: Variables = {
    ...(canReserve ? {} : { HDS_STREAM_CONCURRENCY: undefined }),
    ...(isClosed ? { HDS_NIGHTLY: 'off', HDS_EXPORT: 'off' } : {}),
    HDS_CLOSED: isClosed ? 'on' : 'off',
  };
  const settings: Variables = { ...tools.environment, ...variables };
  const serviceStack = serviceStackOf(stage);
  await prepareStack(client, serviceStack, polling);
  const readOutputs = async (): Promise<StackOutputs> =>
    outputsOf(await describeStack(client, serviceStack));
  const deployService = async (url: string): Promise<StackOutputs> => {
    print(`Stack ${serviceStack} with the address ${url} …`);
    await tools.deployService(stage, { ...variables, HDS_BASE_URL: url });
    print(`Stack ${serviceStack}: deployed`);
    return readOutputs();
  };
  const ownUrlOf = (outputs: StackOutputs): string => requiredOutput(outputs, 'ServiceEndpoint');
  const configuredUrl = tools.environment['HDS_BASE_URL'] ?? (await readOutputs())['BaseUrl'];
  let serviceOutputs = await deployService(configuredUrl ?? placeholderUrl);
  if (serviceOutputs['BaseUrl'] === placeholderUrl && configuredUrl === undefined) {
    print('HDS_BASE_URL is not set: the service gets the address of its API.');
    serviceOutputs = await deployService(ownUrlOf(serviceOutputs));
  }

  await ensureSigningKey({
    data: owner,
    secrets,
    secretId: requiredOutput(serviceOutputs, 'SigningKeySecretArn'),
  });
  print('Signing key: exists');
  await apply('alarms', alarmsStackOf(stage), {
    Stage: stage,
    ClusterIdentifier: requiredOutput(databaseOutputs, 'ClusterIdentifier'),
    RotationFunctionName: requiredOutput(databaseOutputs, 'RotationFunctionName'),
    MaximumCapacity: requiredOutput(databaseOutputs, 'MaximumCapacity'),
    Concurrency: String(account.concurrency.quota),
    IsNightly: settings['HDS_NIGHTLY'] ?? 'on',
    IsExporting: settings['HDS_EXPORT'] ?? 'on',
    ...alarms,
  });
  const baseUrl = requiredOutput(serviceOutputs, 'BaseUrl');
  // Behind a front, the service refuses requests to its own address.
  const hasFront = (settings['HDS_FRONT_SECRET_HASHES'] ?? '') !== '';
  const firstUrl = hasFront ? baseUrl : ownUrlOf(serviceOutputs);
  const milliseconds = await tools.makeFirstRequest(firstUrl, isClosed ? 429 : 200);
  print(
    isClosed
      ? 'Closed: every request gets 429, and no schedule runs. To open the stage, deploy without --closed.'
      : `First request: answered in ${milliseconds} ms`,
  );
  return baseUrl;
}

/** Protects the cluster from replacement and, after its creation, from deletion. A failed creation has to be able to delete it. */
function protectCluster(request: StackRequest): StackRequest {
  return {
    ...request,
    parameters: { ...request.parameters, DeletionProtection: 'true' },
    creationParameters: { DeletionProtection: 'false' },
    irreplaceable: ['Cluster'],
  };
}

async function migrate(owner: DataApi, print: (line: string) => void): Promise<void> {
  print('Migrations …');
  const changes = await upgradeDatabase(owner, print);
  print(changes.length === 0 ? 'Migrations: up to date' : `Migrations: ${changes.length} applied`);
  (await storeDatabaseSettings({ owner })).forEach(print);
}

async function openDatabase(clusterArn: string, tools: DeploymentTools): Promise<DataApi> {
  return tools.openDatabase(clusterArn).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DeploymentError(`The database cannot be opened. ${reason}`, { cause });
  });
}

/** The secrets of database roles. */
function roleSecretsOf(outputs: StackOutputs): readonly string[] {
  return Object.keys(outputs)
    .filter((name) => name.endsWith('SecretArn'))
    .map((name) => requiredOutput(outputs, name));
}

function requiredOutput(outputs: StackOutputs, name: string): string {
  const value = outputs[name];
  if (value === undefined) throw new DeploymentError(`A stack lacks the output ${name}.`);
  return value;
}
