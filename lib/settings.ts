import * as z from 'zod';

import type { FunctionRole } from './capabilities.ts';
import { oncePerProcess } from './once-per-process.ts';
import { isTimeZone } from './model/datatypes/values/time-zone.ts';

/** The upper limit of HDS_TOKEN_SECONDS. */
export const maxTokenSeconds = 604_800;

const flagSchema = z.stringbool({
  truthy: ['on', 'true', '1'],
  falsy: ['off', 'false', '0'],
  error: 'must be on or off',
});

function wholeNumber(minimum: number, maximum: number) {
  const error = `must be a whole number from ${minimum} to ${maximum}`;
  return z.coerce
    .number({ error })
    .refine(
      (number) => Number.isSafeInteger(number) && number >= minimum && number <= maximum,
      error,
    );
}

function oneOf<const Word extends string>(...words: readonly [Word, ...Word[]]) {
  const error = `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return z.enum(words, { error });
}

function url(protocol: RegExp, example: string) {
  return z.url({ protocol, error: `must be a URL such as ${example}` });
}

const webUrlSchema = url(/^https?$/, 'https://heritage.example.org');
const baseUrlSchema = webUrlSchema.transform((url) => url.replace(/(?<!\/)\/+$/, ''));

function boundedText(minimum: number, maximum: number) {
  const error = `must have ${minimum} to ${maximum} characters`;
  return z.string().min(minimum, { error }).max(maximum, { error });
}

const scheduleSchema = z
  .string()
  .regex(
    /^(cron|rate)\(.+\)$/,
    'must be an EventBridge schedule such as cron(30 2 * * ? *) or rate(1 hour)',
  );

// The numbers of days that CloudWatch accepts, up to a year.
const logDaysSchema = oneOf('1', '3', '5', '7', '14', '30', '60', '90', '120', '150', '180', '365');

const environmentSchema = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HDS_BASE_URL: baseUrlSchema.optional(),
  HDS_DATA_DIR: boundedText(1, 4096).default('.data'),
  HDS_DATABASE_URL: url(
    /^postgres(ql)?$/,
    'postgres://postgres@localhost:5432/heritage',
  ).optional(),
  HDS_EXPORT: oneOf('on', 'off').default('on'),
  HDS_EXPORT_SCHEDULE: scheduleSchema.optional(),
  HDS_EXPORT_BUCKET: boundedText(3, 63).optional(),
  HDS_EXPORT_FOLDER: boundedText(1, 4096).optional(),
  HDS_EXPORT_LINKS: baseUrlSchema.optional(),
  HDS_NIGHTLY: oneOf('on', 'off').optional(),
  HDS_NIGHTLY_SCHEDULE: scheduleSchema.optional(),
  HDS_TRACING: oneOf('on', 'off').optional(),
  HDS_LOG_DAYS: logDaysSchema.optional(),
  HDS_ACCESS_LOG_DAYS: logDaysSchema.optional(),
  HDS_BUCKET_LOGS: boundedText(3, 63).optional(),
  HDS_RATE: wholeNumber(1, 10_000).optional(),
  HDS_BURST: wholeNumber(1, 5000).optional(),
  HDS_STREAM_CONCURRENCY: wholeNumber(1, 10_000).optional(),
  HDS_SAMPLE: flagSchema.default(true),
  HDS_FORMER_BASE_URLS: z.string().default(''),
  HDS_REQUIRE_IF_MATCH: flagSchema.default(false),
  HDS_LANGUAGE: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]+)*$/, 'must be a language tag such as en-US')
    .default('en-US'),
  HDS_TIME_ZONE: z
    .string()
    .refine(
      isTimeZone,
      'must be a time zone of the tz database of IANA, such as Europe/Berlin or UTC',
    )
    .optional(),
  HDS_HISTORY_PAGE_SIZE: wholeNumber(1, 1000).optional(),
  HDS_PARAMETER_HEADERS: z.string().default('x-service-,x-arches-'),
  HDS_VIEWER_ADDRESS_HEADER: z
    .string()
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, {
      error: 'must be the name of a header such as x-viewer-address',
      abort: true,
    })
    .toLowerCase()
    .optional(),
  HDS_FRONT_SECRET_HASHES: z
    .string()
    .regex(
      /^[\da-f]{64}(,[\da-f]{64})?$/,
      'must be the SHA-256 of a secret, or of two with a comma between them, in lower-case hexadecimal digits',
    )
    .optional(),
  HDS_CLUSTER_ARN: boundedText(11, 2048).optional(),
  HDS_SECRET_ARN: boundedText(11, 2048).optional(),
  HDS_READ_SECRET_ARN: boundedText(11, 2048).optional(),
  HDS_WRITE_SECRET_ARN: boundedText(11, 2048).optional(),
  HDS_SIGN_IN_SECRET_ARN: boundedText(11, 2048).optional(),
  HDS_REVOKE_SECRET_ARN: boundedText(11, 2048).optional(),
  HDS_ADMINISTER_SECRET_ARN: boundedText(11, 2048).optional(),
  HDS_EXPORT_SECRET_ARN: boundedText(11, 2048).optional(),
  HDS_DATABASE: boundedText(1, 64).default('heritage'),
  HDS_SIGNING_KEY_SECRET: boundedText(1, 2048).optional(),
  HDS_TOKEN_SECONDS: wholeNumber(60, maxTokenSeconds).default(36_000),
  HDS_REFRESH_TOKEN_SECONDS: wholeNumber(3600, 31_536_000).default(90 * 86_400),
  HDS_GET_TOKEN: flagSchema.default(true),
  HDS_CLIENT_ID: boundedText(1, 2048).optional(),
  HDS_ANSWERS: oneOf('stream', 'buffered').default('buffered'),
  HDS_STREAM_MEGABYTES: wholeNumber(1, 10_000).default(200),
  HDS_STREAM_KILOBYTES_PER_SECOND: wholeNumber(0, 10_000).default(8),
  HDS_SPATIAL_VIEW_SRID: oneOf('3857', '4326')
    .default('3857')
    .transform((code) => (code === '3857' ? 3857 : 4326)),
  AWS_REGION: boundedText(1, 64).default('eu-west-1'),
  AWS_LAMBDA_RUNTIME_API: boundedText(1, 255).optional(),
  AWS_ENDPOINT_URL_RDS_DATA: webUrlSchema.optional(),
  AWS_ENDPOINT_URL_SECRETS_MANAGER: webUrlSchema.optional(),
  AWS_ENDPOINT_URL_S3: webUrlSchema.optional(),
});

/** The header that the front of infra/aws/front.yml sets. */
const defaultViewerAddressHeader = 'x-viewer-address';

/** Without its secret nobody can tell whether the front or the caller has written the header. */
const settingsSchema = environmentSchema.refine(
  (value) =>
    value.HDS_VIEWER_ADDRESS_HEADER === undefined || value.HDS_FRONT_SECRET_HASHES !== undefined,
  {
    path: ['HDS_VIEWER_ADDRESS_HEADER'],
    error:
      'must be used with HDS_FRONT_SECRET_HASHES. Otherwise callers could write this header themselves',
  },
);

/**
 * How operations with `isStreamed` send their responses. All others are buffered.
 * - `stream`: in chunks, with Lambda response streaming.
 * - `buffered`: in one piece, up to the 6 MB limit of Lambda.
 */
export type ResponseMode = 'stream' | 'buffered';

/** The validated settings of a process. Times are in seconds, URLs are absolute. */
export type Settings = {
  readonly port: number;
  /** The public URL of the service, without a trailing slash. All URIs begin with it. */
  readonly baseUrl: string;
  /** Earlier base URLs, without trailing slashes. Old documents still contain URIs that begin with them. */
  readonly formerBaseUrls: readonly string[];
  /** Whether changes need the header If-Match. */
  readonly requireIfMatch: boolean;
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  /** The bucket for exports; undefined if a folder is used. */
  readonly exportBucket: string | undefined;
  /** The folder for exports if there is no bucket. */
  readonly exportFolder: string;
  /** The URL under which the files of that folder are served; undefined if they are not served. */
  readonly exportLinks: string | undefined;
  /** Whether a schedule runs the export jobs that are due. */
  readonly isExportEnabled: boolean;
  readonly isSampleEnabled: boolean;
  /** The project's default language. */
  readonly language: string;
  /** The time zone (tz database) for times without one; null if such times are refused. */
  readonly timeZone: string | null;
  /** Items per page of the activity stream. The database stores the current value; undefined does not change it. */
  readonly historyPageSize: number | undefined;
  /** Header prefixes, lower case, that carry parameters. */
  readonly parameterHeaderPrefixes: readonly string[];
  /** The proxy that all requests must come through; undefined if callers reach API Gateway directly. */
  readonly front:
    | {
        /** SHA-256 of the secret that the proxy sends, in hexadecimal digits. There are two while it is replaced. */
        readonly secretHashes: readonly string[];
        /** The header, in lower case, in which it sends the address of the caller. */
        readonly viewerAddressHeader: string;
      }
    | undefined;
  readonly clusterArn: string | undefined;
  /** The secret of the database role with which `hds` connects. */
  readonly secretArn: string | undefined;
  /** The secrets of the database roles of functions. A deployed function has only that of its own role. */
  readonly roleSecretArns: Readonly<Record<FunctionRole, string | undefined>>;
  readonly database: string;
  /** The id of the secret with the private key that signs access tokens. */
  readonly signingKeySecret: string | undefined;
  /** The lifetime of an access token in seconds. */
  readonly tokenSeconds: number;
  /** Seconds after which an unused refresh token expires. */
  readonly refreshTokenSeconds: number;
  /** Whether the deprecated POST /auth/get_token is enabled. */
  readonly isGetTokenEnabled: boolean;
  /** The client id that /auth/get_client_id returns. */
  readonly clientId: string | undefined;
  readonly responseMode: ResponseMode;
  /** The size limit of a streamed response in megabytes, measured as it is sent. */
  readonly maxStreamMegabytes: number;
  /** Readers of streamed responses that are slower, in kilobytes per second, are disconnected; 0 disconnects none. */
  readonly minStreamKilobytesPerSecond: number;
  /** EPSG code of the geometries of spatial views. */
  readonly spatialViewSrid: 3857 | 4326;
  readonly region: string;
  /** Whether Lambda runs this process, and no emulator does. */
  readonly isOnLambda: boolean;
  /** The URL of the local emulator; undefined in AWS. */
  readonly dataApiEndpoint: string | undefined;
  /** The URL of the local emulator; undefined in AWS. */
  readonly secretsEndpoint: string | undefined;
  /** The URL of a bucket outside of AWS. */
  readonly s3Endpoint: string | undefined;
};

/** Settings have invalid values. The message lists all of them. */
export class InvalidSettings extends Error {
  readonly code = 'invalid_settings';
}

/**
 * Reads and validates the settings.
 * @param variables environment variables, as in `process.env`; an empty value counts as absent
 * @throws InvalidSettings listing every invalid variable
 */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const present = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = settingsSchema.safeParse(present);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `${issue.path.join('.')}: ${issue.message}`,
    );
    throw new InvalidSettings(`Invalid settings:\n  ${problems.join('\n  ')}`);
  }
  const value = parsed.data;
  return {
    port: value.PORT,
    baseUrl: value.HDS_BASE_URL ?? `http://localhost:${value.PORT}`,
    formerBaseUrls: splitList(value.HDS_FORMER_BASE_URLS).map((url) =>
      url.replace(/(?<!\/)\/+$/, ''),
    ),
    requireIfMatch: value.HDS_REQUIRE_IF_MATCH,
    dataDirectory: value.HDS_DATA_DIR,
    databaseUrl: value.HDS_DATABASE_URL,
    exportBucket: value.HDS_EXPORT_BUCKET,
    exportFolder: value.HDS_EXPORT_FOLDER ?? `${value.HDS_DATA_DIR}/exports`,
    exportLinks: value.HDS_EXPORT_LINKS,
    isExportEnabled: value.HDS_EXPORT === 'on',
    isSampleEnabled: value.HDS_SAMPLE,
    language: value.HDS_LANGUAGE,
    timeZone: value.HDS_TIME_ZONE ?? null,
    historyPageSize: value.HDS_HISTORY_PAGE_SIZE,
    parameterHeaderPrefixes: splitList(value.HDS_PARAMETER_HEADERS.toLowerCase()),
    front:
      value.HDS_FRONT_SECRET_HASHES === undefined
        ? undefined
        : {
            secretHashes: value.HDS_FRONT_SECRET_HASHES.split(','),
            viewerAddressHeader: value.HDS_VIEWER_ADDRESS_HEADER ?? defaultViewerAddressHeader,
          },
    clusterArn: value.HDS_CLUSTER_ARN,
    secretArn: value.HDS_SECRET_ARN,
    roleSecretArns: {
      read: value.HDS_READ_SECRET_ARN,
      write: value.HDS_WRITE_SECRET_ARN,
      'sign-in': value.HDS_SIGN_IN_SECRET_ARN,
      revoke: value.HDS_REVOKE_SECRET_ARN,
      administer: value.HDS_ADMINISTER_SECRET_ARN,
      export: value.HDS_EXPORT_SECRET_ARN,
    },
    database: value.HDS_DATABASE,
    signingKeySecret: value.HDS_SIGNING_KEY_SECRET,
    tokenSeconds: value.HDS_TOKEN_SECONDS,
    refreshTokenSeconds: value.HDS_REFRESH_TOKEN_SECONDS,
    isGetTokenEnabled: value.HDS_GET_TOKEN,
    clientId: value.HDS_CLIENT_ID,
    responseMode: value.HDS_ANSWERS,
    maxStreamMegabytes: value.HDS_STREAM_MEGABYTES,
    minStreamKilobytesPerSecond: value.HDS_STREAM_KILOBYTES_PER_SECOND,
    spatialViewSrid: value.HDS_SPATIAL_VIEW_SRID,
    region: value.AWS_REGION,
    isOnLambda: value.AWS_LAMBDA_RUNTIME_API !== undefined,
    dataApiEndpoint: value.AWS_ENDPOINT_URL_RDS_DATA,
    secretsEndpoint: value.AWS_ENDPOINT_URL_SECRETS_MANAGER,
    s3Endpoint: value.AWS_ENDPOINT_URL_S3,
  };
}

function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/**
 * Returns the settings of this process. They are read once, and no other code of the service reads the environment.
 * @throws InvalidSettings
 */
export const settings = oncePerProcess(() => readSettings(process.env));

/** Returns the settings, or undefined if they are invalid, so that the response with this error can still be made and sent. */
export function settingsIfValid(): Settings | undefined {
  try {
    return settings();
  } catch (error) {
    if (error instanceof InvalidSettings) return undefined;
    throw error;
  }
}

/**
 * Reads only HDS_ANSWERS, because Lambda must know whether a function streams when it loads the function. An invalid value counts as
 * `buffered` here: the first request reports all invalid settings.
 */
export function responseModeAtLoad(): ResponseMode {
  return environmentSchema.shape.HDS_ANSWERS.catch('buffered').parse(process.env['HDS_ANSWERS']);
}
