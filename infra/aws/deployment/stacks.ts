import { randomUUID } from 'node:crypto';

import {
  CloudFormationClient,
  CreateStackCommand,
  DeleteStackCommand,
  DescribeStacksCommand,
  SetStackPolicyCommand,
  UpdateStackCommand,
  UpdateTerminationProtectionCommand,
  waitUntilStackCreateComplete,
  waitUntilStackDeleteComplete,
  waitUntilStackUpdateComplete,
  type Parameter,
  type Stack,
} from '@aws-sdk/client-cloudformation';

import { DeploymentError } from './deployment-error.ts';
import { readFirstFailure } from './stack-failure.ts';
import { chooseStackStep } from './stack-step.ts';

/** The outputs of a stack by name. */
export type StackOutputs = Readonly<Record<string, string>>;

export type StackRequest = {
  readonly name: string;
  /** The template as JSON, as readStackTemplate returns it. */
  readonly template: string;
  /** The parameters to set. Any other parameter keeps its value, or in a new stack has its default. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Values that replace those of `parameters` during the creation only. The stack is updated right afterwards. */
  readonly creationParameters?: Readonly<Record<string, string>>;
  /** Logical ids of the resources that an update may change, but neither replace nor delete. */
  readonly irreplaceableResources?: readonly string[];
};

/** The time between two requests for the status, and the time limit, in seconds. The creation of a cluster takes ten minutes. */
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

/** Returns the outputs of a stack; none if it does not exist. */
export function toStackOutputs(stack: Stack | undefined): StackOutputs {
  return Object.fromEntries(
    (stack?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
  );
}

/** Returns an output of a stack. @throws DeploymentError if the stack does not have it */
export function requireOutput(outputs: StackOutputs, name: string): string {
  const value = outputs[name];
  if (value !== undefined) return value;
  throw new DeploymentError(
    `A stack lacks the output ${name}: deploy it with the templates of this version.`,
  );
}

/**
 * Deletes a stack whose creation failed, so that it can be created again. Any other stack does not change.
 * @returns the stack that can be updated, or undefined if it must be created
 * @throws DeploymentError if the stack can be neither created nor updated
 */
export async function cleanUpFailedStack(
  client: CloudFormationClient,
  name: string,
  polling: PollingOptions = defaultPolling,
): Promise<Stack | undefined> {
  const stack = await describeStack(client, name);
  const step = chooseStackStep(name, stack?.StackStatus);
  if (step === 'update') return stack;
  if (step === 'replace') await deleteStack(client, name, polling);
  return undefined;
}

/** Deletes a stack in spite of its termination protection, and waits for the end. @throws DeploymentError */
export async function deleteStack(
  client: CloudFormationClient,
  name: string,
  polling: PollingOptions = defaultPolling,
): Promise<void> {
  const request = { StackName: name, EnableTerminationProtection: false };
  await client.send(new UpdateTerminationProtectionCommand(request));
  await client.send(new DeleteStackCommand({ StackName: name }));
  await waitForStack(client, name, 'deleted', polling);
}

/**
 * Creates a stack or updates it, and waits for the end. A new stack gets termination protection.
 * @rule Deployment: How is a stack created or updated, and what may an update not touch?
 * @returns what was done, and the outputs of the stack
 * @throws DeploymentError with the first error of a resource
 */
export async function applyStack(
  client: CloudFormationClient,
  request: StackRequest,
  polling: PollingOptions = defaultPolling,
): Promise<{
  readonly change: 'created' | 'updated' | 'unchanged';
  readonly outputs: StackOutputs;
}> {
  const { name, parameters, creationParameters } = request;
  let stack = await cleanUpFailedStack(client, name, polling);
  const isNew = stack === undefined;
  if (isNew) {
    await createStack(client, { ...request, parameters: { ...parameters, ...creationParameters } });
    await waitForStack(client, name, 'created', polling);
    stack = await describeStack(client, name);
  }
  const needsNoUpdate = isNew && creationParameters === undefined;
  const change = needsNoUpdate ? 'unchanged' : await updateStack(client, request, stack);
  if (change === 'updated') await waitForStack(client, name, 'updated', polling);
  return {
    change: isNew ? 'created' : change,
    outputs: toStackOutputs(await describeStack(client, name)),
  };
}

/** Waits until a stack has changed. @throws DeploymentError with the first error of a resource */
export async function waitForStack(
  client: CloudFormationClient,
  name: string,
  change: keyof typeof waiters,
  { interval, limit }: PollingOptions = defaultPolling,
): Promise<void> {
  const options = { client, minDelay: interval, maxDelay: interval, maxWaitTime: limit };
  try {
    await waiters[change](options, { StackName: name });
  } catch (cause) {
    const reason = await readFirstFailure(client, name);
    throw new DeploymentError(`Stack ${name} could not be ${change}. ${reason}`, { cause });
  }
}

const waiters = {
  created: waitUntilStackCreateComplete,
  updated: waitUntilStackUpdateComplete,
  deleted: waitUntilStackDeleteComplete,
};

const toParameters = (values: Readonly<Record<string, string>>): Parameter[] =>
  Object.entries(values).map(([ParameterKey, ParameterValue]) => ({
    ParameterKey,
    ParameterValue,
  }));

async function createStack(client: CloudFormationClient, request: StackRequest): Promise<void> {
  await client.send(
    new CreateStackCommand({
      StackName: request.name,
      // A retry after a lost answer must not fail because the stack exists.
      ClientRequestToken: randomUUID(),
      TemplateBody: request.template,
      Parameters: toParameters(request.parameters),
      Capabilities: ['CAPABILITY_IAM'],
      EnableTerminationProtection: true,
      // Without this, a failed creation would leave resources that make the next creation fail.
      RetainExceptOnCreate: true,
      ...(request.irreplaceableResources === undefined
        ? {}
        : { StackPolicyBody: createProtectingPolicy(request.irreplaceableResources) }),
    }),
  );
}

async function updateStack(
  client: CloudFormationClient,
  { name, template, parameters, irreplaceableResources }: StackRequest,
  stack: Stack | undefined,
): Promise<'updated' | 'unchanged'> {
  const unchangedParameters = (stack?.Parameters ?? []).filter(
    ({ ParameterKey: key = '' }) => !(key in parameters) && template.includes(JSON.stringify(key)),
  );
  try {
    if (irreplaceableResources !== undefined) {
      const StackPolicyBody = createProtectingPolicy(irreplaceableResources);
      await client.send(new SetStackPolicyCommand({ StackName: name, StackPolicyBody }));
    }
    await client.send(
      new UpdateStackCommand({
        StackName: name,
        TemplateBody: template,
        Parameters: [...toParameters(parameters), ...unchangedParameters],
        Capabilities: ['CAPABILITY_IAM'],
        RetainExceptOnCreate: true,
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

/**
 * Creates the policy that forbids updates to replace or delete resources. Without it, CloudFormation would replace the cluster by an
 * empty one to change a property that it cannot change in place.
 */
function createProtectingPolicy(irreplaceable: readonly string[]): string {
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
