import { DescribeDBClustersCommand, RDSClient, type RDSClientConfig } from '@aws-sdk/client-rds';

/**
 * Reads the ARN of the secret with the password of the owner of a cluster. It is read from RDS and not from a stack, because a
 * restored cluster has another secret than the former cluster of the same name.
 * @rule Deployment: Which secret has the password of the owner of the database?
 * @throws Error if RDS does not manage the password of the cluster
 */
export async function readOwnerSecretArn(
  clusterArn: string,
  options: RDSClientConfig = {},
): Promise<string> {
  const { DBClusters = [] } = await new RDSClient(options).send(
    new DescribeDBClustersCommand({ DBClusterIdentifier: clusterArn }),
  );
  const secretArn = DBClusters[0]?.MasterUserSecret?.SecretArn;
  if (secretArn !== undefined) return secretArn;
  throw new Error(
    `RDS does not manage the password of ${clusterArn}. Type: aws rds modify-db-cluster --manage-master-user-password --apply-immediately --db-cluster-identifier ${clusterArn.replace(/^.*:/, '')}`,
  );
}
