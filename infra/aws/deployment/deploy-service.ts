import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';

import { serviceStackName } from '../stack-names.ts';
import type { DeploymentTools, Variables } from './deployment-tools.ts';
import {
  describeStack,
  toStackOutputs,
  cleanUpFailedStack,
  requireOutput,
  type StackOutputs,
} from './stacks.ts';

/** The base URL of the first deployment, until the address of the API is known. */
const placeholderUrl = 'https://heritage.example.org';

/**
 * Deploys the stack of the service. Its base URL is HDS_BASE_URL, or else that of the last deployment. Without either, the stack is
 * deployed twice: first to create the API, then with the address of the API as base URL.
 * @param variables environment variables that replace those of this process
 */
export async function deployWithBaseUrl(
  stage: string,
  variables: Variables,
  client: CloudFormationClient,
  tools: Pick<DeploymentTools, 'deployService' | 'environment' | 'polling' | 'print'>,
): Promise<StackOutputs> {
  const { environment, polling, print } = tools;
  const stackName = serviceStackName(stage);
  await cleanUpFailedStack(client, stackName, polling);
  const readOutputs = async (): Promise<StackOutputs> =>
    toStackOutputs(await describeStack(client, stackName));
  const deployWithUrl = async (url: string): Promise<StackOutputs> => {
    print(`Stack ${stackName} with the address ${url} …`);
    await tools.deployService(stage, { ...variables, HDS_BASE_URL: url });
    print(`Stack ${stackName}: deployed`);
    return readOutputs();
  };
  const { BaseUrl: formerUrl } = await readOutputs();
  // If the first deployment failed, the stack can still have the placeholder.
  const deployedUrl = formerUrl === placeholderUrl ? undefined : formerUrl;
  const knownUrl = environment['HDS_BASE_URL'] ?? deployedUrl;
  const outputs = await deployWithUrl(knownUrl ?? placeholderUrl);
  if (knownUrl !== undefined) return outputs;
  print('HDS_BASE_URL is not set: the address of the API becomes the base URL.');
  return deployWithUrl(requireApiUrl(outputs));
}

/** Returns the address of the API, which differs from the public address if there is a front. */
export function requireApiUrl(serviceOutputs: StackOutputs): string {
  return requireOutput(serviceOutputs, 'ServiceEndpoint');
}
