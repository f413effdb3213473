import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Context } from 'aws-lambda';
import * as z from 'zod';

import type { Bundle } from '../../../infra/aws/packaging.ts';
import {
  toRuntimeStream,
  createFunctionStream,
  installLambdaRuntime,
  isStreamingHandler,
} from './lambda-runtime.ts';
import {
  readFunctionStream,
  type StreamedAnswer,
  type StreamLimits,
  awsStreamLimits,
} from './streams.ts';
import type { RestApi } from './rest-api.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The limit of Lambda for events and answers. */
const maxPayloadBytes = 6 * 1024 * 1024;

const handlerSchema = z.custom<(event: unknown, context: Context) => Promise<unknown>>(
  (value) => typeof value === 'function',
  'is not a function',
);

/** The event is larger than Lambda accepts. */
export class EventTooLarge extends Error {}

/** Invokes a function by its name in the template, with JSON as input and output. */
export type Invoke = (functionId: string, event: unknown, milliseconds: number) => Promise<unknown>;

/** Invokes a streaming function. Resolves when its headers have arrived. */
export type InvokeWithStream = (
  functionId: string,
  event: unknown,
  milliseconds: number,
) => Promise<StreamedAnswer>;

export type Lambda = { readonly invoke: Invoke; readonly stream: InvokeWithStream };

/** The bundles for AWS, or their sources. */
export type FunctionCode = 'bundles' | 'sources';

function findFile(
  functionId: string,
  handler: string,
  bundles: readonly Bundle[],
  code: FunctionCode,
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
    logGroupName: 'emulator',
    logStreamName: 'emulator',
    getRemainingTimeInMillis: () => deadline - Date.now(),
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  };
}

type Handler = z.output<typeof handlerSchema>;

let latestLoad: Promise<unknown> = Promise.resolve();

/** Loads a module with the HDS_ANSWERS of the template. Modules read it from the environment while they load, so only one loads at a time. */
async function loadWithAnswers(file: string, answers: string | undefined): Promise<unknown> {
  const load = latestLoad.then(async () => {
    const { HDS_ANSWERS: previous } = process.env;
    // With the query, Node loads a separate module for each value.
    const query = answers === undefined ? '' : `?answers=${answers}`;
    if (answers !== undefined) process.env['HDS_ANSWERS'] = answers;
    try {
      const module: unknown = await import(`${pathToFileURL(file).href}${query}`);
      return module;
    } finally {
      if (previous === undefined) delete process.env['HDS_ANSWERS'];
      else process.env['HDS_ANSWERS'] = previous;
    }
  });
  latestLoad = load.catch(() => undefined);
  return load;
}

function serializeEvent(event: unknown): string {
  const text = JSON.stringify(event);
  if (Buffer.byteLength(text) > maxPayloadBytes) throw new EventTooLarge('The event is over 6 MB.');
  return text;
}

/** Creates Lambda for the functions of an API. A module is loaded once, at the first request that needs it. */
export function createLambda(
  api: RestApi,
  bundles: readonly Bundle[],
  code: FunctionCode,
  limits: StreamLimits = awsStreamLimits,
): Lambda {
  installLambdaRuntime();
  const handlers = new Map<string, Promise<Handler>>();

  async function load(functionId: string): Promise<Handler> {
    const handler = api.handlers.get(functionId) ?? '';
    const file = findFile(functionId, handler, bundles, code);
    const module = await loadWithAnswers(file, api.answers.get(functionId));
    const exported = z.record(z.string(), z.unknown()).parse({ ...Object(module) });
    return handlerSchema.parse(exported[handler.split('.').at(-1) ?? '']);
  }

  async function getHandler(functionId: string): Promise<Handler> {
    const handler = handlers.get(functionId) ?? load(functionId);
    handlers.set(functionId, handler);
    return handler;
  }

  return {
    invoke: async (functionId, event, milliseconds) => {
      const eventText = serializeEvent(event);
      const handler = await getHandler(functionId);
      if (isStreamingHandler(handler))
        throw new Error('The method does not stream, but its function does.');
      const context = lambdaContext(functionId, Date.now() + milliseconds);
      const answer = JSON.stringify(await handler(JSON.parse(eventText), context)) ?? 'null';
      if (Buffer.byteLength(answer) > maxPayloadBytes)
        throw new Error('The response is over 6 MB.');
      return JSON.parse(answer);
    },
    stream: async (functionId, event, milliseconds) => {
      const eventText = serializeEvent(event);
      const handler = await getHandler(functionId);
      if (!isStreamingHandler(handler))
        throw new Error('The method streams, but its function does not.');
      const context = lambdaContext(functionId, Date.now() + milliseconds);
      const stream = createFunctionStream();
      const timer = setTimeout(() => stream.destroy(new Error('Timed out.')), milliseconds);
      stream.once('close', () => clearTimeout(timer));
      return readFunctionStream(
        stream,
        handler(JSON.parse(eventText), toRuntimeStream(stream), context),
        limits,
      );
    },
  };
}
