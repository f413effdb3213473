import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Context } from 'aws-lambda';
import * as z from 'zod';

import type { Bundle } from '../../../infra/aws/packaging.ts';
import type { RestApi } from './template.ts';

const root = resolve(import.meta.dirname, '../../..');

/** What Lambda takes and gives at once. */
const payloadLimit = 6 * 1024 * 1024;

const callable = z.custom<(event: unknown, context: Context) => Promise<unknown>>(
  (value) => typeof value === 'function',
  'is not a function',
);

/** Lambda was asked to take more than it does. */
export class EventTooLarge extends Error {}

/** Invokes a function by its name in the template: JSON in, JSON out, as Lambda does. */
export type Invoke = (functionId: string, event: unknown, milliseconds: number) => Promise<unknown>;

/** Which code runs: the bundles that AWS would get, or the sources that they are made of. */
export type Code = 'bundles' | 'sources';

function fileOf(
  functionId: string,
  handler: string,
  bundles: readonly Bundle[],
  code: Code,
): string {
  if (code === 'sources') return join(root, handler.replace(/\.\w+$/, '.ts'));
  const name = functionId.replace(/LambdaFunction$/, '').toLowerCase();
  const bundle = bundles.find(({ functionName }) => functionName.toLowerCase() === name);
  if (bundle === undefined) throw new Error(`There is no bundle for ${functionId}.`);
  return bundle.file;
}

function lambdaContext(functionId: string, deadline: number): Context {
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: functionId,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:eu-west-1:123456789012:function:${functionId}`,
    memoryLimitInMB: '1024',
    awsRequestId: randomUUID(),
    logGroupName: 'imitation',
    logStreamName: 'imitation',
    getRemainingTimeInMillis: () => deadline - Date.now(),
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  };
}

/**
 * Lambda for the functions of an API. A module is loaded once, at the first request that needs it.
 * @param api the functions there are
 * @param bundles where they were unpacked
 * @param code which code runs
 */
export function lambda(api: RestApi, bundles: readonly Bundle[], code: Code): Invoke {
  const loaded = new Map<string, Promise<z.output<typeof callable>>>();

  async function load(functionId: string) {
    const handler = api.handlers.get(functionId) ?? '';
    const module: unknown = await import(
      pathToFileURL(fileOf(functionId, handler, bundles, code)).href
    );
    return z.record(z.string(), z.unknown()).parse({ ...Object(module) })[
      handler.split('.').at(-1) ?? ''
    ];
  }

  return async (functionId, event, milliseconds) => {
    const sent = JSON.stringify(event);
    if (Buffer.byteLength(sent) > payloadLimit) throw new EventTooLarge('The event is over 6 MB.');
    const handler =
      loaded.get(functionId) ?? load(functionId).then((exported) => callable.parse(exported));
    loaded.set(functionId, handler);
    const context = lambdaContext(functionId, Date.now() + milliseconds);
    const answer = JSON.stringify(await (await handler)(JSON.parse(sent), context)) ?? 'null';
    if (Buffer.byteLength(answer) > payloadLimit) throw new Error('The response is over 6 MB.');
    return JSON.parse(answer);
  };
}
