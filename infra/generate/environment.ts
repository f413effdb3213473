import { readFileSync } from 'node:fs';
import path from 'node:path';

import {
  databaseRoleOf,
  type Capability,
  type FunctionDatabaseRole,
} from '../../lib/capabilities.ts';
import { listLoadedFiles } from './loaded-files.ts';

/** The setting of lib/settings.ts that is read from each environment variable, in the order of serverless.yml. */
export const settingByVariable: Readonly<Record<string, string>> = {
  HDS_BASE_URL: 'baseUrl',
  HDS_FORMER_BASE_URLS: 'formerBaseUrls',
  HDS_REQUIRE_IF_MATCH: 'requireIfMatch',
  HDS_LANGUAGE: 'language',
  HDS_TIME_ZONE: 'timeZone',
  HDS_PARAMETER_HEADERS: 'parameterHeaderPrefixes',
  HDS_FRONT_SECRET_HASHES: 'front',
  HDS_VIEWER_ADDRESS_HEADER: 'front',
  HDS_SIGNING_KEY_SECRET: 'signingKeySecret',
  HDS_EXPORT_BUCKET: 'exportBucket',
  HDS_TOKEN_SECONDS: 'tokenSeconds',
  HDS_REFRESH_TOKEN_SECONDS: 'refreshTokenSeconds',
  HDS_GET_TOKEN: 'isGetTokenEnabled',
  HDS_INDEXING: 'isIndexingEnabled',
  HDS_SCHEMA_TYPES: 'schemaTypes',
  HDS_CLIENT_ID: 'clientId',
  HDS_STREAM_MEGABYTES: 'maxStreamMegabytes',
  HDS_STREAM_KILOBYTES_PER_SECOND: 'minStreamKilobytesPerSecond',
  HDS_TILE_SECONDS: 'tileSeconds',
  HDS_MAP_STYLE: 'mapStyle',
  HDS_MAP_HOSTS: 'mapHosts',
  HDS_SPATIAL_VIEW_SRID: 'spatialViewSrid',
};

/** The variable with the secret of each database role. */
export const secretVariables: Readonly<Record<FunctionDatabaseRole, string>> = {
  read: 'HDS_READ_SECRET_ARN',
  write: 'HDS_WRITE_SECRET_ARN',
  'sign-in': 'HDS_SIGN_IN_SECRET_ARN',
  revoke: 'HDS_REVOKE_SECRET_ARN',
  administer: 'HDS_ADMINISTER_SECRET_ARN',
  export: 'HDS_EXPORT_SECRET_ARN',
};

const root = path.resolve(import.meta.dirname, '../..');

/** Code reads settings as `settings.a`, `settings: { a }`, `{ a } = settings()`, `{ a }: Settings` or `Pick<Settings, 'a'>`. */
const settingPatterns = [
  /settings(?:IfValid)?(?:\(\))?\??\.(\w+)/gi,
  /settings:\s*\{([^{}]*)\}/g,
  /\{([^{}]*)\}\s*=\s*[\w.]*settings(?:IfValid)?\b/gi,
  /\{([^{}]*)\}:\s*\w*Settings\b/g,
  /Pick<\s*Settings\s*,([^>]*)>/g,
];

function findSettingsReadBy(file: string): readonly string[] {
  const source = readFileSync(file, 'utf8');
  return settingPatterns
    .flatMap((pattern) => [...source.matchAll(pattern)])
    .flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
}

/**
 * Lists the environment variables of a function: those of the settings that its modules read, and those with which it
 * reaches the database in the role of its capability.
 * @param handler such as `functions/resources/get.handler`
 */
export function listVariables(handler: string, capability: Capability): readonly string[] {
  const file = path.join(root, handler.replace(/\.handler$/, '.ts'));
  const settingsRead = new Set([...listLoadedFiles(file)].flatMap(findSettingsReadBy));
  const databaseVariables =
    capability === 'none'
      ? []
      : ['HDS_CLUSTER_ARN', 'HDS_DATABASE', secretVariables[databaseRoleOf[capability]]];
  const settingVariables = Object.entries(settingByVariable).flatMap(([variable, setting]) =>
    settingsRead.has(setting) ? [variable] : [],
  );
  return [...databaseVariables, ...settingVariables];
}
