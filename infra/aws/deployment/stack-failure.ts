import {
  paginateDescribeStackEvents,
  type CloudFormationClient,
  type StackEvent,
} from '@aws-sdk/client-cloudformation';

/** Finds the first error of a resource in the last operation of a stack, because that usually causes all others. */
export async function readFirstFailure(
  client: CloudFormationClient,
  stackName: string,
): Promise<string> {
  let firstFailure: StackEvent | undefined;
  for await (const event of readEventsFromNewest(client, stackName)) {
    const { LogicalResourceId, ResourceStatus = '', ResourceStatusReason: reason = '' } = event;
    if (ResourceStatus.endsWith('_FAILED') && !reason.includes('cancelled')) firstFailure = event;
    const isBeginning = /^(CREATE|UPDATE|DELETE)_IN_PROGRESS$/.test(ResourceStatus);
    if (LogicalResourceId === stackName && isBeginning) break;
  }
  if (firstFailure === undefined) return 'Its events in the console of CloudFormation say why.';
  return `${firstFailure.LogicalResourceId}: ${firstFailure.ResourceStatusReason}`;
}

async function* readEventsFromNewest(
  client: CloudFormationClient,
  StackName: string,
): AsyncGenerator<StackEvent> {
  for await (const page of paginateDescribeStackEvents({ client }, { StackName })) {
    yield* page.StackEvents ?? [];
  }
}
