import {
  paginateDescribeStackEvents,
  type CloudFormationClient,
  type StackEvent,
} from '@aws-sdk/client-cloudformation';

/** Reads the first error of a resource in the last operation of a stack, because it caused the others. */
export async function readFirstFailure(
  client: CloudFormationClient,
  stackName: string,
): Promise<string> {
  let first: StackEvent | undefined;
  for await (const event of newestEvents(client, stackName)) {
    const { LogicalResourceId, ResourceStatus = '', ResourceStatusReason: reason = '' } = event;
    if (ResourceStatus.endsWith('_FAILED') && !reason.includes('cancelled')) first = event;
    const isBeginning = /^(CREATE|UPDATE|DELETE)_IN_PROGRESS$/.test(ResourceStatus);
    if (LogicalResourceId === stackName && isBeginning) break;
  }
  if (first === undefined) return 'Its events in the console of CloudFormation say why.';
  return `${first.LogicalResourceId}: ${first.ResourceStatusReason}`;
}

async function* newestEvents(
  client: CloudFormationClient,
  StackName: string,
): AsyncGenerator<StackEvent> {
  for await (const page of paginateDescribeStackEvents({ client }, { StackName })) {
    yield* page.StackEvents ?? [];
  }
}
