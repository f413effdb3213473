import { CloudFormationClient } from '@aws-sdk/client-cloudformation';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { storeDatabaseSettings } from '../../cli/instance/store-database-settings.ts';
import { readSettings, type Settings } from '../../../lib/settings.ts';
import { storeSettings, type StageSettings } from '../../settings/stored-settings.ts';
import { upgradeDatabase } from '../../schema/upgrade-database.ts';
import { ensureSigningKey } from '../../cli/signing-keys.ts';
import { setRolePasswords } from '../set-role-passwords.ts';
import {
  accountStackName,
  alarmsStackName,
  databaseStackName,
} from '../../settings/stack-names.ts';
import { readStackTemplate } from '../stack-templates.ts';
import type { AwsAccount } from './account.ts';
import { evaluateConcurrency, listStreamingFunctions } from './concurrency.ts';
import { deployWithBaseUrl, requireApiUrl } from './deploy-service.ts';
import { DeploymentError } from './deployment-error.ts';
import type { DeploymentTools, Variables } from './deployment-tools.ts';
import type { DeploymentOptions } from './options.ts';
import { prepareStageSettings, toVariables } from './stage-settings.ts';
import { applyStack, requireOutput, type StackOutputs, type StackRequest } from './stacks.ts';

/**
 * Creates or updates a stage. Each step can be repeated, so after an error the operator can repeat the same command.
 * @rule Deployment: What does a deployment do, and in which order?
 * @returns the public address of the service
 * @throws DeploymentError
 */
export async function deployStage(
  options: DeploymentOptions,
  tools: DeploymentTools,
): Promise<string> {
  const { stage, isClosed } = options;
  const client = new CloudFormationClient({ region: tools.region });
  const stageSettings = await prepareStageSettings(options, client, tools);
  const { account, canReserve } = await readDeploymentAccount(stage, stageSettings, tools);
  if (!account.hasLoggingRole) await applyTemplate('account', accountStackName, {}, client, tools);

  const parameters = { Stage: stage, ...options.database };
  const stackName = databaseStackName(stage);
  const databaseOutputs = await applyTemplate('database', stackName, parameters, client, tools);
  const owner = await prepareDatabase(databaseOutputs, options, readSettings(stageSettings), tools);

  const variables = { ...toVariables(stageSettings), ...chooseVariables(canReserve, isClosed) };
  const baseUrl = stageSettings['HDS_BASE_URL'];
  const serviceOutputs = await deployWithBaseUrl(stage, baseUrl, variables, client, tools);
  const deployedUrl = requireOutput(serviceOutputs, 'BaseUrl');
  await storeSettings(stage, tools.region, { ...stageSettings, HDS_BASE_URL: deployedUrl });
  const secretId = requireOutput(serviceOutputs, 'SigningKeySecretArn');
  await ensureSigningKey({ dataApi: owner, secrets: tools.secrets, secretId });
  tools.print('Signing key: exists');

  const alarmParameters = toAlarmParameters(options, databaseOutputs, account, variables);
  await applyTemplate('alarms', alarmsStackName(stage), alarmParameters, client, tools);
  await reportFirstRequest(serviceOutputs, variables, isClosed, tools);
  return deployedUrl;
}

/** Reads the account, and tells the operator whether its quota allows the reservations for streams. */
async function readDeploymentAccount(
  stage: string,
  stageSettings: StageSettings,
  { region, readAccount, print }: DeploymentTools,
): Promise<{ readonly account: AwsAccount; readonly canReserve: boolean }> {
  const streamingFunctions = await listStreamingFunctions(stage);
  const account = await readAccount(region, streamingFunctions);
  print(`Account ${account.id}, region ${region}, stage ${stage}`);
  const { lines, canReserve } = evaluateConcurrency(
    account.concurrency,
    streamingFunctions.length,
    stageSettings['HDS_STREAM_CONCURRENCY'],
  );
  for (const line of lines) print(line);
  return { account, canReserve };
}

