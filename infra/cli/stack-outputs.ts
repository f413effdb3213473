import * as z from 'zod';

/** What the command line needs to know of a deployed stage. */
export type StackOutputs = {
  readonly clusterArn: string;
  readonly serviceSecretArn: string;
  readonly ownerSecretArn: string;
  readonly signingKeySecretArn: string;
  /** What exports of the stage are made with; undefined where it was deployed before there were any. */
  readonly exports:
    | { readonly bucket: string; readonly baseUrl: string; readonly language: string }
    | undefined;
};

/** A stage is not deployed, or its stack does not say where its database is. */
export class StageNotFound extends Error {
  readonly code = 'stage_not_found';
}

const outputs = z.object({
  ClusterArn: z.string(),
  ServiceSecretArn: z.string(),
  OwnerSecretArn: z.string(),
  SigningKeySecretArn: z.string(),
  ExportBucket: z.string().optional(),
  BaseUrl: z.string().optional(),
  Language: z.string().optional(),
});

/**
 * Reads where the database of a deployed stage is.
 * @param stage such as `production`
 * @throws StageNotFound
 */
export async function readStackOutputs(stage: string, region: string): Promise<StackOutputs> {
  // Only this command needs the client, which takes a while to load.
  const { CloudFormationClient, DescribeStacksCommand } =
    await import('@aws-sdk/client-cloudformation');
  const stackName = `heritage-data-service-${stage}`;
  const answer = await new CloudFormationClient({ region })
    .send(new DescribeStacksCommand({ StackName: stackName }))
    .catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new StageNotFound(`Stack ${stackName} cannot be read in ${region}: ${reason}`, {
        cause,
      });
    });
  const values = (answer.Stacks?.[0]?.Outputs ?? []).map((output) => [
    output.OutputKey,
    output.OutputValue,
  ]);
  const parsed = outputs.safeParse(Object.fromEntries(values));
  if (!parsed.success) {
    throw new StageNotFound(
      `Stack ${stackName} lacks outputs: ${parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')}.`,
    );
  }
  const { ExportBucket: bucket, BaseUrl: baseUrl, Language: language } = parsed.data;
  const knowsExports = bucket !== undefined && baseUrl !== undefined && language !== undefined;
  return {
    exports: knowsExports ? { bucket, baseUrl, language } : undefined,
    clusterArn: parsed.data.ClusterArn,
    serviceSecretArn: parsed.data.ServiceSecretArn,
    ownerSecretArn: parsed.data.OwnerSecretArn,
    signingKeySecretArn: parsed.data.SigningKeySecretArn,
  };
}
