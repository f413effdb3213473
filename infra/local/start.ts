import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import * as z from 'zod';

import type { DataApi } from '../../lib/data-api/client.ts';
import { analyzeTables } from '../cli/instance/queries/statistics.ts';
import { openExportStore } from '../../lib/exports/open-export-store.ts';
import { openFileStore } from '../../lib/files/open-file-store.ts';
import { readFeatures } from '../../lib/geojson/matching-features.ts';
import { createStoredQueryReader } from '../../lib/http/geojson/stored-query.ts';
import { settings, type Settings } from '../../lib/settings.ts';
import { refreshNames } from '../../lib/writing/dependent-names/refresh-names.ts';
import { createLocalDataApi, localSigningKeySecret } from '../cli/connection.ts';
import { upgradeDatabase } from '../schema/upgrade-database.ts';
import { storeDatabaseSettings } from '../cli/instance/store-database-settings.ts';
import { pluralize } from '../cli/text.ts';
import { buildFunctions } from '../build/functions.ts';
import { ensureSigningKey } from '../cli/signing-keys.ts';
import {
  ChildProcessFailed,
  readFirstLine,
  startNode,
  type ChildProcessHandle,
} from './child-process.ts';
import {
  localClusterArn,
  localDatabaseName,
  localRoleSecrets,
  localSigningKeySecretArn,
} from './data-api/local-names.ts';
import type { TemplateName } from './database/template.ts';
import { runDueExports } from './due-exports.ts';
import { exportsPath, filesPath } from './stores/serve-stored-file.ts';
import { getErrorMessage } from './error-message.ts';
import { deriveNewFiles, readChangeTime } from './new-files.ts';
import { findFreePort } from './free-port.ts';
import { logOutput } from './output-log.ts';
import { exampleResourceId } from './sample/access.ts';
import { createSampleAccounts, sampleClientId } from './sample-accounts.ts';
import { storeSamplePictures } from './sample/pictures.ts';
import { loadSample, sampleTemplateLanguage } from './sample.ts';
import { fillWaitingViews } from './waiting-views.ts';

// `npm start` runs the emulator of the Data API, migrations, sample data and functions on this machine.

const root = fileURLToPath(new URL('../../', import.meta.url));
const startTime = performance.now();

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function formatElapsedTime(): string {
  return `${((performance.now() - startTime) / 1000).toFixed(1)} s`;
}

const emulatorLineSchema = z.object({ url: z.url() });

/**
 * Starts the emulator. A new embedded database is created from the template with the sample, if the settings ask for the sample and
 * its names are in their language.
 * @returns the URL of the emulator, while its database may still be opening
 */
async function startEmulator(currentSettings: Settings): Promise<string> {
  const usesSampleTemplate =
    currentSettings.isSampleEnabled && currentSettings.language === sampleTemplateLanguage;
  const template: TemplateName = usesSampleTemplate ? 'sample' : 'empty';
  const child = startNode([path.join(root, 'infra/local/data-api/main.ts'), template], {});
  children.push(child);
  const { url } = emulatorLineSchema.parse(JSON.parse(await readFirstLine(child)));
  // If the emulator cannot open the database, it writes that to standard error later.
  child.process.stderr?.pipe(process.stderr);
  return url;
}

/** Starts serverless-offline with the functions. It does not wait until they answer. */
async function startFunctions(
  currentSettings: Settings,
  dataApiUrl: string,
  buildDirectory: string,
): Promise<ChildProcessHandle> {
  const child = startNode(
    [
      '--import',
      new URL('./exit-with-parent.ts', import.meta.url).href,
      '--enable-source-maps',
      path.join(root, 'node_modules/serverless/bin/serverless.js'),
      'offline',
      'start',
      '--stage',
      'local',
    ],
    {
      HDS_BASE_URL: currentSettings.baseUrl,
      HDS_CLUSTER_ARN: localClusterArn,
      ...localRoleSecrets,
      HDS_DATABASE: localDatabaseName,
      HDS_SIGNING_KEY_SECRET: localSigningKeySecretArn,
      HDS_CLIENT_ID:
        currentSettings.clientId ?? (currentSettings.isSampleEnabled ? sampleClientId : ''),
      HDS_LAMBDA_PORT: String(await findFreePort(0)),
      HDS_BUILD_DIR: buildDirectory,
      HDS_EXPORT_BUCKET: currentSettings.exportBucket ?? '',
      HDS_EXPORT_FOLDER: path.resolve(currentSettings.exportFolder),
      HDS_EXPORT_LINKS: `${dataApiUrl}${exportsPath}`,
      HDS_FILE_BUCKET: currentSettings.fileBucket ?? '',
      HDS_FILE_FOLDER: path.resolve(currentSettings.fileFolder),
      HDS_FILE_LINKS: `${dataApiUrl}${filesPath}`,
      PORT: String(currentSettings.port),
      // response-streaming.ts installs its own `awslambda`.
      AWS_LAMBDA_NODEJS_NO_GLOBAL_AWSLAMBDA: '1',
      AWS_ENDPOINT_URL_RDS_DATA: dataApiUrl,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: dataApiUrl,
      AWS_REGION: currentSettings.region,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    },
  );
  const readLogTail = logOutput(child, getLogFile(currentSettings));
  void child.ended.then(() => {
    if (!isStopping) process.stderr.write(`${readLogTail()}\n`);
  });
  return child;
}

