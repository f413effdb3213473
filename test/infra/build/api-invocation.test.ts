import { describe, expect, it } from 'vitest';

import ApiInvocation from '../../../infra/build/api-invocation.ts';
import { loadTemplate } from '../../gateway/emulator/load-packaged-service.ts';

type Resources = Record<
  string,
  { Type: string; DependsOn?: string | string[]; Properties?: Record<string, unknown> }
>;

const methodWith = (integration: object, permission: string): Resources[string] => ({
  Type: 'AWS::ApiGateway::Method',
  DependsOn: [permission, 'Other'],
  Properties: { Integration: { Type: 'AWS_PROXY', ...integration } },
});

describe('the API', () => {
  it('calls buffered functions with a role, and streaming ones with their permissions', () => {
    const resources: Resources = {
      Buffered: methodWith({}, 'FirstLambdaPermissionApiGateway'),
      Streamed: methodWith({ ResponseTransferMode: 'STREAM' }, 'SecondLambdaPermissionApiGateway'),
      FirstLambdaPermissionApiGateway: { Type: 'AWS::Lambda::Permission' },
      SecondLambdaPermissionApiGateway: { Type: 'AWS::Lambda::Permission' },
    };
    const { hooks } = new ApiInvocation({
      service: { provider: { compiledCloudFormationTemplate: { Resources: resources } } },
    });
    for (const hook of Object.values(hooks)) hook();
    expect(Object.keys(resources)).toEqual([
      'Buffered',
      'Streamed',
      'SecondLambdaPermissionApiGateway',
    ]);
    expect(resources['Buffered']).toMatchObject({
      DependsOn: ['Other'],
      Properties: {
        Integration: { Credentials: { 'Fn::GetAtt': ['ApiInvocationRole', 'Arn'] } },
      },
    });
    expect(JSON.stringify(resources['Streamed'])).not.toContain('Credentials');
  });

  it('has a role or a permission for each function, and refers to no missing resource', async () => {
    const { Resources } = await loadTemplate();
    const methods = Object.values(Resources).filter(
      ({ Type }) => Type === 'AWS::ApiGateway::Method',
    );
    const permissions = Object.keys(Resources).filter((id) => id.endsWith('PermissionApiGateway'));
    const withRole = methods.filter((method) =>
      JSON.stringify(method).includes('ApiInvocationRole'),
    );
    expect(withRole.length + permissions.length).toBeGreaterThanOrEqual(methods.length);
    expect(Object.keys(Resources)).toContain('ApiInvocationRole');
  });
});
