import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { getRetryPlugin, isThrottlingError, StandardRetryStrategy } from '@smithy/core/retry';
import type { SdkError } from '@smithy/types';

import { awsClientSettings, type AwsClientOptions } from '../aws/client-settings.ts';
import { callCounts } from './call-counts.ts';

/** In milliseconds. */
const requestTimeout = 50_000;

/**
 * Creates a client of the Data API that repeats a call twice at most, if AWS throttles it or it fails with a transient error, and counts
 * how often AWS throttles one. One client sends all calls of a role, because each response tells it the time of AWS.
 * @rule Database and local stack: When is a call repeated because a service of AWS failed?
 */
export function createAwsClient(options: AwsClientOptions): RDSDataClient {
  const client = new RDSDataClient(awsClientSettings(options, requestTimeout));
  client.middlewareStack.add(
    (next) => async (request) => {
      try {
        return await next(request);
      } catch (error) {
        if (isError(error) && isThrottlingError(error)) callCounts.throttles += 1;
        throw error;
      }
    },
    // Within the step that repeats a call, so that each attempt counts.
    { step: 'deserialize', priority: 'high' },
  );
  return client;
}

/**
 * Creates a plug-in for commands that are sent once only, because a write whose response was lost would run twice. It takes the place of
 * the plug-in of the client that repeats calls.
 */
export function createSendOncePlugin() {
  const strategy = new StandardRetryStrategy({ maxAttempts: 1 });
  return getRetryPlugin({ maxAttempts: async () => 1, retryStrategy: async () => strategy });
}

const isError = (error: unknown): error is SdkError => error instanceof Error;
