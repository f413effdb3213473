import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { loadTemplate } from '../../../gateway/emulator/load-packaged-service.ts';
import { startPythonMoto, type Moto } from '../../../support/moto.ts';
import { installTemplateCheckers } from './programs.ts';

const programFolder = await installTemplateCheckers();
const region = 'eu-west-1';
const functionArn = `arn:aws:lambda:${region}:123456789012:function:export`;

describe.skipIf(programFolder === undefined)(
  'the state machine of exports, as moto interprets its definition',
  { timeout: 120_000 },
  () => {
    let moto: Moto;
    let definition = '';
    let machineCount = 0;

    beforeAll(async () => {
      const template = await loadTemplate();
      const packaged = JSON.stringify(
        template.Resources['ExportMachine']?.Properties?.['Definition'],
      );
      definition = packaged
        .replace('{"Fn::GetAtt":["ExportLambdaFunction","Arn"]}', JSON.stringify(functionArn))
        .replace('"Seconds":15', '"Seconds":0')
        .replace('"IntervalSeconds":30', '"IntervalSeconds":1');
      if (definition.includes('Fn::')) throw new Error('A reference is not replaced.');
      moto = await startPythonMoto(`${programFolder}/python`);
      await send('/moto-api/config', {
        stepfunctions: { execute_state_machine: true },
        lambda: { use_docker: false },
      });
    }, 60_000);

    afterAll(async () => moto?.close());

    const send = async (
      path: string,
      body: unknown,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<unknown> => {
      const response = await fetch(`${moto.url}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      });
      const answer = await response.text();
      if (!response.ok) throw new Error(`${path} ${response.status}: ${answer}`);
      return answer === '' || answer.startsWith('<') ? undefined : JSON.parse(answer);
    };

    const callStepFunctions = async (operation: string, body: unknown): Promise<unknown> =>
      send('/', body, {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `AWSStepFunctions.${operation}`,
        authorization: `AWS4-HMAC-SHA256 Credential=test/20261126/${region}/states/aws4_request, SignedHeaders=host, Signature=0`,
      });

    /** Runs the machine. @param answers what the function returns, call by call */
    const runMachine = async (
      answers: readonly unknown[],
    ): Promise<{ status: string; events: string }> => {
      await send('/moto-api/static/lambda-simple/response', {
        region,
        results: answers.map((answer) => JSON.stringify(answer)),
      });
      machineCount += 1;
      const { stateMachineArn } = z.object({ stateMachineArn: z.string() }).parse(
        await callStepFunctions('CreateStateMachine', {
          name: `exports-${machineCount}`,
          definition,
          roleArn: 'arn:aws:iam::123456789012:role/machine',
        }),
      );
      const { executionArn } = z
        .object({ executionArn: z.string() })
        .parse(await callStepFunctions('StartExecution', { stateMachineArn, input: '{}' }));
      for (;;) {
        const { status } = z
          .object({ status: z.string() })
          .parse(await callStepFunctions('DescribeExecution', { executionArn }));
        if (status !== 'RUNNING') {
          const history = await callStepFunctions('GetExecutionHistory', { executionArn });
          return { status, events: JSON.stringify(history) };
        }
        await wait(100);
      }
    };

    const unfinished = { isDone: false, finished: 0, skipped: 0, broken: 0 };
    const countEvents = (events: string, state: string): number =>
      events.split(`"name":"${state}"`).length - 1;

    it('calls the function until no job is left', async () => {
      const { status, events } = await runMachine([
        unfinished,
        unfinished,
        { ...unfinished, isDone: true },
      ]);
      expect(status).toBe('SUCCEEDED');
      // Each visit of a state is two events: it is entered and exited.
      expect([countEvents(events, 'Export'), countEvents(events, 'Wait')]).toEqual([6, 4]);
    });

    it('fails if a job failed, and names the command that lists failed jobs', async () => {
      const { status, events } = await runMachine([{ ...unfinished, isDone: true, broken: 1 }]);
      expect(status).toBe('FAILED');
      expect(events).toContain('hds export-job list');
    });
  },
);
