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
 * A CloudFormation that has one stack at most. It refuses what CloudFormation refuses in a state.
 * @param creations the states in which creations end
 */
function openFakeCloudFormation(
  creations: readonly string[],
  status?: string,
): { readonly client: CloudFormationClient; readonly calls: readonly Call[] } {
  const calls: Call[] = [];
  const outcomes = [...creations];
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
      status = outcomes.shift() ?? 'CREATE_COMPLETE';
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
        event('Cluster', 'DELETE_FAILED', 'Cannot delete a protected cluster'),
        event(name, 'DELETE_IN_PROGRESS'),
        event('Instance', 'CREATE_FAILED', 'Resource creation cancelled'),
        event('Cluster', 'CREATE_FAILED', 'Quota exceeded'),
        event(name, 'CREATE_IN_PROGRESS'),
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

const event = (LogicalResourceId: string, ResourceStatus: string, reason = ''): object => ({
  LogicalResourceId,
  ResourceStatus,
  ResourceStatusReason: reason,
});

const changes = (calls: readonly Call[]): readonly string[] =>
  calls.map(({ command }) => command).filter((command) => !/^(Describe|SetStack)/.test(command));

describe('a stack', () => {
  it('is created without what would keep a failed creation from being undone, and then gets it', async () => {
    const { client, calls } = openFakeCloudFormation([]);
    expect((await applyStack(client, request, polling)).change).toBe('created');
    expect(changes(calls)).toEqual(['CreateStack', 'UpdateStack']);
    const inputs = calls.filter(({ command }) => /^(Create|Update)Stack$/.test(command));
    const parameter = (ParameterValue: string): object => ({
      RetainExceptOnCreate: true,
      Parameters: [{ ParameterKey: 'DeletionProtection', ParameterValue }],
    });
    expect(inputs.map(({ input }) => input)).toMatchObject([parameter('false'), parameter('true')]);
  });

  it('is created by the same command after a creation that failed', async () => {
    const { client, calls } = openFakeCloudFormation(['ROLLBACK_COMPLETE']);
    await expect(applyStack(client, request, polling)).rejects.toThrow(
      `Stack ${name} could not be created. Cluster: Quota exceeded`,
    );
    expect((await applyStack(client, request, polling)).change).toBe('created');
    expect(changes(calls).slice(1)).toEqual([
      'UpdateTerminationProtection',
      'DeleteStack',
      'CreateStack',
      'UpdateStack',
    ]);
  });

  it('is not created if the remains cannot be deleted, with the reason of the deletion', async () => {
    const { client, calls } = openFakeCloudFormation([], 'ROLLBACK_FAILED');
    await expect(applyStack(client, request, polling)).rejects.toThrow(
      `Stack ${name} could not be deleted. Cluster: Cannot delete a protected cluster`,
    );
    expect(changes(calls)).not.toContain('CreateStack');
  });

  it('gets its protection at the next deployment if the first one was interrupted', async () => {
    const { client, calls } = openFakeCloudFormation([], 'CREATE_COMPLETE');
    expect((await applyStack(client, request, polling)).change).toBe('updated');
    expect(calls.find(({ command }) => command === 'UpdateStack')?.input).toMatchObject({
      Parameters: [{ ParameterKey: 'DeletionProtection', ParameterValue: 'true' }],
    });
  });
});

describe('the state of a stack', () => {
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
  ])('%s is for the operator', (status, instruction) => {
    expect(() => chooseStackStep(name, status)).toThrow(instruction);
  });
});
