import {
  APIGatewayClient,
  GetStageCommand,
  UpdateStageCommand,
  type MethodSetting,
  type PatchOperation,
} from '@aws-sdk/client-api-gateway';
import { CloudFormationClient, DescribeStackResourceCommand } from '@aws-sdk/client-cloudformation';

import { apiId } from '../../build/compiled-api.ts';
import { serviceStackName } from '../../settings/stack-names.ts';
import { DeploymentError } from './deployment-error.ts';

/** The number of changes in one call. */
const maxOperations = 50;

/** The settings of all methods that have none of their own. */
const allMethods = '*/*';

/**
 * Sets the limits of every method of the API to 0, so that API Gateway answers every request with 429. It changes nothing else and needs
 * no deployment, so the service stops within seconds.
 * @rule Deployment: How is a service stopped at once?
 * @returns the number of limits that were above 0
 * @throws DeploymentError if the stage is not deployed, or stays open
 */
export async function closeStage(stage: string, region: string): Promise<number> {
  const client = new APIGatewayClient({ region });
  const request = { restApiId: await readApiId(stage, region), stageName: stage };
  const operations = await listClosingOperations(client, request);
  for (let first = 0; first < operations.length; first += maxOperations) {
    const patchOperations = operations.slice(first, first + maxOperations);
    await client.send(new UpdateStageCommand({ ...request, patchOperations }));
  }
  if ((await listClosingOperations(client, request)).length > 0) {
    throw new DeploymentError(`Stage ${stage} still lets requests through. Close it again.`);
  }
  return operations.length;
}

async function readApiId(stage: string, region: string): Promise<string> {
  const request = { StackName: serviceStackName(stage), LogicalResourceId: apiId };
  try {
    const { StackResourceDetail } = await new CloudFormationClient({ region }).send(
      new DescribeStackResourceCommand(request),
    );
    if (StackResourceDetail?.PhysicalResourceId !== undefined) {
      return StackResourceDetail.PhysicalResourceId;
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DeploymentError(`The API of stage ${stage} cannot be found: ${reason}`, { cause });
  }
  throw new DeploymentError(`Stage ${stage} has no API: deploy it first.`);
}

/**
 * Lists the changes that close the stage. Paths are those of the stage's settings, in which `~1` stands for a slash of a path, such as
 * `~1ogc~1collections~1{first}~1items/GET`.
 */
async function listClosingOperations(
  client: APIGatewayClient,
  request: { readonly restApiId: string; readonly stageName: string },
): Promise<readonly PatchOperation[]> {
  const { methodSettings = {} } = await client.send(new GetStageCommand(request));
  const settingsByMethod: Readonly<Record<string, MethodSetting>> = {
    [allMethods]: {},
    ...methodSettings,
  };
  return Object.entries(settingsByMethod).flatMap(([method, settings]) => {
    const limits = {
      rateLimit: settings.throttlingRateLimit,
      burstLimit: settings.throttlingBurstLimit,
    };
    return Object.entries(limits)
      .filter(([, limit]) => limit !== 0)
      .map(([limit]) => ({
        op: 'replace' as const,
        path: `/${method}/throttling/${limit}`,
        value: '0',
      }));
  });
}