async function applyTemplate(
  templateName: 'account' | 'database' | 'alarms',
  stackName: string,
  parameters: Readonly<Record<string, string>>,
  client: CloudFormationClient,
  { print, polling }: DeploymentTools,
): Promise<StackOutputs> {
  print(`Stack ${stackName} …`);
  const request = { name: stackName, template: await readStackTemplate(templateName), parameters };
  const { change, outputs } = await applyStack(
    client,
    templateName === 'database' ? protectCluster(request) : request,
    polling,
  );
  print(`Stack ${stackName}: ${change}`);
  return outputs;
}

/** Opens the database as its owner, migrates it, and sets the passwords of its roles. */
async function prepareDatabase(
  outputs: StackOutputs,
  { keepSchema }: DeploymentOptions,
  settings: Settings,
  tools: DeploymentTools,
): Promise<DataApi> {
  const { print, secrets } = tools;
  const owner = await openOwnerDatabase(requireOutput(outputs, 'ClusterArn'), settings, tools);
  if (keepSchema) print('Migrations: skipped');
  else await migrate(owner, settings, print);
  const roles = await setRolePasswords(owner, secrets, listRoleSecrets(outputs));
  print(`Passwords set: ${roles.join(', ')}`);
  return owner;
}

/** Returns the environment variables that the deployment sets itself. */
function chooseVariables(canReserve: boolean, isClosed: boolean): Variables {
  return {
    ...(canReserve ? {} : { HDS_STREAM_CONCURRENCY: undefined }),
    ...(isClosed ? { HDS_NIGHTLY: 'off', HDS_EXPORT: 'off' } : {}),
    HDS_CLOSED: isClosed ? 'on' : 'off',
  };
}

function toAlarmParameters(
  { stage, alarms }: DeploymentOptions,
  databaseOutputs: StackOutputs,
  { concurrency }: AwsAccount,
  settings: Variables,
): Readonly<Record<string, string>> {
  return {
    Stage: stage,
    ClusterIdentifier: requireOutput(databaseOutputs, 'ClusterIdentifier'),
    RotationFunctionName: requireOutput(databaseOutputs, 'RotationFunctionName'),
    MaximumCapacity: requireOutput(databaseOutputs, 'MaximumCapacity'),
    Concurrency: String(concurrency.quota),
    IsNightly: settings['HDS_NIGHTLY'] ?? 'on',
    IsExporting: settings['HDS_EXPORT'] ?? 'on',
    ...alarms,
  };
}

async function reportFirstRequest(
  outputs: StackOutputs,
  settings: Variables,
  isClosed: boolean,
  { makeFirstRequest, print }: DeploymentTools,
): Promise<void> {
  // Behind a front, the service refuses requests to its own address.
  const hasFront = (settings['HDS_FRONT_SECRET_HASHES'] ?? '') !== '';
  const url = hasFront ? requireOutput(outputs, 'BaseUrl') : requireApiUrl(outputs);
  const milliseconds = await makeFirstRequest(url, isClosed ? 429 : 200);
  print(
    isClosed
      ? 'Closed: every request gets 429, and no schedule runs. To open the stage, deploy without --closed.'
      : `First request: answered in ${milliseconds} ms`,
  );
}

/** Protects the cluster from replacement and, once it exists, from deletion. A cluster whose creation fails must be deletable. */
function protectCluster(request: StackRequest): StackRequest {
  return {
    ...request,
    parameters: { ...request.parameters, DeletionProtection: 'true' },
    creationParameters: { DeletionProtection: 'false' },
    irreplaceableResources: ['Cluster'],
  };
}

async function migrate(
  owner: DataApi,
  settings: Settings,
  print: (line: string) => void,
): Promise<void> {
  print('Migrations …');
  const changes = await upgradeDatabase(owner, print);
  print(changes.length === 0 ? 'Migrations: up to date' : `Migrations: ${changes.length} applied`);
  for (const warning of await storeDatabaseSettings({ owner }, settings)) print(warning);
}

async function openOwnerDatabase(
  clusterArn: string,
  { database }: Settings,
  tools: DeploymentTools,
): Promise<DataApi> {
  return tools.openDatabase(clusterArn, database).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DeploymentError(`The database cannot be opened. ${reason}`, { cause });
  });
}

/** Lists the ARNs of the secrets of database roles. */
function listRoleSecrets(outputs: StackOutputs): readonly string[] {
  return Object.keys(outputs)
    .filter((name) => name.endsWith('SecretArn'))
    .map((name) => requireOutput(outputs, name));
}
