import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import * as z from 'zod';

import type { DataApi } from '../../lib/data-api/client.ts';
import { analyzeTables } from '../queries/statistics.ts';
import { openExportStore } from '../../lib/exports/open-export-store.ts';
import { readFeatures } from '../../lib/geojson/read-features.ts';
import { parseFeatureQuery } from '../../lib/http/geojson/feature-request.ts';
import { settings, type Settings } from '../../lib/settings.ts';
import { refreshNames } from '../../lib/writing/dependent-names/refresh-names.ts';
import { localDataApi, localSigningKeySecret } from '../cli/connection.ts';
import { upgradeDatabase } from '../schema/upgrade-database.ts';
import { applyHistoryPageSize } from '../schema/history-page-size.ts';
import { storeDefaultLanguage } from '../queries/default-language.ts';
import { pluralize } from '../cli/text.ts';
import { buildFunctions } from '../build/functions.ts';
import { ensureSigningKey } from '../signing-keys.ts';
import {
  ChildProcessFailed,
  readFirstLine,
  startNode,
  type ChildProcessHandle,
} from './child-process.ts';
import {
  localClusterArn,
  localDatabaseName,
  localSecretArn,
  localSigningKeySecretArn,
} from './data-api/local-names.ts';
import type { TemplateName } from './database/template.ts';
import { runDueExports } from './due-exports.ts';
import { exportsPath } from './exports/serve-export-file.ts';
import { findFreePort } from './free-port.ts';
import { logOutput } from './output-log.ts';
import { exampleResourceId } from './sample/access.ts';
import { createSampleAccounts, sampleClientId } from './sample-accounts.ts';
import { loadSample, sampleTemplateLanguage } from './sample.ts';
import { fillWaitingViews } from './waiting-views.ts';

// `npm start`: the emulator of the Data API, the migrations, the sample data and the functions, on this machine.

const root = fileURLToPath(new URL('../../', import.meta.url));
const started = performance.now();

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function seconds(): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}

const emulatorLine = z.object({ url: z.url() });

/**
 * Starts the emulator. A new embedded database begins with the sample where that is wanted and was prepared.
 * @returns where it listens; its database is being opened
 */
async function startEmulator(current: Settings): Promise<string> {
  const isPrepared = current.isSampleEnabled && current.language === sampleTemplateLanguage;
  const template: TemplateName = isPrepared ? 'sample' : 'empty';
  const child = startNode([path.join(root, 'infra/local/data-api/main.ts'), template], {});
  children.push(child);
  const { url } = emulatorLine.parse(JSON.parse(await readFirstLine(child)));
  // From now on it opens the database; it may say why that cannot be.
  child.process.stderr?.pipe(process.stderr);
  return url;
}

/** Starts serverless-offline. It needs no database to start with, so this goes on while that is made ready. */
async function startFunctions(
  current: Settings,
  dataApiUrl: string,
  built: string,
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
      HDS_BASE_URL: current.baseUrl,
      HDS_CLUSTER_ARN: localClusterArn,
      HDS_SECRET_ARN: localSecretArn('service'),
      HDS_DATABASE: localDatabaseName,
      HDS_SIGNING_KEY_SECRET: localSigningKeySecretArn,
      HDS_CLIENT_ID: current.clientId ?? (current.isSampleEnabled ? sampleClientId : ''),
      HDS_LAMBDA_PORT: String(await findFreePort(0)),
      HDS_BUILD_DIR: built,
      HDS_EXPORT_BUCKET: current.exportBucket ?? '',
      HDS_EXPORT_FOLDER: path.resolve(current.exportFolder),
      HDS_EXPORT_LINKS: `${dataApiUrl}${exportsPath}`,
      PORT: String(current.port),
      // infra/local/response-streaming.ts has one of its own.
      AWS_LAMBDA_NODEJS_NO_GLOBAL_AWSLAMBDA: '1',
      AWS_ENDPOINT_URL_RDS_DATA: dataApiUrl,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: dataApiUrl,
      AWS_REGION: current.region,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    },
  );
  const lastWords = logOutput(child, logFile(current));
  void child.ended.then(() => {
    if (!isStopping) process.stderr.write(`${lastWords()}\n`);
  });
  return child;
}

async function prepareDatabase(current: Settings, dataApiUrl: string): Promise<void> {
  const owner: DataApi = localDataApi(dataApiUrl, 'owner');
  const done = await upgradeDatabase(owner);
  say(`database ${done.length > 0 ? 'brought up to date' : 'open'} (${seconds()})`);
  await owner.write(storeDefaultLanguage(current.language));
  for (const warning of await applyHistoryPageSize(owner, current.historyPageSize)) say(warning);
  const data = localDataApi(dataApiUrl, 'service');
  await ensureSigningKey({ ...localSigningKeySecret(dataApiUrl), data });
  if (current.isSampleEnabled) await prepareSample(current, data, owner);
}

