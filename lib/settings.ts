import * as z from 'zod';

import type { FunctionDatabaseRole } from './capabilities.ts';
import type { DatingNodeName } from './model/questions/dating-nodes.ts';
import type { InstanceDescription } from './model/instance-description.ts';
import { oncePerProcess } from './once-per-process.ts';
import {
  arn,
  baseUrl,
  boundedText,
  flag,
  logDays,
  matchingText,
  modelCollections,
  nodeNames,
  oneOf,
  onOrOff,
  origins,
  removeTrailingSlashes,
  responseMode,
  schedule,
  schemaTypes,
  splitList,
  url,
  webUrl,
  wholeNumber,
  createSettingReader,
  type ReadSetting,
} from './setting-values.ts';
import { isTimeZone } from './model/datatypes/values/time-zone.ts';

/**
 * The upper limit of HDS_TOKEN_SECONDS.
 * @rule Sign-in and tokens: For how long is an access token valid, and what limits it?
 */
export const maxTokenSeconds = 604_800;

/** The header that the front of infra/aws/front.yml sets. */
const defaultViewerAddressHeader = 'x-viewer-address';

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
  /** What the operator says of this instance. */
  readonly instance: InstanceDescription;
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
  /** The bucket for the files that tiles name; undefined if a folder is used. */
  readonly fileBucket: string | undefined;
  /** The folder for these files if there is no bucket. */
  readonly fileFolder: string;
  /** The URL under which the files of that folder are served; undefined if they are not served. */
  readonly fileLinks: string | undefined;
  /** Whether a tile may name only files that are stored, or that its author has uploaded. */
  readonly areFilesRequired: boolean;
  /** How many files, and how many megabytes, an account may announce for uploads on a day. */
  readonly uploadFiles: number;
  readonly uploadMegabytes: number;
  /** Whether a schedule runs the export jobs that are due. */
  readonly isExportEnabled: boolean;
  readonly isSampleEnabled: boolean;
  /** The project's default language. */
  readonly language: string;
  /** The time zone (tz database) for times without one; null if such times are refused. */
  readonly timeZone: string | null;
  /** Items per page of the activity stream. The database stores the current value; undefined does not change it. */
  readonly historyPageSize: number | undefined;
  /** Which models are collections under /ogc, as infra/schema/features/layers.sql reads it. The database stores it; undefined does not change it. */
  readonly modelCollections: string | undefined;
  /** The prefixes, in lower case, of headers that carry parameters. */
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
  readonly roleSecretArns: Readonly<Record<FunctionDatabaseRole, string | undefined>>;
  readonly database: string;
  /** The id of the secret with the private key that signs access tokens. */
  readonly signingKeySecret: string | undefined;
  /** The lifetime of an access token in seconds. */
  readonly tokenSeconds: number;
  /** Seconds after which an unused refresh token expires. */
  readonly refreshTokenSeconds: number;
  /** Whether the deprecated POST /auth/get_token is enabled. */
  readonly isGetTokenEnabled: boolean;
  /** Whether search engines may index the pages. */
  readonly isIndexingEnabled: boolean;
  /** The type of schema.org that pages state, by the id of the model. */
  readonly schemaTypes: ReadonlyMap<string, string>;
  /** Whether `near` takes references of the British National Grid and the Military Grid Reference System. */
  readonly areGridReferencesRead: boolean;
  /** The nodes that date resource instances in the models that have them. */
  readonly datingNodes: readonly DatingNodeName[];
  /** The client id that /auth/get_client_id returns. */
  readonly clientId: string | undefined;
  readonly responseMode: ResponseMode;
  /** The size limit of a streamed response in megabytes, measured as it is sent. */
  readonly maxStreamMegabytes: number;
  /** The minimum speed of reading a streamed response in kilobytes per second. Slower clients are disconnected; 0 for no minimum. */
  readonly minStreamKilobytesPerSecond: number;
  /** Seconds for which browsers and proxies may cache a map tile that Guest may see; 0 turns caching off. */
  readonly mapTileSeconds: number;
  /** The folder of the static files of pages, for functions that run from their sources; a build contains these files. */
  readonly assetFolder: string | undefined;
  /** The URL of the project's own map style (MapLibre Style Specification); if undefined, maps show outlines of the world. */
  readonly mapStyle: string | undefined;
  /** The origins from which that style loads data, besides its own. */
  readonly mapHosts: readonly string[];
  /** EPSG code of the geometries of spatial views. */
  readonly spatialViewSrid: 3857 | 4326;
  readonly region: string;
  /** Whether this process runs in AWS Lambda, not in an emulator. */
  readonly isOnLambda: boolean;
  /** The URL of an emulator; undefined in AWS. */
  readonly dataApiEndpoint: string | undefined;
  /** The URL of an emulator; undefined in AWS. */
  readonly secretsEndpoint: string | undefined;
  /** The URL of a bucket outside of AWS. */
  readonly s3Endpoint: string | undefined;
};

