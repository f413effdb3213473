import {
  CloudFormationClient,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';

import {
  alarmsStackName,
  databaseStackName,
  serviceStackName,
} from '../../settings/stack-names.ts';
import { DeploymentError } from './deployment-error.ts';
import { deleteStack, describeStack, toStackOutputs, type PollingOptions } from './stacks.ts';

export type RemovalTools = {
  readonly region: string;
  /** Asks a question on the terminal. Returns undefined if there is no terminal. */
  readonly ask: (question: string) => Promise<string | undefined>;
  /** Empties the bucket of archives, and deletes the stack of the service. */
  readonly removeService: (stage: string) => Promise<void>;
  readonly print: (line: string) => void;
  readonly polling?: PollingOptions;
};

/**
 * Removes the functions, the API, the alarms and the schedules of a stage. The database, the exports and all secrets stay.
 * @rule Deployment: What stays when a stage is removed?
 * @param confirmedStage the name of the stage, given again to confirm the removal without a terminal
 * @throws DeploymentError if the removal is not confirmed
 */
export async function removeStage(
  stage: string,
  confirmedStage: string | undefined,
  { region, ask, removeService, print, polling }: RemovalTools,
): Promise<void> {
  const client = new CloudFormationClient({ region });
  const serviceStack = serviceStackName(stage);
  const stack = await describeStack(client, serviceStack);
  const { BaseUrl = 'an unknown address' } = toStackOutputs(stack);
  print(`Stage ${stage} in ${region}, ${BaseUrl}`);
  print('The service will stop. Its database, exports and secrets are kept, and still cost money.');
  await confirm(stage, confirmedStage, ask);

  const alarmsStack = alarmsStackName(stage);
  if ((await describeStack(client, alarmsStack)) !== undefined) {
    await deleteStack(client, alarmsStack, polling);
    print(`Stack ${alarmsStack}: deleted`);
  }
  if (stack !== undefined) {
    const request = { StackName: serviceStack, EnableTerminationProtection: false };
    await client.send(new UpdateTerminationProtectionCommand(request));
    await removeService(stage);
    print(`Stack ${serviceStack}: deleted`);
  }
  const { ExportBucket, FileBucket, SigningKeySecretArn } = toStackOutputs(stack);
  print(`Kept: the stack ${databaseStackName(stage)} with all data`);
  for (const retainedResource of [ExportBucket, FileBucket, SigningKeySecretArn]) {
    if (retainedResource !== undefined) print(`Kept: ${retainedResource}`);
  }
}

async function confirm(
  stage: string,
  confirmedStage: string | undefined,
  ask: RemovalTools['ask'],
): Promise<void> {
  if (confirmedStage === stage) return;
  for (const question of [
    'Type the name of the stage to remove it: ',
    'Type it again to confirm: ',
  ]) {
    if ((await ask(question)) !== stage) {
      throw new DeploymentError(
        `Nothing was removed. Without a terminal, confirm with --remove-stage ${stage}.`,
      );
    }
  }
}
