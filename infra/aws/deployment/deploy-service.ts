import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';

import { serviceStackOf } from '../stack-names.ts';
import type { DeploymentTools, Variables } from './deployment-tools.ts';
import {
  describeStack,
  outputsOf,
  prepareStack,
  requiredOutput,
  type StackOutputs,
} from './stacks.ts';

/** The address that the service gets until its own address is known. */
const placeholderUrl = 'https://heritage.example.org';

/**
 * Deploys the stack of the service. Its public address is HDS_BASE_URL, otherwise that of the last deployment. Without either, it is
 * deployed twice: first to create the API, then with the address of the API.
 * @param variables environment variables that replace those of this process
 */
export async function deployService(
  stage: string,
  variables: Variables,
  client: CloudFormationClient,
  tools: Pick<DeploymentTools, 'deployService' | 'environment' | 'polling' | 'print'>,
): Promise<StackOutputs> {
  const { environment, polling, print } = tools;
  const stackName = serviceStackOf(stage);
  await prepareStack(client, stackName, polling);
  const readOutputs = async (): Promise<StackOutputs> =>
    outputsOf(await describeStack(client, stackName));
  const deployWithUrl = async (url: string): Promise<StackOutputs> => {
    print(`Stack ${stackName} with the address ${url} …`);
    await tools.deployService(stage, { ...variables, HDS_BASE_URL: url });
    print(`Stack ${stackName}: deployed`);
    return readOutputs();
  };
  const { BaseUrl: formerUrl } = await readOutputs();
  // After a failed first deployment, the stack can still have the placeholder.
  const keptUrl = formerUrl === placeholderUrl ? undefined : formerUrl;
  const knownUrl = environment['HDS_BASE_URL'] ?? keptUrl;
  const outputs = await deployWithUrl(knownUrl ?? placeholderUrl);
  if (knownUrl !== undefined) return outputs;
  print('HDS_BASE_URL is not set: the service gets the address of its API.');
  return deployWithUrl(ownUrlOf(outputs));
}

/** Returns the address of the API of the service, which a front may hide. */
export function ownUrlOf(serviceOutputs: StackOutputs): string {
  return requiredOutput(serviceOutputs, 'ServiceEndpoint');
}