/** Settings have invalid values. The message lists all these settings. */
export class InvalidSettings extends Error {
  readonly code = 'invalid_settings';
}

/**
 * Reads and validates the settings.
 * @rule Requests: Which headers carry parameters, and what else can be set?
 * @rule Responses: Which writes need `If-Match`, and what does a missing one answer?
 * @rule Sign-in and tokens: For how long is an access token valid, and what limits it?
 * @param variables environment variables, as in `process.env`; an empty value counts as absent
 * @throws InvalidSettings listing every invalid variable
 */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const { read, problems } = createSettingReader(variables);
  const port = read('PORT', () => wholeNumber(1, 65_535)) ?? 3000;
  const dataDirectory = read('HDS_DATA_DIR', () => boundedText(1, 4096)) ?? '.data';
  const awsEndpoint = read('AWS_ENDPOINT_URL', webUrl);
  const settings: Settings = {
    port,
    baseUrl: read('HDS_BASE_URL', baseUrl) ?? `http://localhost:${port}`,
    instance: readInstanceDescription(read),
    formerBaseUrls: splitList(variables['HDS_FORMER_BASE_URLS'] ?? '').map(removeTrailingSlashes),
    requireIfMatch: read('HDS_REQUIRE_IF_MATCH', flag) ?? false,
    dataDirectory,
    databaseUrl: read('HDS_DATABASE_URL', () =>
      url(/^postgres(ql)?$/, 'postgres://postgres@localhost:5432/heritage'),
    ),
    exportBucket: read('HDS_EXPORT_BUCKET', () => boundedText(3, 63)),
    exportFolder:
      read('HDS_EXPORT_FOLDER', () => boundedText(1, 4096)) ?? `${dataDirectory}/exports`,
    exportLinks: read('HDS_EXPORT_LINKS', baseUrl),
    fileBucket: read('HDS_FILE_BUCKET', () => boundedText(3, 63)),
    fileFolder: read('HDS_FILE_FOLDER', () => boundedText(1, 4096)) ?? `${dataDirectory}/files`,
    fileLinks: read('HDS_FILE_LINKS', baseUrl),
    areFilesRequired: read('HDS_FILES', () => oneOf('required', 'optional')) === 'required',
    uploadFiles: read('HDS_UPLOAD_FILES', () => wholeNumber(0, 1_000_000)) ?? 1000,
    uploadMegabytes: read('HDS_UPLOAD_MEGABYTES', () => wholeNumber(0, 100_000_000)) ?? 10_000,
    isExportEnabled: read('HDS_EXPORT', onOrOff) !== 'off',
    isSampleEnabled: read('HDS_SAMPLE', flag) ?? true,
    language:
      read('HDS_LANGUAGE', () =>
        matchingText(/^[A-Za-z]{2,3}(-[A-Za-z0-9]+)*$/, 'must be a language tag such as en-US'),
      ) ?? 'en-US',
    timeZone:
      read('HDS_TIME_ZONE', () =>
        z
          .string()
          .refine(
            isTimeZone,
            'must be a time zone of the tz database of IANA, such as Europe/Berlin or UTC',
          ),
      ) ?? null,
    historyPageSize: read('HDS_HISTORY_PAGE_SIZE', () => wholeNumber(1, 1000)),
    modelCollections: read('HDS_MODEL_COLLECTIONS', modelCollections),
    parameterHeaderPrefixes: splitList(
      (variables['HDS_PARAMETER_HEADERS'] || 'x-service-,x-arches-').toLowerCase(),
    ),
    front: readFront(read),
    clusterArn: read('HDS_CLUSTER_ARN', arn),
    secretArn: read('HDS_SECRET_ARN', arn),
    roleSecretArns: {
      read: read('HDS_READ_SECRET_ARN', arn),
      write: read('HDS_WRITE_SECRET_ARN', arn),
      'sign-in': read('HDS_SIGN_IN_SECRET_ARN', arn),
      revoke: read('HDS_REVOKE_SECRET_ARN', arn),
      administer: read('HDS_ADMINISTER_SECRET_ARN', arn),
      export: read('HDS_EXPORT_SECRET_ARN', arn),
      derive: read('HDS_DERIVE_SECRET_ARN', arn),
    },
    database: read('HDS_DATABASE', () => boundedText(1, 64)) ?? 'heritage',
    signingKeySecret: read('HDS_SIGNING_KEY_SECRET', () => boundedText(1, 2048)),
    tokenSeconds: read('HDS_TOKEN_SECONDS', () => wholeNumber(60, maxTokenSeconds)) ?? 36_000,
    refreshTokenSeconds:
      read('HDS_REFRESH_TOKEN_SECONDS', () => wholeNumber(3600, 31_536_000)) ?? 90 * 86_400,
    isGetTokenEnabled: read('HDS_GET_TOKEN', flag) ?? true,
    isIndexingEnabled: read('HDS_INDEXING', flag) ?? false,
    schemaTypes: new Map(read('HDS_SCHEMA_TYPES', schemaTypes)),
    areGridReferencesRead: read('HDS_GRID_REFERENCES', flag) ?? false,
    datingNodes: read('HDS_DATING_NODES', nodeNames) ?? [],
    clientId: read('HDS_CLIENT_ID', () => boundedText(1, 2048)),
    responseMode: read('HDS_ANSWERS', responseMode) ?? 'buffered',
    maxStreamMegabytes: read('HDS_STREAM_MEGABYTES', () => wholeNumber(1, 10_000)) ?? 200,
    minStreamKilobytesPerSecond:
      read('HDS_STREAM_KILOBYTES_PER_SECOND', () => wholeNumber(0, 10_000)) ?? 8,
    mapTileSeconds: read('HDS_TILE_SECONDS', () => wholeNumber(0, 86_400)) ?? 60,
    assetFolder: read('HDS_ASSET_FOLDER', () => boundedText(1, 4096)),
    mapStyle: read('HDS_MAP_STYLE', webUrl),
    mapHosts: read('HDS_MAP_HOSTS', origins) ?? [],
    spatialViewSrid:
      read('HDS_SPATIAL_VIEW_SRID', () => oneOf('3857', '4326')) === '4326' ? 4326 : 3857,
    region: read('AWS_REGION', () => boundedText(1, 64)) ?? 'eu-west-1',
    isOnLambda: read('AWS_LAMBDA_RUNTIME_API', () => boundedText(1, 255)) !== undefined,
    dataApiEndpoint: read('AWS_ENDPOINT_URL_RDS_DATA', webUrl) ?? awsEndpoint,
    secretsEndpoint: read('AWS_ENDPOINT_URL_SECRETS_MANAGER', webUrl) ?? awsEndpoint,
    s3Endpoint: read('AWS_ENDPOINT_URL_S3', webUrl),
  };
  checkDeploymentSettings(read);
  if (problems.length > 0)
    throw new InvalidSettings(`Invalid settings:\n  ${problems.join('\n  ')}`);
  return settings;
}

