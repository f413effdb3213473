import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import * as z from 'zod';

import {
  readFirstLine,
  startNode,
  type ChildProcessHandle,
} from '../../../infra/local/child-process.ts';
import {
  localClusterArn,
  localDatabaseName,
  localRoleSecrets,
  localSigningKeySecretArn,
} from '../../../infra/local/data-api/local-names.ts';
import { upgradeDatabase } from '../../../infra/schema/upgrade-database.ts';
import { createTestDataApi } from '../../support/data-api-client.ts';
import { withTemporaryFolder } from '../../support/temporary-file.ts';
import { lambdaMemoryOptions } from '../lambda-memory.ts';

/** The service on an existing database: one process for the emulator, and one for the functions behind the emulated gateway. */
export type BenchService = {
  readonly url: string;
  /** The address of the emulator of the Data API, which also emulates Secrets Manager. */
  readonly dataApiUrl: string;
  readonly functions: ChildProcessHandle;
  /** The memory of the process that runs the functions. */
  readonly memory: Memory;
};

/** The memory of a process in MB. */
export type Memory = {
  readonly readCurrent: () => Promise<number>;
  /** The peak since the last reset. */
  readonly readPeak: () => Promise<number>;
  readonly resetPeak: () => Promise<void>;
};

const addressSchema = z.object({ url: z.url() });
const resolvePath = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const readAddress = async (child: ChildProcessHandle): Promise<string> =>
  addressSchema.parse(JSON.parse(await readFirstLine(child))).url;

/**
 * Brings a database up to date and runs work with its service.
 * @param database the URL of a native database, or the data folder of an embedded one
 * @param program the script that runs the functions and prints their address, after options of Node
 */
export async function withBenchService<T>(
  database: string | { readonly folder: string },
  work: (service: BenchService) => Promise<T>,
  program: readonly [string, ...string[]] = [resolvePath('function-process.ts')],
): Promise<T> {
  return withTemporaryFolder(async (temporary) => {
    const [databaseUrl, folder] =
      typeof database === 'string' ? [database, temporary] : ['', database.folder];
    const children: ChildProcessHandle[] = [];
    try {
      const emulator = startNode([resolvePath('../../../infra/local/data-api/main.ts')], {
        HDS_DATABASE_URL: databaseUrl,
        HDS_DATA_DIR: folder,
      });
      children.push(emulator);
      const dataApiUrl = await readAddress(emulator);
      await upgradeDatabase(createTestDataApi(dataApiUrl, 'owner'));
      const endWithParent = new URL('../../../infra/local/exit-with-parent.ts', import.meta.url);
      const functions = startNode(
        ['--import', endWithParent.href, ...lambdaMemoryOptions(1024), ...program],
        createEnvironment(dataApiUrl),
      );
      children.push(functions);
      const url = await readAddress(functions);
      functions.process.stdout?.resume();
      const memory = createMemory(functions.process.pid);
      return await work({ url, dataApiUrl, functions, memory });
    } finally {
      for (const child of children.toReversed()) await child.stop();
    }
  });
}

function createEnvironment(dataApiUrl: string): Readonly<Record<string, string>> {
  return {
    HDS_BASE_URL: 'http://localhost:3000',
    HDS_CLUSTER_ARN: localClusterArn,
    ...localRoleSecrets,
    HDS_DATABASE: localDatabaseName,
    HDS_SIGNING_KEY_SECRET: localSigningKeySecretArn,
    NODE_OPTIONS: '--enable-source-maps',
    HDS_ANSWERS: 'stream',
    HDS_STREAM_MEGABYTES: '10000',
    AWS_ENDPOINT_URL_RDS_DATA: dataApiUrl,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: dataApiUrl,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
  };
}

function createMemory(process: number | undefined): Memory {
  const readMegabytes = async (name: string): Promise<number> => {
    const status = await readFile(`/proc/${process}/status`, 'utf8');
    return (
      Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? Number.NaN) / 1024
    );
  };
  return {
    readCurrent: () => readMegabytes('VmRSS'),
    readPeak: () => readMegabytes('VmHWM'),
    resetPeak: () => writeFile(`/proc/${process}/clear_refs`, '5'),
  };
}
