import path from 'node:path';

import { APIGatewayClient, GetResourcesCommand } from '@aws-sdk/client-api-gateway';
import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStackResourceCommand,
  DescribeStackResourcesCommand,
  GetTemplateCommand,
  ListStacksCommand,
} from '@aws-sdk/client-cloudformation';
import { DeleteParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';

import { readStoredSettings } from '../../../infra/settings/stored-settings.ts';
import { deployStage } from '../../../infra/aws/deployment/deploy-stage.ts';
import type { DeploymentTools, Variables } from '../../../infra/aws/deployment/deployment-tools.ts';
import type { DeploymentOptions } from '../../../infra/aws/deployment/options.ts';
import { removeStage } from '../../../infra/aws/deployment/remove-stage.ts';
import { runServerless } from '../../../infra/aws/deployment/run-serverless.ts';
import { applyStack, describeStack, toStackOutputs } from '../../../infra/aws/deployment/stacks.ts';
import { readOwnerSecretArn } from '../../../infra/cli/owner-secret.ts';
import { readStackTemplate } from '../../../infra/aws/stack-templates.ts';
import { createSecrets } from '../../../lib/secrets/client.ts';
import { readSettings } from '../../../lib/settings.ts';
import type { Statement } from '../../../lib/data-api/sql.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { readApiDefinition } from '../../gateway/emulator/api-definition.ts';
import { loadTemplate } from '../../gateway/emulator/load-packaged-service.ts';
import { startPythonMoto, type Moto } from '../../support/moto.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import { installTemplateCheckers } from './template-checks/programs.ts';

const programs = await installTemplateCheckers();
const region = 'eu-west-1';
const stage = 'first';
const polling = { interval: 0.1, limit: 120 };
/** Lets the packager read the state of a stack ten times a second. */
const packager = { SLS_AWS_MONITORING_FREQUENCY: '100' };

describe.skipIf(programs === undefined)('a stage in simulated AWS', { timeout: 600_000 }, () => {
  let moto: Moto;
  let testStack: TestStack;
  let tools: DeploymentTools;
  let client: CloudFormationClient;
  let ownerSecretArn = '';
  let deploymentCount = 0;
  /** The variables of the deployments of the service that were only recorded. */
  const recordedVariables: Variables[] = [];
  let lines: string[] = [];
  const passwordStatements: string[] = [];
  const firstRequests: string[] = [];
  /** The outputs and the signing key of the stage before it is updated. */
  let outputs: Readonly<Record<string, string>> = {};
  let key: string | undefined;

  beforeAll(async () => {
    const program = path.join(programs ?? '', 'python');
    const server = path.join(import.meta.dirname, 'template-checks/moto-with-stand-ins.py');
    moto = await startPythonMoto(program, [server]);
    testStack = await openTestStack({ content: 'bare' });
    vi.stubEnv('AWS_ENDPOINT_URL', moto.url);
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
    vi.stubEnv('AWS_REGION', region);
    client = new CloudFormationClient({ region });
    tools = {
      region,
      readAccount: async () => ({
        id: '123456789012',
        concurrency: { quota: 10, available: 10 },
        hasLoggingRole: false,
      }),
      openDatabase: async (clusterArn) => {
        ownerSecretArn = await readOwnerSecretArn(clusterArn, { region });
        return {
          ...testStack.owner,
          // The roles of a test server belong to all of its databases, so their passwords stay unchanged.
          write: async (statement: Statement) => {
            if (!statement.text.startsWith('alter role')) return testStack.owner.write(statement);
            passwordStatements.push(statement.text);
            return [];
          },
        };
      },
      secrets: createSecrets({ region, endpoint: readSettings(process.env).secretsEndpoint }),
      deployService: async (name, variables) => {
        deploymentCount += 1;
        // CloudFormation gets the same template without the bundles.
        const contents = triesAllCases && deploymentCount === 1 ? 'everything' : 'template';
        const settings = { ...variables, ...packager, HDS_PACKAGE: contents };
        await runServerless(['deploy', '--stage', name], settings);
      },
      makeFirstRequest: async (url, expectedStatus) => {
        firstRequests.push(`${url} ${expectedStatus}`);
        return 1;
      },
      print: (line) => void lines.push(line),
      environment: { HDS_STREAM_CONCURRENCY: '1', HDS_LANGUAGE: 'fr', HDS_RATE: '50' },
      polling,
    };
  }, 120_000);

  afterAll(async () => {
    vi.unstubAllEnvs();
    await testStack?.close();
    await moto?.close();
  });

  const deploy = async (options: Partial<DeploymentOptions> = {}): Promise<string> => {
    lines = [];
    firstRequests.length = 0;
    const defaults = {
      stage,
      keepSchema: false,
      isClosed: false,
      database: {},
      reset: [],
      adoptsSettings: false,
    };
    const alarms = { Email: 'a@example.org' };
    return deployStage({ ...defaults, alarms, ...options }, tools);
  };

  const listStackNames = async (): Promise<readonly string[]> => {
    const { StackSummaries = [] } = await client.send(new ListStacksCommand({}));
    return StackSummaries.filter(({ StackStatus }) => StackStatus !== 'DELETE_COMPLETE')
      .map(({ StackName = '' }) => StackName)
      .toSorted();
  };

  it('is created by one command in an empty account', async () => {
    const url = await deploy({ isClosed: true });
    expect(url).toMatch(/^https:\/\/\w+\.execute-api\.eu-west-1\.amazonaws\.com\/first$/);
    expect(await listStackNames()).toEqual([
      'heritage-data-service-account',
      'heritage-data-service-alarms-first',
      'heritage-data-service-database-first',
      'heritage-data-service-first',
    ]);
    expect(firstRequests).toEqual([`${url} 429`]);
    expect(ownerSecretArn).toContain(':secret:rds!cluster-');
    const database = await describeStack(client, `heritage-data-service-database-${stage}`);
    expect(database?.Parameters).toContainEqual({
      ParameterKey: 'DeletionProtection',
      ParameterValue: 'true',
    });
    expect(lines.join('\n')).toContain('HDS_STREAM_CONCURRENCY is not applied');
    expect(lines.join('\n')).toMatch(/Migrations: [1-9]\d* applied/);
  });

  it('has a schema, a signing key, and roles with passwords that no log shows', async () => {
    const [[tables] = []] = await testStack.owner.read(
      rawSql("select count(*)::int4 from pg_tables where schemaname = 'public'"),
    );
    expect(Number(tables)).toBeGreaterThan(40);
    outputs = toStackOutputs(await describeStack(client, `heritage-data-service-${stage}`));
    key = await tools.secrets.read(outputs['SigningKeySecretArn'] ?? '');
    expect(JSON.parse(key ?? '{}')).toMatchObject({
      kid: expect.any(String),
      d: expect.any(String),
    });
    const secretArn = outputs['ServiceSecretArn'] ?? '';
    const { password } = JSON.parse((await tools.secrets.read(secretArn)) ?? '{}');
    const verifier = /^alter role (\w+) login password 'SCRAM-SHA-256\$4096:/;
    const roles = passwordStatements.map((statement) => verifier.exec(statement)?.[1] ?? statement);
    expect(roles.toSorted()).toEqual([
      'heritage_administer',
      'heritage_derive',
      'heritage_export',
      'heritage_read',
      'heritage_reader',
      'heritage_revoke',
      'heritage_service',
      'heritage_sign_in',
      'heritage_write',
    ]);
    expect(passwordStatements.join()).not.toContain(password);
  });

  it('has every resource of its templates', async () => {
    const template = await loadTemplate();
    const StackName = `heritage-data-service-${stage}`;
    const { StackResources = [] } = await client.send(
      new DescribeStackResourcesCommand({ StackName }),
    );
    // moto lists resources of options that are off, too, without an id.
    const created = StackResources.map(({ LogicalResourceId: id = '' }) =>
      id.replace(/^ApiGatewayDeployment\d+$/, 'Deployment'),
    ).filter((id) => id !== '');
    // Those with a condition belong to options that are off.
    const declared = Object.entries(template.Resources)
      .filter(([, { Condition }]) => Condition === undefined)
      .map(([id]) => id.replace(/^ApiGatewayDeployment\d+$/, 'Deployment'));
    expect(created.toSorted()).toEqual(declared.toSorted());
  });

  it('has every path and method of its template in API Gateway', async () => {
    const { methods } = readApiDefinition(await loadTemplate());
    const request = {
      StackName: `heritage-data-service-${stage}`,
      LogicalResourceId: 'ApiGatewayRestApi',
    };
    const { StackResourceDetail } = await client.send(new DescribeStackResourceCommand(request));
    const restApiId = StackResourceDetail?.PhysicalResourceId;
    const { items = [] } = await new APIGatewayClient({ region }).send(
      new GetResourcesCommand({ restApiId, limit: 500 }),
    );
    const created = items.flatMap(({ path: resourcePath, resourceMethods = {} }) =>
      Object.keys(resourceMethods).map((method) => `${method} ${resourcePath}`),
    );
    const defined = methods.map(
      ({ httpMethod, path: definedPath }) => `${httpMethod} ${definedPath}`,
    );
    expect(created.toSorted()).toEqual(defined.toSorted());
  });

  it('is closed by the option --closed: it accepts no request and runs no schedule', async () => {
    expect(firstRequests.map((request) => request.slice(-4))).toEqual([' 429']);
    expect(lines.at(-1)).toContain('To open the stage, deploy without --closed.');
    expect(await listOpenParts()).toEqual([]);
  });

  it('keeps the schema of a newer version if an earlier one is deployed with keepSchema', async () => {
    await testStack.owner.write(
      rawSql("insert into migration (name, checksum) values ('999-later.sql', '')"),
    );
    await expect(deploy()).rejects.toThrow('999-later.sql');
    tools = { ...tools, environment: {} };
    await deploy({ keepSchema: true, database: { MaximumCapacity: '8' } });
    expect(lines).toContain('Migrations: skipped');
    await testStack.owner.write(rawSql("delete from migration where name = '999-later.sql'"));
  });

  it('is opened by a deployment without --closed', async () => {
    expect(firstRequests.map((request) => request.slice(-4))).toEqual([' 200']);
    expect(await listOpenParts()).toEqual(
      expect.arrayContaining(['ApiGatewayStage', 'ExportRule']),
    );
  });

  it('keeps its settings if a deployment is run without the variables of the first one', async () => {
    expect(lines).toContain('Settings: as stored');
    expect(await readVariables()).toMatchObject({ HDS_LANGUAGE: ['fr'] });
    const [[language] = []] = await testStack.owner.read(rawSql('select default_language()'));
    expect(language).toBe('fr');
    // The packager has created the stage and updated it. Which variables it gets is all that the next deployments show.
    const deployService: DeploymentTools['deployService'] = async (_name, variables) =>
      void recordedVariables.push(variables);
    tools = { ...tools, deployService, environment: { HDS_LANGUAGE: 'nl' } };
    await deploy({ reset: ['HDS_RATE'] });
    expect(lines).toEqual(
      expect.arrayContaining(['  HDS_LANGUAGE: fr → nl', '  HDS_RATE: 50 → (default)']),
    );
    expect(recordedVariables).toEqual([expect.objectContaining({ HDS_LANGUAGE: 'nl' })]);
    expect(await readStoredSettings(stage, region)).toEqual({
      HDS_BASE_URL: outputs['BaseUrl'],
      HDS_LANGUAGE: 'nl',
      HDS_STREAM_CONCURRENCY: '1',
    });
  });

  it('is refused if an earlier version deployed it without storing its settings, unless they are adopted', async () => {
    const stored = (await readStoredSettings(stage, region)) ?? {};
    const deleteSettings = { Name: `/heritage-data-service-${stage}/settings` };
    await new SSMClient({ region }).send(new DeleteParameterCommand(deleteSettings));
    await expect(deploy()).rejects.toThrow('add --adopt-settings once');
    await deploy({ adoptsSettings: true });
    expect(await readStoredSettings(stage, region)).toEqual({
      HDS_BASE_URL: stored['HDS_BASE_URL'],
      HDS_LANGUAGE: 'nl',
    });
  });

  it('keeps its key, address and parameters when the same command updates it', async () => {
    const after = toStackOutputs(await describeStack(client, `heritage-data-service-${stage}`));
    expect(after['BaseUrl']).toBe(outputs['BaseUrl']);
    expect(await tools.secrets.read(after['SigningKeySecretArn'] ?? '')).toBe(key);
    const request = {
      name: `heritage-data-service-database-${stage}`,
      template: await readStackTemplate('database'),
      parameters: { Stage: stage, LogDays: '14' },
    };
    const updated = await applyStack(client, request, polling);
    expect(updated.outputs['MaximumCapacity']).toBe('8');
  });

  /** The values of each variable in the functions of the deployed template. */
  const readVariables = async (): Promise<Readonly<Record<string, readonly unknown[]>>> => {
    const { TemplateBody = '' } = await client.send(
      new GetTemplateCommand({ StackName: `heritage-data-service-${stage}` }),
    );
    const values = [...TemplateBody.matchAll(/"(HDS_\w+)":"([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    return Object.fromEntries(
      values.map(([name]) => [
        name,
        [...new Set(values.flatMap(([other, value]) => (other === name ? [value] : [])))],
      ]),
    );
  };

  /** The logical ids of the enabled rules, and that of the API stage if it accepts requests. */
  const listOpenParts = async (): Promise<readonly string[]> => {
    const { TemplateBody = '' } = await client.send(
      new GetTemplateCommand({ StackName: `heritage-data-service-${stage}` }),
    );
    const { Resources } = z
      .object({ Resources: z.record(z.string(), z.unknown()) })
      .parse(JSON.parse(TemplateBody));
    return Object.entries(Resources)
      .filter(([, resource]) =>
        /"Throttling\w+":[1-9]|"State":"ENABLED"/.test(JSON.stringify(resource)),
      )
      .map(([id]) => id);
  };

  const remove = async (answers: readonly (string | undefined)[], confirmedStage?: string) => {
    const remainingAnswers = [...answers];
    lines = [];
    await removeStage(stage, confirmedStage, {
      region,
      ask: async () => remainingAnswers.shift(),
      removeService: async (name) =>
        runServerless(['remove', '--stage', name], { ...packager, HDS_BASE_URL: '' }),
      print: (line) => void lines.push(line),
      polling,
    });
  };

  it('stays unless its name is typed twice', async () => {
    const before = await listStackNames();
    for (const answers of [[undefined], ['yes'], [stage, ''], [stage, 'second']]) {
      await expect(remove(answers)).rejects.toThrow('Nothing was removed.');
    }
    await expect(remove([], 'second')).rejects.toThrow('--remove-stage first');
    expect(await listStackNames()).toEqual(before);
  });

  it('cannot be deleted in another way', async () => {
    for (const name of ['', '-database', '-alarms'].map(
      (part) => `heritage-data-service${part}-${stage}`,
    )) {
      await expect(client.send(new DeleteStackCommand({ StackName: name }))).rejects.toThrow(
        'TerminationProtection',
      );
    }
  });

  it('is removed without its data', async () => {
    await remove([stage, stage]);
    expect(await listStackNames()).toEqual([
      'heritage-data-service-account',
      'heritage-data-service-database-first',
    ]);
    expect(lines.at(-1)).toMatch(/Kept: arn:aws:secretsmanager/);
  });
});
