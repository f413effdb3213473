import {
  GetTemplateCommand,
  UpdateStackCommand,
  type CloudFormationClient,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';

import { describesApi } from '../../build/compiled-api.ts';
import { serviceStackName } from '../../settings/stack-names.ts';
import type { DeploymentTools } from './deployment-tools.ts';
import { requireOutput, toStackOutputs, waitForStack } from './stacks.ts';

const templateSchema = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), DeletionPolicy: z.string().optional() }),
  ),
});

type StackTemplate = z.output<typeof templateSchema>;

/**
 * Prepares a stack whose template describes its API by one resource for each path, method and response, as all did before the API got a
 * body (ADR 074). The next template has none of these resources, so CloudFormation would delete them after the update: perhaps the very
 * paths that the body has just defined. This would show only after the next deployment, which copies the API as it is then. So the stack
 * is updated with its present template first, in which these resources are retained. Any other stack does not change.
 * @rule Deployment: How does a stage from before the body of the API keep its paths?
 * @throws DeploymentError with the first error of a resource
 */
export async function retainApiParts(
  stage: string,
  stack: Stack | undefined,
  client: CloudFormationClient,
  { region, polling, print }: Pick<DeploymentTools, 'region' | 'polling' | 'print'>,
): Promise<void> {
  if (stack === undefined) return;
  const name = serviceStackName(stage);
  const { TemplateBody = '' } = await client.send(new GetTemplateCommand({ StackName: name }));
  const template = templateSchema.parse(JSON.parse(TemplateBody));
  const parts = listDeletableParts(template);
  if (parts.length === 0) return;
  print(`Stack ${name} keeps its ${parts.length} paths, methods and responses …`);
  const bucket = requireOutput(toStackOutputs(stack), 'ServerlessDeploymentBucketName');
  const TemplateURL = await upload(bucket, region, stage, retain(template, parts));
  const Capabilities = ['CAPABILITY_IAM' as const];
  await client.send(new UpdateStackCommand({ StackName: name, TemplateURL, Capabilities }));
  await waitForStack(client, name, 'updated', polling);
}

function listDeletableParts({ Resources }: StackTemplate): readonly string[] {
  return Object.entries(Resources)
    .filter(([, { Type, DeletionPolicy }]) => describesApi(Type) && DeletionPolicy !== 'Retain')
    .map(([id]) => id);
}

/**
 * Retains resources. CloudFormation does not accept a template that differs only in deletion policies, and applies the policy of a
 * resource only if something else of it changes. Metadata change nothing in AWS.
 */
function retain(template: StackTemplate, ids: readonly string[]): StackTemplate {
  const retained = ids.map((id) => [
    id,
    {
      ...template.Resources[id],
      DeletionPolicy: 'Retain',
      Metadata: { DescribedBy: 'The body of the API' },
    },
  ]);
  return { ...template, Resources: { ...template.Resources, ...Object.fromEntries(retained) } };
}

/**
 * Stores a template in the bucket of the archives, because it is too large for a request. It has the prefix that the packager empties
 * when it removes a stage.
 * @returns the address of the template
 */
async function upload(
  bucket: string,
  region: string,
  stage: string,
  template: StackTemplate,
): Promise<string> {
  const Key = `serverless/heritage-data-service/${stage}/retained-api-parts.json`;
  const Body = JSON.stringify(template);
  await new S3Client({ region }).send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
  const suffix = region.startsWith('cn-') ? '.cn' : '';
  return `https://${bucket}.s3.${region}.amazonaws.com${suffix}/${Key}`;
}
