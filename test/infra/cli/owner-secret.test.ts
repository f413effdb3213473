import { CloudFormationClient, CreateStackCommand } from '@aws-sdk/client-cloudformation';
import { CreateDBClusterCommand, ModifyDBClusterCommand, RDSClient } from '@aws-sdk/client-rds';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { readOwnerSecretArn } from '../../../infra/cli/owner-secret.ts';
import { serviceStackName } from '../../../infra/settings/stack-names.ts';
import { connect } from '../../../infra/cli/connection.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { resetProcess } from '../../../lib/once-per-process.ts';
import { startPythonMoto, type Moto } from '../../support/moto.ts';
import { startFakeDataApi, type FakeDataApi } from '../aws/fake-data-api.ts';
import { installTemplateCheckers } from '../aws/template-checks/programs.ts';

const programs = await installTemplateCheckers();
const DBClusterIdentifier = 'heritage-data-service-first';

describe.skipIf(programs === undefined)('the secret of the owner of the database', () => {
  let moto: Moto;
  let database: FakeDataApi;
  let clusterArn = '';

  beforeAll(async () => {
    moto = await startPythonMoto(`${programs}/python`);
    database = await startFakeDataApi();
    vi.stubEnv('AWS_ENDPOINT_URL', moto.url);
    vi.stubEnv('AWS_ENDPOINT_URL_RDS_DATA', database.url);
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
    vi.stubEnv('AWS_REGION', 'eu-west-1');
    resetProcess();
    const { DBCluster } = await new RDSClient().send(
      new CreateDBClusterCommand({
        DBClusterIdentifier,
        Engine: 'aurora-postgresql',
        MasterUsername: 'heritage_owner',
        ManageMasterUserPassword: true,
      }),
    );
    clusterArn = DBCluster?.DBClusterArn ?? '';
    await createServiceStack();
  }, 60_000);

  afterAll(async () => {
    vi.unstubAllEnvs();
    resetProcess();
    database?.close();
    await moto?.close();
  });

  /** Creates a stack with the outputs that `hds --stage first` reads. */
  async function createServiceStack(): Promise<void> {
    const outputs = {
      ClusterArn: clusterArn,
      ServiceSecretArn: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:service',
      SigningKeySecretArn: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:key',
    };
    const template = {
      Resources: { Topic: { Type: 'AWS::SNS::Topic' } },
      Outputs: Object.fromEntries(
        Object.entries(outputs).map(([name, Value]) => [name, { Value }]),
      ),
    };
    await new CloudFormationClient().send(
      new CreateStackCommand({
        StackName: serviceStackName('first'),
        TemplateBody: JSON.stringify(template),
      }),
    );
  }

  const setPasswordManaged = async (ManageMasterUserPassword: boolean): Promise<void> => {
    const request = {
      DBClusterIdentifier,
      ManageMasterUserPassword,
      MasterUserPassword: 'changed-1',
    };
    await new RDSClient().send(new ModifyDBClusterCommand(request));
  };

  /** Reads the ARN of the secret with which commands call the Data API. */
  const readSecretOfCommands = async (): Promise<string | undefined> => {
    const { owner, close } = await connect('first');
    await owner.read(rawSql('select 1'));
    await close();
    return database.calls.at(-1)?.secretArn;
  };

  it(
    'is read from the cluster, also after a restore has given the cluster another secret',
    { timeout: 60_000 },
    async () => {
      const secretBefore = await readOwnerSecretArn(clusterArn);
      expect(secretBefore).toContain(':secret:rds!cluster-');
      expect(await readSecretOfCommands()).toBe(secretBefore);
      await setPasswordManaged(false);
      await setPasswordManaged(true);
      const secretAfter = await readOwnerSecretArn(clusterArn);
      expect(secretAfter).not.toBe(secretBefore);
      expect(await readSecretOfCommands()).toBe(secretAfter);
    },
  );

  it(
    'cannot be found if RDS does not manage the password, and the error says what to do',
    { timeout: 60_000 },
    async () => {
      await setPasswordManaged(false);
      const instruction =
        'aws rds modify-db-cluster --manage-master-user-password --apply-immediately --db-cluster-identifier heritage-data-service-first';
      await expect(readOwnerSecretArn(clusterArn)).rejects.toThrow(instruction);
      await expect(connect('first')).rejects.toThrow(instruction);
    },
  );
});
