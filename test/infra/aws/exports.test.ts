import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import type { Template } from '../../../infra/aws/packaging.ts';
import { loadTemplate } from '../../gateway/emulator/load-packaged-service.ts';

const stateSchema = z.looseObject({ Type: z.string(), Next: z.string().optional() });
const machineSchema = z.object({
  StateMachineType: z.string(),
  Definition: z.object({
    StartAt: z.string(),
    States: z.record(z.string(), stateSchema),
  }),
});
const choiceSchema = z.object({
  Choices: z.array(
    z.object({
      Variable: z.string(),
      BooleanEquals: z.boolean().optional(),
      NumericGreaterThan: z.number().optional(),
      Next: z.string(),
    }),
  ),
  Default: z.string(),
});

let template: Template;

beforeAll(async () => {
  template = await loadTemplate();
});

const readDefinition = () =>
  machineSchema.parse(template.Resources['ExportMachine']?.Properties).Definition;

/** Runs the machine like Step Functions. @param answers what the function returns, call by call */
function listVisitedStates(answers: readonly unknown[]): readonly string[] {
  const { StartAt, States } = readDefinition();
  const remainingAnswers = [...answers];
  const visited: string[] = [];
  let input: unknown = {};
  for (let name: string | undefined = StartAt; name !== undefined;) {
    visited.push(name);
    const current = stateSchema.parse(States[name]);
    if (current.Type === 'Task') input = remainingAnswers.shift();
    name = current.Type === 'Choice' ? chooseState(current, input) : current.Next;
  }
  return visited;
}

function chooseState(choiceState: unknown, input: unknown): string {
  const { Choices, Default } = choiceSchema.parse(choiceState);
  const values = z.record(z.string(), z.unknown()).parse(input);
  const matchingChoice = Choices.find(({ Variable, BooleanEquals, NumericGreaterThan }) => {
    const value = values[Variable.replace('$.', '')];
    if (BooleanEquals !== undefined) return value === BooleanEquals;
    return Number(value) > Number(NumericGreaterThan);
  });
  return matchingChoice?.Next ?? Default;
}

describe('the state machine of exports', () => {
  const unfinished = { isDone: false, finished: 0, skipped: 0, broken: 0 };

  it('calls the function again until it reports that no job is left', () => {
    const statesOfRound = ['Export', 'IsDone', 'Wait'];
    expect(listVisitedStates([unfinished, unfinished, { ...unfinished, isDone: true }])).toEqual([
      ...statesOfRound,
      ...statesOfRound,
      'Export',
      'IsDone',
      'Done',
    ]);
  });

  it('fails at the end if a job has failed, so that the failure is reported', () => {
    const visited = listVisitedStates([
      { ...unfinished, broken: 1 },
      { ...unfinished, isDone: true, broken: 1 },
    ]);
    expect(visited.slice(-2)).toEqual(['IsDone', 'Broken']);
    expect(readDefinition().States['Broken']?.Type).toBe('Fail');
  });

  it('passes the execution id to the function, so that a retry can continue an interrupted job at once', () => {
    expect(readDefinition().States['Export']).toMatchObject({
      Resource: 'arn:aws:states:::lambda:invoke',
      Parameters: {
        FunctionName: { 'Fn::GetAtt': ['ExportLambdaFunction', 'Arn'] },
        Payload: { 'owner.$': '$$.Execution.Id' },
      },
      OutputPath: '$.Payload',
      Retry: [{ ErrorEquals: ['States.ALL'], MaxAttempts: 3 }],
    });
    expect(
      machineSchema.parse(template.Resources['ExportMachine']?.Properties).StateMachineType,
    ).toBe('STANDARD');
  });

  it('is started by a schedule, and may call the export function', () => {
    expect(template.Resources['ExportRule']?.Properties).toMatchObject({
      ScheduleExpression: 'cron(0 3 * * ? *)',
      State: 'ENABLED',
      Targets: [
        { Arn: { Ref: 'ExportMachine' }, RoleArn: { 'Fn::GetAtt': ['ExportRuleRole', 'Arn'] } },
      ],
    });
    expect(JSON.stringify(template.Resources['ExportMachineRole']?.Properties)).toContain(
      '"Action":"lambda:InvokeFunction","Resource":{"Fn::GetAtt":["ExportLambdaFunction","Arn"]}',
    );
  });
});

describe('the bucket of exports', () => {
  it('is closed to the public, accepts only TLS, and deletes unfinished uploads and former versions', () => {
    expect(template.Resources['ExportBucket']?.Properties).toMatchObject({
      PublicAccessBlockConfiguration: { BlockPublicPolicy: true, RestrictPublicBuckets: true },
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: {
        Rules: [
          { Status: 'Enabled', NoncurrentVersionExpiration: { NoncurrentDays: 7 } },
          { Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 } },
        ],
      },
    });
    expect(template.Resources['ExportBucketPolicy']?.Properties).toMatchObject({
      Bucket: { Ref: 'ExportBucket' },
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Deny',
            Principal: '*',
            Action: 's3:*',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          },
        ],
      },
    });
  });

  it('is written by the export function, read by the download function, and not accessible to others', () => {
    const roles = Object.entries(template.Resources).filter(
      ([, { Type, Properties }]) =>
        Type === 'AWS::IAM::Role' && JSON.stringify(Properties).includes('ExportBucket'),
    );
    expect(roles.map(([name]) => name).toSorted()).toEqual(['DownloadRole', 'ExportRole']);
    expect(JSON.stringify(Object.fromEntries(roles)['DownloadRole']?.Properties)).not.toContain(
      's3:Put',
    );
    const usersOfBucket = Object.values(template.Resources).flatMap(({ Type, Properties }) => {
      const lambda = z
        .looseObject({ Handler: z.string(), Role: z.object({ 'Fn::GetAtt': z.array(z.string()) }) })
        .safeParse(Properties);
      if (Type !== 'AWS::Lambda::Function' || !lambda.success) return [];
      const [role = ''] = lambda.data.Role['Fn::GetAtt'];
      return role === 'DownloadRole' || role === 'ExportRole'
        ? [`${lambda.data.Handler}: ${role}`]
        : [];
    });
    expect(usersOfBucket.toSorted()).toEqual([
      'functions/exports/get.handler: DownloadRole',
      'functions/geojson/export.handler: ExportRole',
    ]);
  });
});
