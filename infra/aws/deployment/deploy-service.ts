import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';

import { serviceStackName } from '../../settings/stack-names.ts';
import type { DeploymentTools, Variables } from './deployment-tools.ts';
import { retainApiParts } from './retain-api-parts.ts';
import {
  describeStack,
  toStackOutputs,
  cleanUpFailedStack,
  requireOutput,
  type StackOutputs,
} from './stacks.ts';

/** The base URL of the first deployment, until the address of the API is known. The name belongs to nobody (RFC 2606). */
const placeholderUrl = 'https://address-of-the-api.invalid';

/**
 * Deploys the stack of the service. Without a base URL, the address of the API becomes the base URL; if there is no API yet, the stack is
 * deployed twice: first to create the API, then with its address.
 * @param baseUrl the public address; undefined for that of the API
 * @param variables environment variables that replace those of this process
 */
export async function deployWithBaseUrl(
  stage: string,
  baseUrl: string | undefined,
  variables: Variables,
  client: CloudFormationClient,
  tools: Pick<DeploymentTools, 'deployService' | 'polling' | 'print' | 'region'>,
): Promise<StackOutputs> {
  const { polling, print } = tools;
  const stackName = serviceStackName(stage);
  const formerStack = await cleanUpFailedStack(client, stackName, polling);
  await retainApiParts(stage, formerStack, client, tools);
  const deployWithUrl = async (url: string, description = `the address ${url}`) => {
    print(`Stack ${stackName} with ${description} …`);
    await tools.deployService(stage, { ...variables, HDS_BASE_URL: url });
    print(`Stack ${stackName}: deployed`);
    return toStackOutputs(await describeStack(client, stackName));
  };
  const knownUrl = baseUrl ?? toStackOutputs(formerStack)['ServiceEndpoint'];
  if (knownUrl !== undefined) return deployWithUrl(knownUrl);
  const outputs = await deployWithUrl(placeholderUrl, 'an address that is not known yet');
  print('HDS_BASE_URL is not set: the address of the API becomes the base URL.');
  return deployWithUrl(requireApiUrl(outputs));
}

/** Returns the address of the API, which differs from the public address if there is a front. */
export function requireApiUrl(serviceOutputs: StackOutputs): string {
  return requireOutput(serviceOutputs, 'ServiceEndpoint');
}
