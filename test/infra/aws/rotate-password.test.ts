import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

import {
  CreateSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';

import { parseRoleLogin, type RoleLogin } from '../../../infra/aws/role-password.ts';
import { findFreePort } from '../../../infra/local/free-port.ts';
import { startPythonMoto, type Moto } from '../../support/moto.ts';
import { installTemplateCheckers } from './template-checks/programs.ts';
import { acceptsPassword } from './accepts-password.ts';

const programs = await installTemplateCheckers();
const callSchema = z.looseObject({ secretArn: z.string(), sql: z.string() });
const ownerSecretArn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:owner';
const steps = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'];

describe.skipIf(programs === undefined)('rotating the password of a database role', () => {
  let moto: Moto;
  let database: Server;
  let rotate: typeof import('../../../infra/aws/rotate-password.ts').handler;
  let SecretId = '';
  let calls: z.output<typeof callSchema>[] = [];
  let refusals: string[] = [];
  let rotations = 0;

  beforeAll(async () => {
    moto = await startPythonMoto(`${programs}/python`);
    database = createServer((request, response) => {
      void text(request).then((body) => {
        calls.push(callSchema.parse(JSON.parse(body)));
        const refusal = refusals.shift();
        response.writeHead(refusal === undefined ? 200 : 400, {
          'content-type': 'application/json',
          ...(refusal === undefined ? {} : { 'x-amzn-errortype': refusal }),
        });
        response.end('{}');
      });
    });
    const port = await findFreePort(0);
    await new Promise<void>((resolve) => void database.listen(port, '127.0.0.1', resolve));
    vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', moto.url);
    vi.stubEnv('AWS_ENDPOINT_URL_RDS_DATA', `http://127.0.0.1:${port}`);
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
    vi.stubEnv('AWS_REGION', 'eu-west-1');
    vi.stubEnv('HDS_CLUSTER_ARN', 'arn:aws:rds:eu-west-1:123456789012:cluster:heritage');
    vi.stubEnv('HDS_OWNER_SECRET_ARN', ownerSecretArn);
    vi.stubEnv('HDS_DATABASE', 'heritage');
    ({ handler: rotate } = await import('../../../infra/aws/rotate-password.ts'));
  }, 60_000);

  beforeEach(async () => {
    calls = [];
    refusals = [];
    const login = { username: 'heritage_service', password: 'first-password-of-the-role' };
    const created = await client().send(
      new CreateSecretCommand({
        Name: `role-${(rotations += 1)}`,
        SecretString: JSON.stringify(login),
      }),
    );
    SecretId = created.ARN ?? '';
  });

  afterAll(async () => {
    vi.unstubAllEnvs();
    database?.close();
    await moto?.close();
  });

  const client = (): SecretsManagerClient => new SecretsManagerClient();
  const token = (): string => `0000000${rotations}`.slice(-8).padEnd(36, '-rotation');
  const runStep = async (Step: string): Promise<void> =>
    rotate({ Step, SecretId, ClientRequestToken: token() });
  const currentLogin = async (): Promise<RoleLogin> => {
    // Without the label, moto answers with the first version.
    const request = { SecretId, VersionStage: 'AWSCURRENT' };
    const value = await client().send(new GetSecretValueCommand(request));
    return parseRoleLogin(value.SecretString);
  };

  it('gives the role the new password that its secret then has', { timeout: 60_000 }, async () => {
    for (const step of steps) await runStep(step);
    const login = await currentLogin();
    expect(login.username).toBe('heritage_service');
    expect(login.password).not.toBe('first-password-of-the-role');
    const [alter, test] = calls;
    expect(calls.length).toBe(2);
    expect([alter?.secretArn, test?.secretArn]).toEqual([ownerSecretArn, SecretId]);
    expect(acceptsPassword(alter?.sql ?? '', login.password)).toBe(true);
    expect(alter?.sql).not.toContain(login.password);
  });

  it('can repeat every step', { timeout: 60_000 }, async () => {
    for (const step of steps) {
      await runStep(step);
      await runStep(step);
    }
    const { password } = await currentLogin();
    expect(acceptsPassword(calls[0]?.sql ?? '', password)).toBe(true);
    expect(calls.filter(({ sql }) => sql.startsWith('alter')).length).toBe(1);
  });

  it(
    'leaves the former password in force if the database refuses',
    { timeout: 60_000 },
    async () => {
      await runStep('createSecret');
      refusals = ['BadRequestException'];
      await expect(runStep('setSecret')).rejects.toMatchObject({ name: 'BadRequestException' });
      expect((await currentLogin()).password).toBe('first-password-of-the-role');
      await expect(runStep('finishSecret')).rejects.toThrow('not the current one');
    },
  );

  it('does not log in before the role has its password', { timeout: 60_000 }, async () => {
    await runStep('createSecret');
    await runStep('testSecret');
    expect(calls).toEqual([]);
  });

  it('waits for a paused database', { timeout: 60_000 }, async () => {
    await runStep('createSecret');
    refusals = ['DatabaseResumingException'];
    await runStep('setSecret');
    const { VersionIdsToStages = {} } = await client().send(
      new DescribeSecretCommand({ SecretId }),
    );
    expect(VersionIdsToStages[token()]).toContain('AWSCURRENT');
  });
});
