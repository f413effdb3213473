import { isObject } from '../../lib/model/datatypes/values/json-values.ts';
import type { Resource } from './api-stage.ts';

/** The part of the packager (Serverless Framework) that this plug-in uses. */
type Serverless = {
  readonly service: {
    readonly provider: {
      readonly compiledCloudFormationTemplate: { readonly Resources: Record<string, Resource> };
    };
  };
};

/** The ending of the ids of the permissions that the packager declares, one for each function. */
const permissionSuffix = 'LambdaPermissionApiGateway';

/**
 * A packager plug-in that lets the API call functions with one role, instead of a permission for each function, because a stack
 * can have at most 500 resources (ADR 074). Streaming functions keep their permissions.
 */
export default class ApiInvocation {
  readonly hooks: Readonly<Record<string, () => void>>;

  constructor({ service }: Serverless) {
    this.hooks = {
      'before:aws:package:finalize:saveServiceState': () => {
        const resources = service.provider.compiledCloudFormationTemplate.Resources;
        const replacedIds = Object.values(resources).flatMap((resource) => callWithRole(resource));
        for (const id of replacedIds) delete resources[id];
      },
    };
  }
}

/**
 * Lets a method call its function with the role. Methods of functions that stream, and other resources, do not change.
 * @returns the ids of the permissions that are no longer needed
 */
function callWithRole(resource: Resource): readonly string[] {
  const integration = resource.Properties?.['Integration'];
  const isBuffered =
    resource.Type === 'AWS::ApiGateway::Method' &&
    isObject(integration) &&
    integration['Type'] === 'AWS_PROXY' &&
    integration['ResponseTransferMode'] !== 'STREAM';
  if (!isBuffered) return [];
  const dependencies = [resource.DependsOn ?? []].flat();
  const permissionIds = dependencies.filter((id) => id.endsWith(permissionSuffix));
  resource.Properties = {
    ...resource.Properties,
    Integration: {
      ...integration,
      Credentials: { 'Fn::GetAtt': ['ApiInvocationRole', 'Arn'] },
    },
  };
  resource.DependsOn = dependencies.filter((id) => !permissionIds.includes(id));
  return permissionIds;
}
