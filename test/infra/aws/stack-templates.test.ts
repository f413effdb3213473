import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { listStackTemplates, readStackTemplate } from '../../../infra/aws/stack-templates.ts';
import { metricsNamespace, metricUnits } from '../../../lib/metrics.ts';
import { loadTemplate } from '../../gateway/emulator/load-packaged-service.ts';

const templateSchema = z.looseObject({
  Parameters: z
    .record(z.string(), z.looseObject({ Description: z.string().optional() }))
    .default({}),
  Resources: z.record(
    z.string(),
    z.looseObject({
      Type: z.string(),
      DeletionPolicy: z.string().optional(),
      UpdateReplacePolicy: z.string().optional(),
      Properties: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
});

const readTemplate = async (name: string): Promise<z.output<typeof templateSchema>> =>
  templateSchema.parse(JSON.parse(await readStackTemplate(name)));

describe('the stacks beside the service', () => {
  it('describe each of their parameters', async () => {
    const names = await listStackTemplates();
    expect(names).toEqual(expect.arrayContaining(['account', 'alarms', 'database']));
    for (const name of names) {
      const { Parameters } = await readTemplate(name);
      const undescribed = Object.entries(Parameters).filter(([, value]) => !value.Description);
      expect(undescribed.map(([parameter]) => `${name}: ${parameter}`)).toEqual([]);
    }
  });

  it('contain the code of the function that rotates passwords', async () => {
    const { Resources } = await readTemplate('database');
    const { ZipFile } = z
      .object({ ZipFile: z.string() })
      .parse(Resources['RotationFunction']?.Properties['Code']);
    const cache = path.resolve(import.meta.dirname, '../../../node_modules/.cache');
    const folder = await mkdtemp(path.join(cache, 'rotation-'));
    try {
      const file = path.join(folder, 'index.cjs');
      await writeFile(file, ZipFile);
      const loaded: unknown = await import(pathToFileURL(file).href);
      expect(loaded).toMatchObject({ handler: expect.any(Function) });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('admit only configured desktops to the cluster, and forbid connections from the cluster', async () => {
    const { Resources } = await readTemplate('database');
    expect(Resources['Cluster']?.Properties).toMatchObject({
      VpcSecurityGroupIds: [{ Ref: 'SecurityGroup' }],
      EnableCloudwatchLogsExports: ['postgresql'],
      StorageEncrypted: true,
      DeletionProtection: { Ref: 'DeletionProtection' },
      BackupRetentionPeriod: 14,
    });
    expect(Resources['SecurityGroup']?.Properties).toMatchObject({
      SecurityGroupIngress: {
        'Fn::If': ['HasDesktops', expect.anything(), { Ref: 'AWS::NoValue' }],
      },
      SecurityGroupEgress: [{ CidrIp: '127.0.0.1/32' }],
    });
  });
});

it('data survive the removal of a stack: the cluster as a snapshot, secrets and exports unchanged', async () => {
  const template = await loadTemplate();
  const service = templateSchema.parse(template);
  const database = await readTemplate('database');
  const dataResources = Object.entries({ ...service.Resources, ...database.Resources }).filter(
    ([id, { Type }]) =>
      ['AWS::SecretsManager::Secret', 'AWS::RDS::DBCluster', 'AWS::S3::Bucket'].includes(Type) &&
      id !== 'ServerlessDeploymentBucket',
  );
  expect(dataResources.length).toBeGreaterThanOrEqual(5);
  for (const [id, { Type, DeletionPolicy, UpdateReplacePolicy }] of dataResources) {
    const policy = Type === 'AWS::RDS::DBCluster' ? 'Snapshot' : 'Retain';
    // The packager deploys the service without the option RetainExceptOnCreate, so each policy includes it.
    const expectedDeletion = id in service.Resources ? `${policy}ExceptOnCreate` : policy;
    expect([id, DeletionPolicy, UpdateReplacePolicy]).toEqual([id, expectedDeletion, policy]);
  }
});

it('no resource with a fixed name outlives its stack, because the next creation would fail', async () => {
  const template = await loadTemplate();
  const stacks = [template, ...(await Promise.all((await listStackTemplates()).map(readTemplate)))];
  const retained = stacks
    .flatMap((stack) => Object.entries(templateSchema.parse(stack).Resources))
    .filter(([, { DeletionPolicy = '' }]) => DeletionPolicy.startsWith('Retain'));
  expect(retained.length).toBeGreaterThanOrEqual(10);
  const namedResources = retained.filter(([, { Properties }]) =>
    ['Name', 'BucketName', 'RoleName', 'LogGroupName'].some((key) => key in Properties),
  );
  expect(namedResources.map(([id]) => id)).toEqual([]);
});

describe('alarms and dashboard', () => {
  it('refer only to functions, an API, a state machine and a queue that exist', async () => {
    const template = await loadTemplate();
    const text = await readStackTemplate('alarms');
    const existingNames = Object.values(template.Resources).flatMap(({ Properties }) =>
      ['FunctionName', 'StateMachineName', 'QueueName', 'Name']
        .map((key) => Properties?.[key])
        .filter((name) => typeof name === 'string')
        .map((name) => name.replaceAll('-test', '-${Stage}')),
    );
    const usedNames = [...text.matchAll(/heritage-data-service-\$\{Stage\}-[A-Za-z-]+/g)].map(
      ([name]) => name,
    );
    expect(usedNames.length).toBeGreaterThan(3);
    expect(usedNames.filter((name) => !existingNames.includes(name))).toEqual([]);
    expect(existingNames).toContain('heritage-data-service-${Stage}');
  });

  it('refer only to metrics that the functions write', async () => {
    const text = await readStackTemplate('alarms');
    const { Resources } = await readTemplate('alarms');
    const ownMetrics = Object.values(Resources).flatMap(({ Properties }) =>
      Properties['Namespace'] === metricsNamespace ? [Properties['MetricName']] : [],
    );
    expect(new Set(ownMetrics)).toEqual(new Set(['Latency', 'Truncations']));
    expect(Object.keys(metricUnits)).toEqual(expect.arrayContaining(ownMetrics));
    expect(text).toContain(metricsNamespace);
  });

  it('only read CloudWatch, so they never wake the database', async () => {
    const { Resources } = await readTemplate('alarms');
    expect(new Set(Object.values(Resources).map(({ Type }) => Type))).toEqual(
      new Set([
        'AWS::SNS::Topic',
        'AWS::SNS::Subscription',
        'AWS::CloudWatch::Alarm',
        'AWS::CloudWatch::Dashboard',
      ]),
    );
  });
});