async function prepareSample(current: Settings, data: DataApi, owner: DataApi): Promise<void> {
  if (await loadSample(data, current.language)) {
    await owner.write(analyzeTables());
    say(`sample data loaded (${seconds()})`);
  }
  if (await createSampleAccounts(data, signInFile(current))) {
    say('the group Guest may read the sample data, so anybody may');
  }
}

/** Where the passwords of the accounts of the sample are. */
function signInFile({ dataDirectory }: Settings): string {
  return path.join(dataDirectory, 'sign-in.txt');
}

/** Where what the functions log is. */
function logFile({ dataDirectory }: Settings): string {
  return path.join(dataDirectory, 'functions.log');
}

/** Waits until the functions answer. */
async function untilAnswering(current: Settings, functions: ChildProcessHandle): Promise<void> {
  const isAnswering = async (): Promise<boolean> => {
    const answer = await fetch(`http://localhost:${current.port}/health`).catch(() => undefined);
    return answer?.ok === true;
  };
  while (functions.isRunning()) {
    if (await isAnswering()) return;
    await wait(50);
  }
  throw new ChildProcessFailed(
    `The functions could not be started on port ${current.port}; what they said is above.`,
  );
}

let isStopping = false;
const children: ChildProcessHandle[] = [];

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  // The functions first: the emulator answers what is still under way.
  for (const child of children.toReversed()) await child.stop();
  process.exit(exitCode);
}

/** `npm start` may be killed in a way that it cannot pass on: the service ends with it, rather than keep folder and port. */
function endWithNpm(): void {
  if (process.env['npm_lifecycle_event'] !== 'start') return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void stop(1);
  }, 500).unref();
}

async function main(): Promise<void> {
  const current = settings();
  endWithNpm();
  process.on('SIGINT', () => void stop(0));
  process.on('SIGTERM', () => void stop(0));
  await findFreePort(current.port);
  say(`starting in ${path.resolve(current.dataDirectory)}`);
  const [dataApiUrl, built] = await Promise.all([startEmulator(current), buildFunctions('shared')]);
  const functions = await startFunctions(current, dataApiUrl, built);
  children.push(functions);
  for (const child of children) void child.ended.then(() => stop(1));
  await prepareDatabase(current, dataApiUrl);
  await untilAnswering(current, functions);
  say(`ready ${current.baseUrl} (${seconds()})`);
  say(
    `  try it:  curl 'http://localhost:${current.port}/resources/${current.isSampleEnabled ? `${exampleResourceId}?format=json&indent=2` : ''}'`,
  );
  if (current.isSampleEnabled) {
    say(
      `  sign in: ${current.baseUrl}/o/applications/ as admin; passwords: ${signInFile(current)}`,
    );
  }
  say(`  log:     ${logFile(current)}`);
  say('  stop it: Ctrl+C');
  const data = localDataApi(dataApiUrl, 'service');
  const { stdout: log } = functions.process;
  if (log !== null) fillWaitingViews({ data, log, print: say, isStopping: () => isStopping });
  await followNames(current, dataApiUrl);
  if (current.isExportEnabled) await makeExports(current, dataApiUrl);
}

/** Exports are made when they are due, while the service runs. */
async function makeExports(current: Settings, dataApiUrl: string): Promise<void> {
  const { language, baseUrl } = current;
  const work = {
    data: localDataApi(dataApiUrl, 'service'),
    store: openExportStore(current),
    baseUrl,
    language,
    parseQuery: (text: string) => parseFeatureQuery(text, language),
    readFeatures,
    hasTime: () => true,
  };
  const owner = `npm start in ${path.resolve(current.dataDirectory)}`;
  await runDueExports({ work, owner, print: say, isStopping: () => isStopping });
}

/** Names follow what has changed while nothing was running. Nobody waits for it. */
async function followNames({ language }: Settings, dataApiUrl: string): Promise<void> {
  try {
    const data = localDataApi(dataApiUrl, 'service');
    const { computed } = await refreshNames(data, { language });
    if (computed > 0)
      say(`names of ${pluralize(computed, 'resource instance')} computed anew (${seconds()})`);
  } catch (error) {
    if (isStopping) return;
    say(
      `Names could not be computed anew: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  await stop(1);
}
