import { CreateDBClusterCommand, RDSClient } from '@aws-sdk/client-rds';
import {
  CreateSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import {
  createAlterRoleSql,
  parseRoleLogin,
  type RoleLogin,
} from '../../../infra/aws/role-password.ts';
import { startPythonMoto, type Moto } from '../../support/moto.ts';
import { acceptsPassword } from './accepts-password.ts';
import { startFakeDataApi, type FakeDataApi } from './fake-data-api.ts';
import { startFaultProxy, type Fault, type FaultProxy } from './fault-proxy.ts';
import { installTemplateCheckers } from './template-checks/programs.ts';

const programs = await installTemplateCheckers();
const steps = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'];
const formerLogin = { username: 'heritage_service', password: 'first-password-of-the-role' };

describe.skipIf(programs === undefined)(
  'rotating the password of a database role',
  { timeout: 60_000 },
  () => {
    let moto: Moto;
    let proxy: FaultProxy;
    let database: FakeDataApi;
    let rotate: typeof import('../../../infra/aws/rotate-password.ts').handler;
    let ownerSecretArn = '';
    let SecretId = '';
    let rotations = 0;

    beforeAll(async () => {
      moto = await startPythonMoto(`${programs}/python`);
      proxy = await startFaultProxy(moto.url);
      database = await startFakeDataApi();
      vi.stubEnv('AWS_ENDPOINT_URL_RDS', moto.url);
      vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', proxy.url);
      vi.stubEnv('AWS_ENDPOINT_URL_RDS_DATA', database.url);
      vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
      vi.stubEnv('AWS_REGION', 'eu-west-1');
      const { DBCluster } = await new RDSClient().send(
        new CreateDBClusterCommand({
          DBClusterIdentifier: 'heritage',
          Engine: 'aurora-postgresql',
          MasterUsername: 'heritage_owner',
          ManageMasterUserPassword: true,
        }),
      );
      ownerSecretArn = DBCluster?.MasterUserSecret?.SecretArn ?? '';
      vi.stubEnv('HDS_CLUSTER_ARN', DBCluster?.DBClusterArn ?? '');
      vi.stubEnv('HDS_DATABASE', 'heritage');
      ({ handler: rotate } = await import('../../../infra/aws/rotate-password.ts'));
    }, 60_000);

    beforeEach(async () => {
      database.calls.length = 0;
      database.refusals.length = 0;
      proxy.faults.clear();
      const created = await createClient().send(
        new CreateSecretCommand({
          Name: `role-${(rotations += 1)}`,
          SecretString: JSON.stringify(formerLogin),
        }),
      );
      SecretId = created.ARN ?? '';
    });

    afterAll(async () => {
      vi.unstubAllEnvs();
      database?.close();
      proxy?.close();
      await moto?.close();
    });

    const createClient = (): SecretsManagerClient => new SecretsManagerClient();
    const tokenOfRotation = (): string => `0000000${rotations}`.slice(-8).padEnd(36, '-rotation');
    const runStep = async (Step: string): Promise<void> =>
      rotate({ Step, SecretId, ClientRequestToken: tokenOfRotation() });
    const readCurrentLogin = async (): Promise<RoleLogin> => {
      // Without the label, moto answers with the first version.
      const request = { SecretId, VersionStage: 'AWSCURRENT' };
      const value = await createClient().send(new GetSecretValueCommand(request));
      return parseRoleLogin(value.SecretString);
    };

    const readLabelsByVersion = async (): Promise<Record<string, string[]>> => {
      const { VersionIdsToStages = {} } = await createClient().send(
        new DescribeSecretCommand({ SecretId }),
      );
      return VersionIdsToStages;
    };
    const runSteps = async (): Promise<void> => {
      for (const step of steps) await runStep(step);
    };
    const isRoleUsable = async (): Promise<boolean> => {
      const alterations = database.calls.filter(({ sql }) => sql.startsWith('alter role'));
      return acceptsPassword(alterations.at(-1)?.sql ?? '', (await readCurrentLogin()).password);
    };
    const setLabelChangeFaults = (...faults: Fault[]): void =>
      void proxy.faults.set('UpdateSecretVersionStage', faults);

    it('sets the same new password in the role and in its secret', async () => {
      await runSteps();
      const login = await readCurrentLogin();
      expect(login.username).toBe('heritage_service');
      expect(login.password).not.toBe(formerLogin.password);
      expect(await isRoleUsable()).toBe(true);
      expect(database.calls.map(({ secretArn }) => secretArn)).toEqual([
        ownerSecretArn,
        ownerSecretArn,
        SecretId,
      ]);
      expect(JSON.stringify(database.calls)).not.toContain(login.password);
    });

    it('can repeat every step', async () => {
      for (const step of steps) {
        await runStep(step);
        await runStep(step);
      }
      expect(await isRoleUsable()).toBe(true);
    });

    it('stores the new password as pending first; the former one stays current if the database refuses the change', async () => {
      await runStep('createSecret');
      expect(database.calls).toEqual([]);
      expect((await readLabelsByVersion())[tokenOfRotation()]).toEqual(['AWSPENDING']);
      database.refusals.push('BadRequestException');
      await expect(runStep('setSecret')).rejects.toMatchObject({ name: 'BadRequestException' });
      expect((await readCurrentLogin()).password).toBe(formerLogin.password);
      await expect(runStep('finishSecret')).rejects.toThrow('not the current one');
    });

    it.each<Fault>(['refuse', 'lose answer'])(
      'leaves a role that can log in if the change of the secret fails (%s), and succeeds when repeated',
      async (fault) => {
        setLabelChangeFaults(fault);
        await expect(runSteps()).rejects.toMatchObject({ name: 'InvalidRequestException' });
        const isFormer = (await readCurrentLogin()).password === formerLogin.password;
        expect(isFormer).toBe(fault === 'refuse');
        expect(await isRoleUsable()).toBe(true);
        await runSteps();
        expect((await readCurrentLogin()).password).not.toBe(formerLogin.password);
        expect(await isRoleUsable()).toBe(true);
      },
    );

    it('succeeds when repeated even if the role could not get its former password back', async () => {
      await runStep('createSecret');
      setLabelChangeFaults('refuse');
      // The second request would read the former password.
      proxy.faults.set('GetSecretValue', ['none', 'refuse']);
      await expect(runStep('setSecret')).rejects.toMatchObject({ name: 'InvalidRequestException' });
      expect(await isRoleUsable()).toBe(false);
      await runSteps();
      expect((await readCurrentLogin()).password).not.toBe(formerLogin.password);
      expect(await isRoleUsable()).toBe(true);
    });

    it('succeeds even if a deployment sets the former password just before the secret changes', async () => {
      setLabelChangeFaults(() => {
        database.calls.push({ secretArn: ownerSecretArn, sql: createAlterRoleSql(formerLogin) });
      });
      await runSteps();
      expect(await isRoleUsable()).toBe(true);
    });

    it('succeeds when repeated if the database refuses the new password after such a deployment', async () => {
      setLabelChangeFaults(() => {
        database.calls.push({ secretArn: ownerSecretArn, sql: createAlterRoleSql(formerLogin) });
        database.refusals.push('BadRequestException');
      });
      await expect(runSteps()).rejects.toMatchObject({ name: 'BadRequestException' });
      expect(await isRoleUsable()).toBe(false);
      await runSteps();
      expect(await isRoleUsable()).toBe(true);
    });

    it('refuses a version that is neither pending nor current any more', async () => {
      await runSteps();
      const outdatedToken = tokenOfRotation();
      rotations += 100;
      await runSteps();
      rotations += 100;
      await runSteps();
      const event = { Step: 'setSecret', SecretId, ClientRequestToken: outdatedToken };
      await expect(rotate(event)).rejects.toThrow('neither pending nor current');
      expect(await isRoleUsable()).toBe(true);
    });

    it('does not log in before the role has its password', async () => {
      await runStep('createSecret');
      await runStep('testSecret');
      expect(database.calls).toEqual([]);
    });

    it('waits for a paused database', async () => {
      await runStep('createSecret');
      database.refusals.push('DatabaseResumingException');
      await runStep('setSecret');
      expect((await readLabelsByVersion())[tokenOfRotation()]).toContain('AWSCURRENT');
    });
  },
);
