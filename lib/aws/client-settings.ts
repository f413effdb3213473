import type { HttpHandlerUserInput } from '@smithy/core/protocols';

import { JsonProtocol } from './json-protocol.ts';

/** What differs between the clients of AWS services. */
export type AwsClientOptions = {
  readonly region: string;
  /** The URL of an emulator; left out in AWS. */
  readonly endpoint?: string | undefined;
  /** Left out in AWS, where the environment of the function has them. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Tests replace the connections. */
  readonly requestHandler?: HttpHandlerUserInput;
};

/**
 * The settings of a client of an AWS service. They are complete, so that the first call does not search the environment and files of the
 * user for them.
 * @param requestTimeout milliseconds until a call without a response fails
 * @rule Database and local stack: How is a request to a service of AWS signed and sent?
 */
export function awsClientSettings(options: AwsClientOptions, requestTimeout: number) {
  const { region, endpoint, credentials, requestHandler } = options;
  return {
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    requestHandler: requestHandler ?? {
      requestTimeout,
      throwOnRequestTimeout: true,
      connectionTimeout: 2000,
    },
    protocol: JsonProtocol,
    maxAttempts: 3,
    retryMode: 'standard',
    userAgentAppId: 'heritage-data-service',
    authSchemePreference: [],
    disableClockSkewCorrection: false,
    ignoreConfiguredEndpointUrls: true,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
  };
}
