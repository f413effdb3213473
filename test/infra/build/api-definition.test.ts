import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import ApiDefinition from '../../../infra/build/api-definition.ts';
import type { Resource } from '../../../infra/build/compiled-api.ts';
import type { Template } from '../../../infra/aws/packaging.ts';
import { loadTemplate } from '../../gateway/emulator/load-packaged-service.ts';

const apiReference = { RestApiId: { Ref: 'ApiGatewayRestApi' } };
const rootReference = { 'Fn::GetAtt': ['ApiGatewayRestApi', 'RootResourceId'] };

const part = (parent: unknown, text: string): Resource => ({
  Type: 'AWS::ApiGateway::Resource',
  Properties: { ...apiReference, ParentId: parent, PathPart: text },
});

const method = (httpMethod: string, id: unknown, changes: object = {}): Resource => ({
  Type: 'AWS::ApiGateway::Method',
  DependsOn: ['FirstLambdaPermissionApiGateway'],
  Properties: {
    ...apiReference,
    HttpMethod: httpMethod,
    ResourceId: id,
    AuthorizationType: 'NONE',
    ApiKeyRequired: false,
    RequestParameters: {},
    MethodResponses: [],
    Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: 'the call', ...changes },
  },
});

/** The resources of an API as the packager compiles them. */
const compileApi = (): Record<string, Resource> => ({
  ApiGatewayRestApi: {
    Type: 'AWS::ApiGateway::RestApi',
    Properties: {
      Name: 'service-first',
      BinaryMediaTypes: ['*/*'],
      MinimumCompressionSize: 1024,
      EndpointConfiguration: { Types: ['REGIONAL'] },
    },
  },
  Things: part(rootReference, 'things'),
  Thing: part({ Ref: 'Things' }, '{first}'),
  Root: method('ANY', rootReference),
  GetThing: method(
    'ANY',
    { Ref: 'Thing' },
    { TimeoutInMillis: 900_000, ResponseTransferMode: 'STREAM' },
  ),
  PutThing: method('PUT', { Ref: 'Thing' }),
  Lost: {
    Type: 'AWS::ApiGateway::GatewayResponse',
    Properties: {
      ...apiReference,
      ResponseType: 'MISSING_AUTHENTICATION_TOKEN',
      StatusCode: '404',
      ResponseParameters: { 'gatewayresponse.header.A': "'b'" },
      ResponseTemplates: { 'application/json': '{}' },
    },
  },
  FirstLambdaPermissionApiGateway: { Type: 'AWS::Lambda::Permission' },
  FirstLambdaPermissionEventsRule: { Type: 'AWS::Lambda::Permission' },
  Deployment: {
    Type: 'AWS::ApiGateway::Deployment',
    DependsOn: ['Root', 'GetThing', 'PutThing'],
    Properties: apiReference,
  },
});

function moveIntoBody(resources: Record<string, Resource>): Record<string, Resource> {
  const { hooks } = new ApiDefinition({
    service: { provider: { compiledCloudFormationTemplate: { Resources: resources } } },
  });
  for (const hook of Object.values(hooks)) hook();
  return resources;
}

const integration = {
  type: 'aws_proxy',
  httpMethod: 'POST',
  uri: 'the call',
  credentials: { 'Fn::GetAtt': ['ApiInvocationRole', 'Arn'] },
};
const parameters = [{ name: 'first', in: 'path', required: true, schema: { type: 'string' } }];

describe('the body of the API', () => {
  it('has all paths, methods and responses that the packager compiled', () => {
    const { ApiGatewayRestApi: api } = moveIntoBody(compileApi());
    expect(api?.Properties?.['Body']).toEqual({
      openapi: '3.0.1',
      info: { title: 'service-first', version: '1' },
      paths: {
        '/': {
          'x-amazon-apigateway-any-method': {
            responses: {},
            'x-amazon-apigateway-integration': integration,
          },
        },
        '/things/{first}': {
          'x-amazon-apigateway-any-method': {
            parameters,
            responses: {},
            'x-amazon-apigateway-integration': {
              ...integration,
              timeoutInMillis: 900_000,
              responseTransferMode: 'STREAM',
            },
          },
          put: { parameters, responses: {}, 'x-amazon-apigateway-integration': integration },
        },
      },
      'x-amazon-apigateway-binary-media-types': ['*/*'],
      'x-amazon-apigateway-minimum-compression-size': 1024,
      'x-amazon-apigateway-gateway-responses': {
        MISSING_AUTHENTICATION_TOKEN: {
          statusCode: '404',
          responseParameters: { 'gatewayresponse.header.A': "'b'" },
          responseTemplates: { 'application/json': '{}' },
        },
      },
    });
  });

  it('replaces the resources of its parts and the permissions of its functions', () => {
    const resources = moveIntoBody(compileApi());
    expect(Object.keys(resources)).toEqual([
      'ApiGatewayRestApi',
      'FirstLambdaPermissionEventsRule',
      'Deployment',
    ]);
    expect(resources['Deployment']?.DependsOn).toEqual([]);
  });

  it('replaces what the API had before, and fails rather than leave something out', () => {
    const { ApiGatewayRestApi: api } = moveIntoBody(compileApi());
    expect(api?.Properties).toMatchObject({
      Mode: 'overwrite',
      FailOnWarnings: true,
      Parameters: { endpointConfigurationTypes: 'REGIONAL' },
    });
  });

  it('cannot be written if a method has a property that it would lack', () => {
    const resources = compileApi();
    const { PutThing: put } = resources;
    resources['PutThing'] = {
      Type: 'AWS::ApiGateway::Method',
      Properties: { ...put?.Properties, AuthorizationType: 'AWS_IAM' },
    };
    expect(() => moveIntoBody(resources)).toThrow('AuthorizationType');
    resources['PutThing'] = method('PUT', { Ref: 'Thing' }, { RequestTemplates: {} });
    expect(() => moveIntoBody(resources)).toThrow('RequestTemplates');
  });
});

describe('the packaged stack', () => {
  let resources: Template['Resources'];

  beforeAll(async () => {
    ({ Resources: resources } = await loadTemplate());
  });

  it('costs one resource for each function, and under fifty for everything else', () => {
    const functions = Object.values(resources).filter(
      ({ Type }) => Type === 'AWS::Lambda::Function',
    );
    expect(functions.length).toBeGreaterThan(90);
    expect(Object.keys(resources).length - functions.length).toBeLessThan(50);
  });

  it('has a role with which API Gateway may call every function of the stage', () => {
    const schema = z.looseObject({
      AssumeRolePolicyDocument: z.looseObject({
        Statement: z.tuple([
          z.looseObject({
            Principal: z.object({ Service: z.literal('apigateway.amazonaws.com') }),
          }),
        ]),
      }),
      Policies: z.tuple([
        z.looseObject({
          PolicyDocument: z.looseObject({
            Statement: z.tuple([
              z.looseObject({
                Action: z.literal('lambda:InvokeFunction'),
                Resource: z.object({ 'Fn::Sub': z.string() }),
              }),
            ]),
          }),
        }),
      ]),
    });
    const { Policies } = schema.parse(resources['ApiInvocationRole']?.Properties);
    const pattern = Policies[0].PolicyDocument.Statement[0].Resource['Fn::Sub'];
    const [, prefix = 'none'] = /:function:([\w-]+)\*$/.exec(pattern) ?? [];
    const names = Object.values(resources)
      .filter(({ Type }) => Type === 'AWS::Lambda::Function')
      .map(({ Properties }) => String(Properties?.['FunctionName']));
    expect(names.filter((name) => !name.startsWith(prefix))).toEqual([]);
  });
});
