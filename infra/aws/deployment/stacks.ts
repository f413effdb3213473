import { randomUUID } from 'node:crypto';

import {
  CloudFormationClient,
  CreateStackCommand,
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  SetStackPolicyCommand,
  UpdateStackCommand,
  waitUntilStackCreateComplete,
  waitUntilStackUpdateComplete,
  type Parameter,
  type Stack,
} from '@aws-sdk/client-cloudformation';

import { DeploymentError } from './deployment-error.ts';

/** The outputs of a stack by name. */
export type StackOutputs = Readonly<Record<string, string>>;

export type StackRequest = {
  readonly name: string;
  /** JSON, as readStackTemplate returns it. */
  readonly template: string;
  /** Parameters that are not given keep their value, or get their default. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Logical ids that an update may change but neither replace nor delete. */
  readonly irreplaceable?: readonly string[];
};

/** Seconds between two status requests, and seconds after which the wait ends. A cluster takes ten minutes. */
export type PollingOptions = { readonly interval: number; readonly limit: number };

export const defaultPolling: PollingOptions = { interval: 5, limit: 3600 };

/** Describes a stack. @returns undefined if there is none */
export async function describeStack(
  client: CloudFormationClient,
  name: string,
): Promise<Stack | undefined> {
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name }));
    return Stacks?.[0];
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

export function outputsOf(stack: Stack | undefined): StackOutputs {
  return Object.fromEntries(
    (stack?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
  );
}

/**
 * Creates a stack or updates it, and waits for the end. A new stack refuses to be deleted.
 * @returns what was done, and the outputs of the stack
 * @throws DeploymentError with the first error of a resource
 */
export async function applyStack(
  client: CloudFormationClient,
  request: StackRequest,
  { interval, limit }: PollingOptions = defaultPolling,
): Promise<{
  readonly change: 'created' | 'updated' | 'unchanged';
  readonly outputs: StackOutputs;
}> {
  const { name } = request;
  const waiter = { client, minDelay: interval, maxDelay: interval, maxWaitTime: limit };
  const stack = await describeStack(client, name);
  if (stack?.StackStatus === 'ROLLBACK_COMPLETE') {
    throw new DeploymentError(
      `Stack ${name} could not be created earlier. Delete it, then deploy again: aws cloudformation delete-stack --stack-name ${name}`,
    );
  }
  const change = stack === undefined ? 'created' : await update(client, request, stack);
  if (stack === undefined) await create(client, request);
  try {
    if (change === 'created') await waitUntilStackCreateComplete(waiter, { StackName: name });
    if (change === 'updated') await waitUntilStackUpdateComplete(waiter, { StackName: name });
  } catch (cause) {
    const reason = await firstFailure(client, name);
    throw new DeploymentError(`Stack ${name} could not be ${change}. ${reason}`, { cause });
  }
  return { change, outputs: outputsOf(await describeStack(client, name)) };
}

const toParameters = (values: Readonly<Record<string, string>>): Parameter[] =>
  Object.entries(values).map(([ParameterKey, ParameterValue]) => ({
    ParameterKey,
    ParameterValue,
  }));

async function create(client: CloudFormationClient, request: StackRequest): Promise<void> {
  await client.send(
    new CreateStackCommand({
      StackName: request.name,
      // A retry after a lost answer must not fail because the stack exists.
      ClientRequestToken: randomUUID(),
      TemplateBody: request.template,
      Parameters: toParameters(request.parameters),
      Capabilities: ['CAPABILITY_IAM'],
      EnableTerminationProtection: true,
      ...(request.irreplaceable === undefined
        ? {}
        : { StackPolicyBody: protectingPolicy(request.irreplaceable) }),
    }),
  );
}

async function update(
  client: CloudFormationClient,
  { name, template, parameters, irreplaceable }: StackRequest,
  stack: Stack,
): Promise<'updated' | 'unchanged'> {
  const unchangedParameters = (stack.Parameters ?? []).filter(
    ({ ParameterKey: key = '' }) => !(key in parameters) && template.includes(JSON.stringify(key)),
  );
  try {
    if (irreplaceable !== undefined) {
      const StackPolicyBody = protectingPolicy(irreplaceable);
      await client.send(new SetStackPolicyCommand({ StackName: name, StackPolicyBody }));
    }
    await client.send(
      new UpdateStackCommand({
        StackName: name,
        TemplateBody: template,
        Parameters: [...toParameters(parameters), ...unchangedParameters],
        Capabilities: ['CAPABILITY_IAM'],
      }),
    );
    return 'updated';
  } catch (error) {
    if (error instanceof Error && /No updates are to be performed/.test(error.message)) {
      return 'unchanged';
    }
    throw error;
  }
}

/** Without it, a changed property that CloudFormation cannot change in place would give an empty database. */
function protectingPolicy(irreplaceable: readonly string[]): string {
  return JSON.stringify({
    Statement: [
      { Effect: 'Allow', Action: 'Update:*', Principal: '*', Resource: '*' },
      {
        Effect: 'Deny',
        Action: ['Update:Replace', 'Update:Delete'],
        Principal: '*',
        Resource: irreplaceable.map((id) => `LogicalResourceId/${id}`),
      },
    ],
  });
}

async function firstFailure(client: CloudFormationClient, StackName: string): Promise<string> {
  const { StackEvents = [] } = await client.send(new DescribeStackEventsCommand({ StackName }));
  const failed = StackEvents.toReversed().find(
    ({ ResourceStatus = '', ResourceStatusReason: reason = '' }) =>
      ResourceStatus.endsWith('_FAILED') && !reason.includes('cancelled'),
  );
  if (failed === undefined) return 'Its events in the console of CloudFormation say why.';
  return `${failed.LogicalResourceId}: ${failed.ResourceStatusReason}`;
}