/** Reads the settings that describe an instance. */
const readInstanceDescription = (read: ReadSetting): InstanceDescription => ({
  title: read('HDS_TITLE', () => boundedText(1, 100)) ?? 'Heritage Data Service',
  description: read('HDS_DESCRIPTION', () => boundedText(1, 500)),
  logo: read('HDS_LOGO', webUrl),
  licence: read('HDS_LICENCE', webUrl),
  contact: read('HDS_CONTACT', () =>
    matchingText(
      /^(?:https?:\/\/\S+|[^\s@<>"]+@[^\s@<>"]+)$/,
      'must be an address of mail such as records@example.org, or a URL',
    ).max(300, { error: 'must have at most 300 characters' }),
  ),
  footer: read('HDS_FOOTER', () => boundedText(1, 500)),
});

function readFront(read: ReadSetting): Settings['front'] {
  const secretHashes = read('HDS_FRONT_SECRET_HASHES', () =>
    matchingText(
      /^[\da-f]{64}(,[\da-f]{64})?$/,
      'must be the SHA-256 of a secret, or of two with a comma between them, in lower-case hexadecimal digits',
    ),
  );
  const viewerAddressHeader = read('HDS_VIEWER_ADDRESS_HEADER', () =>
    matchingText(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a header such as x-viewer-address')
      .toLowerCase()
      // Without the secret nobody can tell whether the front or the caller has written the header.
      .refine(
        () => secretHashes !== undefined,
        'must be used with HDS_FRONT_SECRET_HASHES. Otherwise callers could write this header themselves',
      ),
  );
  return secretHashes === undefined
    ? undefined
    : {
        secretHashes: secretHashes.split(','),
        viewerAddressHeader: viewerAddressHeader ?? defaultViewerAddressHeader,
      };
}

/** Validates the settings that only serverless.yml uses. */
function checkDeploymentSettings(read: ReadSetting): void {
  read('HDS_EXPORT_SCHEDULE', schedule);
  read('HDS_NIGHTLY', onOrOff);
  read('HDS_NIGHTLY_SCHEDULE', schedule);
  read('HDS_TRACING', onOrOff);
  read('HDS_LOG_DAYS', logDays);
  read('HDS_ACCESS_LOG_DAYS', logDays);
  read('HDS_BUCKET_LOGS', () => boundedText(3, 63));
  read('HDS_MALWARE_SCAN', onOrOff);
  read('HDS_RATE', () => wholeNumber(1, 10_000));
  read('HDS_BURST', () => wholeNumber(1, 5000));
  read('HDS_STREAM_CONCURRENCY', () => wholeNumber(1, 10_000));
}

/**
 * Returns the settings of this process. They are read once, and no other code of the service reads the environment. Only
 * entry points call this: each passes the settings on to what it calls.
 * @throws InvalidSettings
 */
export const settings = oncePerProcess(() => readSettings(process.env));

/** The settings, or why they are invalid: the response that reports this must still be created. */
export type SettingsResult = Settings | InvalidSettings;

/** Returns the settings of this process, or the error that lists what is invalid. */
export function settingsResult(): SettingsResult {
  try {
    return settings();
  } catch (error) {
    if (error instanceof InvalidSettings) return error;
    throw error;
  }
}

/** @throws InvalidSettings */
export function requireSettings(result: SettingsResult): Settings {
  if (result instanceof InvalidSettings) throw result;
  return result;
}

/** Returns undefined for invalid settings, for what is sent in any case. */
export function validSettings(result: SettingsResult): Settings | undefined {
  return result instanceof InvalidSettings ? undefined : result;
}

/**
 * Reads only HDS_ANSWERS, because Lambda must know whether a function streams when it loads the function. An invalid value counts as
 * `buffered`, because the first request reports all invalid settings.
 */
export function readResponseModeAtLoad(): ResponseMode {
  return responseMode().catch('buffered').parse(process.env['HDS_ANSWERS']);
}
