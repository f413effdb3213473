import * as z from 'zod';

import { serviceStackName } from '../settings/stack-names.ts';
import { CommandError } from './command-error.ts';

const stackOutputsSchema = z
  .object({
    ClusterArn: z.string(),
    ServiceSecretArn: z.string(),
    SigningKeySecretArn: z.string(),
    ExportBucket: z.string().optional(),
    FileBucket: z.string().optional(),
    BaseUrl: z.string().optional(),
    Language: z.string().optional(),
  })
  .transform(({ ExportBucket: bucket, BaseUrl: baseUrl, Language: language, ...outputs }) => ({
    clusterArn: outputs.ClusterArn,
    serviceSecretArn: outputs.ServiceSecretArn,
    signingKeySecretArn: outputs.SigningKeySecretArn,
    /** Undefined for a stage that was deployed before files were served. */
    fileBucket: outputs.FileBucket,
    /** Undefined for a stage that was deployed before exports existed. */
    exports:
      bucket !== undefined && baseUrl !== undefined && language !== undefined
        ? { bucket, baseUrl, language }
        : undefined,
  }));

/**
 * Reads from CloudFormation where the resources of a deployed stage are: ARNs, the bucket for exports, the base URL.
 * @param stage such as `production`
 * @throws CommandError if the stage is not deployed, or its stack lacks outputs
 */
export async function readStackOutputs(
  stage: string,
  region: string,
): Promise<z.output<typeof stackOutputsSchema>> {
  // Loaded on demand: the AWS client is slow to load, and most commands do not need it.
  const { CloudFormationClient, DescribeStacksCommand } =
    await import('@aws-sdk/client-cloudformation');
  const stackName = serviceStackName(stage);
  const response = await new CloudFormationClient({ region })
    .send(new DescribeStacksCommand({ StackName: stackName }))
    .catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const message = `Stack ${stackName} cannot be read in ${region}: ${reason}`;
      throw new CommandError('stage_not_found', message, { cause });
    });
  const values = (response.Stacks?.[0]?.Outputs ?? []).map((output) => [
    output.OutputKey,
    output.OutputValue,
  ]);
  const parsed = stackOutputsSchema.safeParse(Object.fromEntries(values));
  if (parsed.success) return parsed.data;
  const missingOutputs = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new CommandError('stage_not_found', `Stack ${stackName} lacks outputs: ${missingOutputs}.`);
}
