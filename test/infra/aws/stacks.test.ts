import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { describe, expect, it } from 'vitest';

import { chooseStackStep } from '../../../infra/aws/deployment/stack-step.ts';
import { applyStack } from '../../../infra/aws/deployment/stacks.ts';

type Call = { readonly command: string; readonly input: unknown };

const name = 'heritage-data-service-database-first';
const polling = { interval: 0.01, limit: 5 };
const request = {
  name,
  template: '{"Parameters":{"DeletionProtection":{},"LogDays":{}}}',
  parameters: { DeletionProtection: 'true' },
  creationParameters: { DeletionProtection: 'false' },
};

/**
 * A fake of CloudFormation with at most one stack. It refuses what CloudFormation refuses for the state of the stack.
 * @param finalStates the states in which creations end, in order
 * @param status the state of the stack at first; undefined if there is no stack
 */
function openFakeCloudFormation(
  finalStates: readonly string[],
  status?: string,
): { readonly client: CloudFormationClient; readonly calls: readonly Call[] } {
  const calls: Call[] = [];
  const remainingStates = [...finalStates];
  let isProtected = true;
  const commands: Readonly<Record<string, () => object>> = {
    DescribeStacksCommand: () => {
      if (status === undefined) {
        const message = `Stack with id ${name} does not exist`;
        throw Object.assign(new Error(message), { name: 'ValidationError' });
      }
      return { Stacks: [{ StackName: name, StackStatus: status, Outputs: [] }] };
    },
    CreateStackCommand: () => {
      if (status !== undefined) throw new Error(`Stack [${name}] already exists`);
      status = remainingStates.shift() ?? 'CREATE_COMPLETE';
      isProtected = true;
      return {};
    },
    UpdateStackCommand: () => {
      if (status?.includes('ROLLBACK') === true) throw new Error(`${name} can not be updated`);
      status = 'UPDATE_COMPLETE';
      return {};
    },
    UpdateTerminationProtectionCommand: () => {
      isProtected = false;
      return {};
    },
    DeleteStackCommand: () => {
      if (isProtected) throw new Error('TerminationProtection is enabled');
      status = status === 'ROLLBACK_FAILED' ? 'DELETE_FAILED' : undefined;
      return {};
    },
    DescribeStackEventsCommand: () => ({
      StackEvents: [
        createEvent('Cluster', 'DELETE_FAILED', 'Cannot delete a protected cluster'),
        createEvent(name, 'DELETE_IN_PROGRESS'),
        createEvent('Instance', 'CREATE_FAILED', 'Resource creation cancelled'),
        createEvent('Cluster', 'CREATE_FAILED', 'Quota exceeded'),
        createEvent(name, 'CREATE_IN_PROGRESS'),
      ].slice(status === 'DELETE_FAILED' ? 0 : 2),
    }),
  };
  const client = new CloudFormationClient({
    region: 'eu-west-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  client.middlewareStack.add(
    (_next, { commandName = '' }) =>
      async ({ input }) => {
        calls.push({ command: commandName.replace('Command', ''), input });
        const output = { $metadata: {}, ...commands[commandName]?.() };
        return { output, response: {} };
      },
    { step: 'initialize', priority: 'high' },
  );
  return { client, calls };
}

const createEvent = (LogicalResourceId: string, ResourceStatus: string, reason = ''): object => ({
  LogicalResourceId,
  ResourceStatus,
  ResourceStatusReason: reason,
});

const listChangingCommands = (calls: readonly Call[]): readonly string[] =>
  calls.map(({ command }) => command).filter((command) => !/^(Describe|SetStack)/.test(command));

describe('a stack', () => {
  it('is created without deletion protection, so that a failure can be undone, and then gets it', async () => {
    const { client, calls } = openFakeCloudFormation([]);
    expect((await applyStack(client, request, polling)).change).toBe('created');
    expect(listChangingCommands(calls)).toEqual(['CreateStack', 'UpdateStack']);
    const inputs = calls.filter(({ command }) => /^(Create|Update)Stack$/.test(command));
    const inputWithProtection = (ParameterValue: string): object => ({
      RetainExceptOnCreate: true,
      Parameters: [{ ParameterKey: 'DeletionProtection', ParameterValue }],
    });
    expect(inputs.map(({ input }) => input)).toMatchObject([
      inputWithProtection('false'),
      inputWithProtection('true'),
    ]);
  });

  it('is deleted and created again by the same command if its creation failed', async () => {
    const { client, calls } = openFakeCloudFormation(['ROLLBACK_COMPLETE']);
    await expect(applyStack(client, request, polling)).rejects.toThrow(
      `Stack ${name} could not be created. Cluster: Quota exceeded`,
    );
    expect((await applyStack(client, request, polling)).change).toBe('created');
    expect(listChangingCommands(calls).slice(1)).toEqual([
      'UpdateTerminationProtection',
      'DeleteStack',
      'CreateStack',
      'UpdateStack',
    ]);
  });

  it('is not created again if its remains cannot be deleted, and the error says why', async () => {
    const { client, calls } = openFakeCloudFormation([], 'ROLLBACK_FAILED');
    await expect(applyStack(client, request, polling)).rejects.toThrow(
      `Stack ${name} could not be deleted. Cluster: Cannot delete a protected cluster`,
    );
    expect(listChangingCommands(calls)).not.toContain('CreateStack');
  });

  it('gets its deletion protection at the next deployment if the first one was interrupted', async () => {
    const { client, calls } = openFakeCloudFormation([], 'CREATE_COMPLETE');
    expect((await applyStack(client, request, polling)).change).toBe('updated');
    expect(calls.find(({ command }) => command === 'UpdateStack')?.input).toMatchObject({
      Parameters: [{ ParameterKey: 'DeletionProtection', ParameterValue: 'true' }],
    });
  });
});

describe('what a deployment does with a stack, by the state of the stack', () => {
  it.each([
    [undefined, 'create'],
    ['CREATE_FAILED', 'replace'],
    ['ROLLBACK_COMPLETE', 'replace'],
    ['ROLLBACK_FAILED', 'replace'],
    ['CREATE_COMPLETE', 'update'],
    ['UPDATE_COMPLETE', 'update'],
    ['UPDATE_FAILED', 'update'],
    ['UPDATE_ROLLBACK_COMPLETE', 'update'],
    ['IMPORT_COMPLETE', 'update'],
  ])('%s: %s', (status, step) => {
    expect(chooseStackStep(name, status)).toBe(step);
  });

  it.each([
    ['UPDATE_IN_PROGRESS', 'Wait until that ends'],
    ['UPDATE_ROLLBACK_FAILED', `aws cloudformation continue-update-rollback --stack-name ${name}`],
    ['DELETE_FAILED', `aws cloudformation delete-stack --stack-name ${name}`],
  ])('%s: it fails with an instruction for the operator', (status, instruction) => {
    expect(() => chooseStackStep(name, status)).toThrow(instruction);
  });
});
