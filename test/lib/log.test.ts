import { readFile } from 'node:fs/promises';

import { Ajv } from 'ajv';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';

import { logError, logScheduledRun, openLog, type Log } from '../../lib/log.ts';
import { metricsNamespace, metricUnits } from '../../lib/metrics.ts';

const lineSchema = z.looseObject({
  _aws: z.object({
    Timestamp: z.number(),
    CloudWatchMetrics: z.tuple([
      z.object({
        Namespace: z.string(),
        Dimensions: z.array(z.array(z.string())),
        Metrics: z.array(z.object({ Name: z.string(), Unit: z.string() })),
      }),
    ]),
  }),
});

let output = '';

beforeEach(() => {
  output = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    output += String(chunk);
    return true;
  });
  return () => write.mockRestore();
});

/** Writes the log line of a request with this status, and returns the parsed line. */
function writeLine(status: number, addToLog: (log: Log) => void = () => undefined) {
  const log = openLog({
    requestId: 'request-1',
    operation: 'get-thing',
    method: 'GET',
    address: '203.0.113.7',
    stage: 'production',
  });
  addToLog(log);
  output = '';
  log.finish(status);
  return lineSchema.parse(JSON.parse(output));
}

function pickMetrics(line: z.output<typeof lineSchema>): Readonly<Record<string, unknown>> {
  const [{ Metrics: metrics }] = line._aws.CloudWatchMetrics;
  return Object.fromEntries(metrics.map(({ Name }) => [Name, line[Name]]));
}

describe('a line of the log', () => {
  it('is a single line of JSON, so that CloudWatch finds its metrics', () => {
    writeLine(200);
    expect(output).toMatch(/^\{.*\}\n$/);
    for (const write of [() => logError(new Error('x')), () => logScheduledRun('nightly', {})]) {
      output = '';
      write();
      expect(output).toMatch(/^\{.*\}\n$/);
    }
  });

  it('follows the embedded metric format of CloudWatch', async () => {
    const schema = await readFile(new URL('embedded-metrics.schema.json', import.meta.url), 'utf8');
    const isValid = new Ajv().compile(JSON.parse(schema));
    const line = writeLine(503, (log) => {
      log.markReady();
      log.addField('DataApiCalls', () => 2);
      log.addField('Throttles', () => 1);
    });
    expect([isValid(line), isValid.errors]).toEqual([true, null]);
    expect(line._aws.Timestamp).toBeCloseTo(Date.now(), -5);
    for (const value of Object.values(pickMetrics(line))) expect(value).toBeTypeOf('number');
  });

  it('has the stage as its only dimension, and the operation as a field', () => {
    const line = writeLine(200);
    const [{ Namespace, Dimensions }] = line._aws.CloudWatchMetrics;
    expect([Namespace, Dimensions]).toEqual([metricsNamespace, [['stage']]]);
    expect(line).toMatchObject({ stage: 'production', operation: 'get-thing' });
  });

  it('contains only the declared metrics, with their units', () => {
    const line = writeLine(404, (log) => {
      log.markReady();
      log.addField('rows', () => 3);
    });
    expect(line).toMatchObject({ rows: 3 });
    const [{ Metrics: metrics }] = line._aws.CloudWatchMetrics;
    expect(metrics).toEqual([
      { Name: 'Latency', Unit: metricUnits.Latency },
      { Name: 'Refusals', Unit: metricUnits.Refusals },
    ]);
  });

  it.each([
    [200, {}],
    [304, {}],
    [400, { Refusals: 1 }],
    [429, { Refusals: 1 }],
    [500, { ServerErrors: 1 }],
    [503, { ServerErrors: 1 }],
  ])('counts an answer with the status %i as %o', (status, metrics) => {
    expect(pickMetrics(writeLine(status))).toEqual(metrics);
  });

  it('measures the latency until the response is ready, and the time until it is sent', () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
    const line = writeLine(200, (log) => {
      now.mockReturnValue(1040);
      log.markReady();
      now.mockReturnValue(61_000);
    });
    now.mockRestore();
    expect(line).toMatchObject({ Latency: 40, milliseconds: 60_000 });
  });

  it('has the account and the application of a security event', () => {
    const line = writeLine(200, (log) => {
      log.security('sign-in', { outcome: 'success', account: 7, client: 'client-1' });
      log.security('sign-in', { outcome: 'success', account: undefined, client: null });
    });
    expect(line).toMatchObject({ account: 7, client: 'client-1' });
    expect(line).not.toHaveProperty('outcome');
  });

  it('omits a field whose value is undefined', () => {
    expect(writeLine(200, (log) => log.addField('rows', () => undefined))).not.toHaveProperty(
      'rows',
    );
  });
});
