import {
  APIGatewayClient,
  CreateDeploymentCommand,
  CreateResourceCommand,
  GetResourcesCommand,
  GetStageCommand,
  PutIntegrationCommand,
  PutMethodCommand,
  UpdateStageCommand,
} from '@aws-sdk/client-api-gateway';
import {
  CloudFormationClient,
  CreateStackCommand,
  DescribeStackResourceCommand,
} from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { closeStage } from '../../../infra/aws/deployment/close-stage.ts';
import { serviceStackName } from '../../../infra/settings/stack-names.ts';
import { loadTemplate } from '../../gateway/emulator/load-packaged-service.ts';
import { startPythonMoto, type Moto } from '../../support/moto.ts';
import { installTemplateCheckers } from './template-checks/programs.ts';

const programs = await installTemplateCheckers();
const region = 'eu-west-1';
const stageName = 'first';

describe.skipIf(programs === undefined)('an API that is closed by a command', () => {
  let moto: Moto;
  let client: APIGatewayClient;
  let restApiId = '';

  beforeAll(async () => {
    moto = await startPythonMoto(`${programs}/python`);
    vi.stubEnv('AWS_ENDPOINT_URL', moto.url);
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
    client = new APIGatewayClient({ region });
    restApiId = await createApi();
    await setLimits(await listMethodsOfTemplate(), '5');
  }, 120_000);

  afterAll(async () => {
    vi.unstubAllEnvs();
    await moto?.close();
  });

  /** Creates the stack of a service that has only an API with one method. @returns the id of the API */
  async function createApi(): Promise<string> {
    const stacks = new CloudFormationClient({ region });
    const StackName = serviceStackName(stageName);
    const LogicalResourceId = 'ApiGatewayRestApi';
    const api = { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: StackName } };
    const TemplateBody = JSON.stringify({ Resources: { [LogicalResourceId]: api } });
    await stacks.send(new CreateStackCommand({ StackName, TemplateBody }));
    const { StackResourceDetail } = await stacks.send(
      new DescribeStackResourceCommand({ StackName, LogicalResourceId }),
    );
    const id = StackResourceDetail?.PhysicalResourceId ?? '';
    const { items = [] } = await client.send(new GetResourcesCommand({ restApiId: id }));
    const { id: resourceId } = await client.send(
      new CreateResourceCommand({ restApiId: id, parentId: items[0]?.id, pathPart: 'a' }),
    );
    const method = { restApiId: id, resourceId, httpMethod: 'GET' };
    await client.send(new PutMethodCommand({ ...method, authorizationType: 'NONE' }));
    await client.send(new PutIntegrationCommand({ ...method, type: 'MOCK' }));
    await client.send(new CreateDeploymentCommand({ restApiId: id, stageName }));
    return id;
  }

  /** The methods with limits of their own in the packaged template, as the settings of a stage name them. */
  async function listMethodsOfTemplate(): Promise<readonly string[]> {
    const { Resources } = await loadTemplate();
    const settings = Object(Resources['ApiGatewayStage']?.Properties)['MethodSettings'];
    return settings.map(
      ({ ResourcePath, HttpMethod }: { ResourcePath: string; HttpMethod: string }) =>
        `${ResourcePath.slice(1)}/${HttpMethod}`,
    );
  }

  async function setLimits(methods: readonly string[], value: string): Promise<void> {
    const patchOperations = methods.flatMap((method) =>
      ['rateLimit', 'burstLimit'].map((limit) => ({
        op: 'replace' as const,
        path: `/${method}/throttling/${limit}`,
        value,
      })),
    );
    await client.send(new UpdateStageCommand({ restApiId, stageName, patchOperations }));
  }

  const readLimits = async () => {
    const { methodSettings = {} } = await client.send(
      new GetStageCommand({ restApiId, stageName }),
    );
    return Object.entries(methodSettings).map(
      ([method, { throttlingRateLimit, throttlingBurstLimit }]) =>
        [method, throttlingRateLimit, throttlingBurstLimit] as const,
    );
  };

  it('has no limit above 0 left, also of methods with a variable in their path', async () => {
    const methods = await listMethodsOfTemplate();
    expect(methods.filter((method) => method.includes('{first}')).length).toBeGreaterThan(5);
    expect(await readLimits()).toHaveLength(methods.length);
    expect(await closeStage(stageName, region)).toBe(2 * methods.length);
    expect((await readLimits()).filter(([, rate, burst]) => rate !== 0 || burst !== 0)).toEqual([]);
  });

  it('stays closed if it is closed again, and a new limit is closed too', async () => {
    expect(await closeStage(stageName, region)).toBe(0);
    await setLimits(['~1ogc~1collections~1{first}/GET'], '1');
    expect(await closeStage(stageName, region)).toBe(2);
  });

  it('must belong to a stage that is deployed', async () => {
    await expect(closeStage('second', region)).rejects.toThrow(
      'The API of stage second cannot be found',
    );
  });
});