async function prepareDatabase(currentSettings: Settings, dataApiUrl: string): Promise<void> {
  const owner: DataApi = createLocalDataApi(dataApiUrl, 'owner');
  const changes = await upgradeDatabase(owner);
  print(`database ${changes.length > 0 ? 'brought up to date' : 'open'} (${formatElapsedTime()})`);
  for (const warning of await storeDatabaseSettings({ owner }, currentSettings)) print(warning);
  const dataApi = createLocalDataApi(dataApiUrl, 'service');
  await ensureSigningKey({ ...localSigningKeySecret(dataApiUrl), dataApi });
  if (currentSettings.isSampleEnabled) await prepareSample(currentSettings, dataApi, owner);
}

async function prepareSample(
  currentSettings: Settings,
  dataApi: DataApi,
  owner: DataApi,
): Promise<void> {
  if (await loadSample(dataApi, currentSettings.language)) {
    await owner.write(analyzeTables());
    print(`sample data loaded (${formatElapsedTime()})`);
  }
  await storeSamplePictures(openFileStore(currentSettings));
  if (await createSampleAccounts(dataApi, getPasswordFile(currentSettings))) {
    print('everybody can read the sample data, because the group Guest can');
  }
}

function getPasswordFile({ dataDirectory }: Settings): string {
  return path.join(dataDirectory, 'sign-in.txt');
}

function getLogFile({ dataDirectory }: Settings): string {
  return path.join(dataDirectory, 'functions.log');
}

async function waitForFunctions(
  currentSettings: Settings,
  functions: ChildProcessHandle,
): Promise<void> {
  const isHealthy = async (): Promise<boolean> => {
    const response = await fetch(`http://localhost:${currentSettings.port}/health`).catch(
      () => undefined,
    );
    return response?.ok === true;
  };
  while (functions.isRunning()) {
    if (await isHealthy()) return;
    await wait(50);
  }
  throw new ChildProcessFailed(
    `The functions could not be started on port ${currentSettings.port}; see their output above.`,
  );
}

let isStopping = false;
const children: ChildProcessHandle[] = [];

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  // The functions are stopped before the emulator, because their current requests need it.
  for (const child of children.toReversed()) await child.stop();
  process.exit(exitCode);
}

/** Stops this process when npm ends. A killed npm passes no signal on, so the data folder and the port would otherwise stay in use. */
function stopWhenNpmEnds(): void {
  if (process.env['npm_lifecycle_event'] !== 'start') return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void stop(1);
  }, 500).unref();
}

async function main(): Promise<void> {
  const currentSettings = settings();
  stopWhenNpmEnds();
  process.on('SIGINT', () => void stop(0));
  process.on('SIGTERM', () => void stop(0));
  await findFreePort(currentSettings.port);
  print(`starting in ${path.resolve(currentSettings.dataDirectory)}`);
  const [dataApiUrl, buildDirectory] = await Promise.all([
    startEmulator(currentSettings),
    buildFunctions('shared'),
  ]);
  const functions = await startFunctions(currentSettings, dataApiUrl, buildDirectory);
  children.push(functions);
  for (const child of children) void child.ended.then(() => stop(1));
  await prepareDatabase(currentSettings, dataApiUrl);
  await waitForFunctions(currentSettings, functions);
  print(`ready ${currentSettings.baseUrl} (${formatElapsedTime()})`);
  print(`  open it: ${currentSettings.baseUrl}/`);
  print(`  docs:    ${currentSettings.baseUrl}/docs`);
  print(
    `  try it:  curl 'http://localhost:${currentSettings.port}/resources/${currentSettings.isSampleEnabled ? `${exampleResourceId}?format=json&indent=2` : ''}'`,
  );
  if (currentSettings.isSampleEnabled) {
    print(
      `  sign in: ${currentSettings.baseUrl}/o/applications/ as admin; passwords: ${getPasswordFile(currentSettings)}`,
    );
  }
  if (!process.env['HDS_MAP_STYLE'])
    print('  map:     HDS_MAP_STYLE adds streets and names (docs/pages.md#maps)');
  print(`  log:     ${getLogFile(currentSettings)}`);
  print('  stop it: Ctrl+C');
  const dataApi = createLocalDataApi(dataApiUrl, 'service');
  const { stdout: log } = functions.process;
  if (log !== null) fillWaitingViews({ dataApi, log, print, isStopping: () => isStopping });
  const files = { dataApi, store: openFileStore(currentSettings) };
  void deriveNewFiles({
    context: files,
    print,
    isStopping: () => isStopping,
    ...(currentSettings.fileBucket === undefined
      ? { readChangeTime: async () => readChangeTime(currentSettings.fileFolder) }
      : {}),
  });
  await updateNames(currentSettings, dataApiUrl);
  if (currentSettings.isExportEnabled) await runExports(currentSettings, dataApiUrl);
}

async function runExports(currentSettings: Settings, dataApiUrl: string): Promise<void> {
  const { language, baseUrl } = currentSettings;
  const exportContext = {
    dataApi: createLocalDataApi(dataApiUrl, 'service'),
    store: openExportStore(currentSettings),
    baseUrl,
    language,
    readQuery: createStoredQueryReader(currentSettings),
    readFeatures,
    hasTimeLeft: () => true,
  };
  const owner = `npm start in ${path.resolve(currentSettings.dataDirectory)}`;
  await runDueExports({ context: exportContext, owner, print, isStopping: () => isStopping });
}

/** Recomputes names whose sources changed while the service was not running. */
async function updateNames({ language }: Settings, dataApiUrl: string): Promise<void> {
  try {
    const dataApi = createLocalDataApi(dataApiUrl, 'service');
    const { computed } = await refreshNames(dataApi, { language });
    if (computed > 0)
      print(
        `names of ${pluralize(computed, 'resource instance')} recomputed (${formatElapsedTime()})`,
      );
  } catch (error) {
    if (isStopping) return;
    print(`Names could not be recomputed: ${getErrorMessage(error)}`);
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${getErrorMessage(error)}\n`);
  await stop(1);
}
