import path from 'node:path';

import { APIGatewayClient, GetResourcesCommand } from '@aws-sdk/client-api-gateway';
import {
  CloudFormationClient,
  CreateStackCommand,
  DescribeStackResourceCommand,
  GetTemplateCommand,
  UpdateStackCommand,
} from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { deployWithBaseUrl } from '../../../infra/aws/deployment/deploy-service.ts';
import { serviceStackName } from '../../../infra/settings/stack-names.ts';
import { startPythonMoto, type Moto } from '../../support/moto.ts';
import { installTemplateCheckers } from './template-checks/programs.ts';

const programs = await installTemplateCheckers();
const region = 'eu-west-1';
const polling = { interval: 0.1, limit: 60 };

const apiReference = { RestApiId: { Ref: 'ApiGatewayRestApi' } };

/** The parts of an API as the packager describes them. */
const apiParts = {
  ApiGatewayResourceThings: {
    Type: 'AWS::ApiGateway::Resource',
    Properties: {
      ...apiReference,
      ParentId: { 'Fn::GetAtt': ['ApiGatewayRestApi', 'RootResourceId'] },
      PathPart: 'things',
    },
  },
  ApiGatewayMethodThingsGet: {
    Type: 'AWS::ApiGateway::Method',
    Properties: {
      ...apiReference,
      ResourceId: { Ref: 'ApiGatewayResourceThings' },
      HttpMethod: 'GET',
      AuthorizationType: 'NONE',
      Integration: { Type: 'HTTP', IntegrationHttpMethod: 'GET', Uri: 'https://a.test' },
    },
  },
  NotFoundResponse: {
    Type: 'AWS::ApiGateway::GatewayResponse',
    Properties: { ...apiReference, ResponseType: 'DEFAULT_4XX' },
  },
};

const integration = {
  type: 'aws_proxy',
  httpMethod: 'POST',
  uri: 'arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/get/invocations',
  credentials: 'arn:aws:iam::123456789012:role/invoke',
};

/** A template without the parts of the API, which it describes in a body. */
const templateWithBody = {
  Resources: {
    ServerlessDeploymentBucket: { Type: 'AWS::S3::Bucket' },
    ApiGatewayRestApi: {
      Type: 'AWS::ApiGateway::RestApi',
      Properties: {
        Name: 'heritage',
        Body: {
          openapi: '3.0.1',
          paths: { '/things': { get: { 'x-amazon-apigateway-integration': integration } } },
        },
      },
    },
  },
  Outputs: {
    ServerlessDeploymentBucketName: { Value: { Ref: 'ServerlessDeploymentBucket' } },
    BaseUrl: { Value: 'https://heritage.test' },
  },
};

const templateWithParts = {
  ...templateWithBody,
  Resources: {
    ...templateWithBody.Resources,
    ApiGatewayRestApi: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'heritage' } },
    ...apiParts,
  },
};

describe.skipIf(programs === undefined)('a stage from before the body of the API', () => {
  let moto: Moto;
  let client: CloudFormationClient;

  beforeAll(async () => {
    const server = path.join(import.meta.dirname, 'template-checks/moto-with-stand-ins.py');
    moto = await startPythonMoto(`${programs}/python`, [server]);
    vi.stubEnv('AWS_ENDPOINT_URL', moto.url);
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
    client = new CloudFormationClient({ region });
  }, 120_000);

  afterAll(async () => {
    vi.unstubAllEnvs();
    await moto?.close();
  });

  const createStage = async (stage: string): Promise<void> => {
    const TemplateBody = JSON.stringify(templateWithParts);
    const StackName = serviceStackName(stage);
    await client.send(new CreateStackCommand({ StackName, TemplateBody }));
  };

  const updateToBody = async (stage: string): Promise<void> => {
    const TemplateBody = JSON.stringify(templateWithBody);
    const StackName = serviceStackName(stage);
    await client.send(new UpdateStackCommand({ StackName, TemplateBody }));
  };

  const readTemplate = async (stage: string): Promise<unknown> => {
    const StackName = serviceStackName(stage);
    const { TemplateBody = '' } = await client.send(new GetTemplateCommand({ StackName }));
    return JSON.parse(TemplateBody);
  };

  const readApi = async (stage: string) => {
    const request = {
      StackName: serviceStackName(stage),
      LogicalResourceId: 'ApiGatewayRestApi',
    };
    const { StackResourceDetail } = await client.send(new DescribeStackResourceCommand(request));
    const id = StackResourceDetail?.PhysicalResourceId;
    const { items = [] } = await new APIGatewayClient({ region }).send(
      new GetResourcesCommand({ restApiId: id }),
    );
    return { id, paths: items.map((item) => item.path ?? '').toSorted() };
  };

  /** Deploys the template with the body. @returns the template of the stack right before, and the printed lines */
  const deploy = async (stage: string) => {
    const lines: string[] = [];
    let preparedTemplate: unknown;
    await deployWithBaseUrl(stage, 'https://heritage.test', {}, client, {
      region,
      polling,
      print: (line) => void lines.push(line),
      deployService: async () => {
        preparedTemplate = await readTemplate(stage);
        await updateToBody(stage);
      },
    });
    return { preparedTemplate, lines };
  };

  it('would lose the paths that the body has just written, if its next template simply lacked their resources', async () => {
    await createStage('lost');
    expect((await readApi('lost')).paths).toEqual(['/', '/things']);
    await updateToBody('lost');
    expect((await readApi('lost')).paths).toEqual(['/']);
  });

  it('keeps its API and paths, because its parts are retained first', async () => {
    await createStage('first');
    const before = await readApi('first');
    const { preparedTemplate, lines } = await deploy('first');
    const retained = Object.entries(apiParts).map(([id, part]) => [
      id,
      { ...part, DeletionPolicy: 'Retain', Metadata: expect.any(Object) },
    ]);
    expect(preparedTemplate).toEqual({
      ...templateWithParts,
      Resources: { ...templateWithParts.Resources, ...Object.fromEntries(retained) },
    });
    expect(lines[0]).toContain('keeps its 3 paths, methods and responses');
    expect(await readTemplate('first')).toEqual(templateWithBody);
    expect(await readApi('first')).toEqual(before);
  });

  it('is prepared only once, also if the deployment after it is repeated', async () => {
    await createStage('repeated');
    await expect(
      deployWithBaseUrl('repeated', 'https://heritage.test', {}, client, {
        region,
        polling,
        print: () => undefined,
        deployService: async () => {
          throw new Error('The deployment failed.');
        },
      }),
    ).rejects.toThrow('The deployment failed.');
    for (const attempt of ['repetition', 'next deployment']) {
      const { lines } = await deploy('repeated');
      expect([attempt, lines.join('\n')]).toEqual([attempt, expect.not.stringContaining('keeps')]);
    }
    expect((await readApi('repeated')).paths).toEqual(['/', '/things']);
  });
});
