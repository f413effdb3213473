import { createDataApi, type DataApi } from '../../lib/data-api/client.ts';
import { openExportStore } from '../../lib/exports/open-export-store.ts';
import { openFileStore } from '../../lib/files/open-file-store.ts';
import type { ChangeAuthor } from '../../lib/model/accounts/access-change.ts';
import type { ExportContext } from '../../lib/exports/export-context.ts';
import type { FileStore } from '../../lib/stores/file-store.ts';
import { createSecrets, type Secrets } from '../../lib/secrets/client.ts';
import { settings } from '../../lib/settings.ts';
import { readDataFolderLock } from '../local/data-folder.ts';
import {
  localClusterArn,
  localDatabaseName,
  localSecretArn,
  localSigningKeySecretArn,
} from '../local/data-api/local-names.ts';
import { startLocalDataApi } from '../local/data-api/start-local-data-api.ts';
import { CommandError } from './command-error.ts';
import type { FileInventory } from './files/inventory/file-inventory.ts';
import { openFileInventory } from './files/inventory/open-file-inventory.ts';
import { localOperator, readStageOperator } from './operator.ts';
import { readStackOutputs } from './stack-outputs.ts';

/** The database that a command works on, with the secrets and the export store of the same installation. */
export type Connection = {
  /** Runs statements with the database role of the functions. */
  readonly service: DataApi;
  /** Runs statements with the role that owns the database, as migrations need it. */
  readonly owner: DataApi;
  /** The secret with the private key that signs access tokens; undefined if the settings do not name it. */
  readonly signingKeySecret: SigningKeySecret | undefined;
  /** Reads who runs the command, for the record of a change. */
  readonly readOperator: () => Promise<ChangeAuthor>;
  /** @throws CommandError if the stage has no bucket for exports */
  readonly openExportTarget: () => ExportTarget;
  /** Opens the store of the files that tiles name. @throws CommandError if the stage has no bucket for them */
  readonly openFileStore: () => FileStore;
  /** Opens the same store for listing and deleting. @throws CommandError as openFileStore */
  readonly openFileInventory: () => FileInventory;
  /** Whether this process started the emulator for itself, so that no running service has migrated the database. */
  readonly isPrivate: boolean;
  readonly close: () => Promise<void>;
};

/** Where exports are stored, and the settings that they depend on. */
export type ExportTarget = Pick<ExportContext, 'store' | 'baseUrl' | 'language'>;

export type SigningKeySecret = { readonly secrets: Secrets; readonly secretId: string };

const localCredentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/**
 * Connects to the stage if one is given; else to the cluster in the settings; else to the emulator of a service that already
 * runs on the local data folder. If there is none, it starts an emulator in this process.
 * @throws CommandError; DataFolderInUse if another process uses the local data folder
 */
export async function connect(stage: string | undefined): Promise<Connection> {
  if (stage !== undefined) return connectStage(stage);
  const { clusterArn, dataDirectory } = settings();
  if (clusterArn !== undefined) return connectCluster(clusterArn);
  const lock = await readDataFolderLock(dataDirectory);
  if (lock?.dataApiUrl !== undefined) return connectLocal(lock.dataApiUrl);
  const emulator = await startLocalDataApi(settings());
  try {
    await emulator.opened;
  } catch (error) {
    await emulator.close();
    throw error;
  }
  return { ...connectLocal(emulator.url), isPrivate: true, close: emulator.close };
}

const noConnectionError = (message: string): CommandError =>
  new CommandError('no_connection', message);

const connectionDefaults = {
  isPrivate: false,
  readOperator: async () => localOperator(),
  openFileStore: () => openFileStore(settings()),
  openFileInventory: () => openFileInventory(settings()),
  close: async () => undefined,
};

function connectCluster(clusterArn: string): Connection {
  const { secretArn, database, region, dataApiEndpoint: endpoint } = settings();
  const { signingKeySecret: secretId, secretsEndpoint } = settings();
  if (secretArn === undefined) {
    throw noConnectionError('HDS_CLUSTER_ARN is set, so HDS_SECRET_ARN must be set too.');
  }
  const dataApi = createDataApi({ clusterArn, secretArn, database, region, endpoint });
  const secrets = createSecrets({ region, endpoint: secretsEndpoint });
  return {
    ...connectionDefaults,
    service: dataApi,
    owner: dataApi,
    signingKeySecret: secretId === undefined ? undefined : { secrets, secretId },
    openExportTarget: openExportTargetOfSettings,
  };
}

async function connectStage(stage: string): Promise<Connection> {
  const { region, database, dataApiEndpoint: endpoint, secretsEndpoint } = settings();
  const { clusterArn, exports, fileBucket, ...outputs } = await readStackOutputs(stage, region);
  const ownerSecretArn = await requireOwnerSecretArn(clusterArn, region);
  const createClient = (secretArn: string): DataApi =>
    createDataApi({ clusterArn, secretArn, database, region, endpoint });
  const fileLocation = () => {
    if (fileBucket === undefined) {
      throw noConnectionError(`Stage ${stage} has no bucket for files: deploy it again.`);
    }
    return { ...settings(), fileBucket, s3Endpoint: undefined };
  };
  return {
    ...connectionDefaults,
    service: createClient(outputs.serviceSecretArn),
    owner: createClient(ownerSecretArn),
    signingKeySecret: {
      secrets: createSecrets({ region, endpoint: secretsEndpoint }),
      secretId: outputs.signingKeySecretArn,
    },
    readOperator: () => readStageOperator(region),
    openExportTarget: () => {
      if (exports === undefined) {
        throw noConnectionError(`Stage ${stage} has no bucket for exports: deploy it again.`);
      }
      const { bucket, baseUrl, language } = exports;
      const store = openExportStore({ ...settings(), exportBucket: bucket, s3Endpoint: undefined });
      return { store, baseUrl, language };
    },
    openFileStore: () => openFileStore(fileLocation()),
    openFileInventory: () => openFileInventory(fileLocation()),
  };
}

async function requireOwnerSecretArn(clusterArn: string, region: string): Promise<string> {
  // Loaded on demand: the AWS client is slow to load, and most commands do not need it.
  const { readOwnerSecretArn } = await import('./owner-secret.ts');
  return readOwnerSecretArn(clusterArn, { region }).catch((cause: unknown) => {
    throw noConnectionError(cause instanceof Error ? cause.message : String(cause));
  });
}

function openExportTargetOfSettings(): ExportTarget {
  const { baseUrl, language } = settings();
  return { store: openExportStore(settings()), baseUrl, language };
}

function connectLocal(endpoint: string): Connection {
  return {
    ...connectionDefaults,
    service: createLocalDataApi(endpoint, 'service'),
    owner: createLocalDataApi(endpoint, 'owner'),
    signingKeySecret: localSigningKeySecret(endpoint),
    openExportTarget: openExportTargetOfSettings,
  };
}

/** Creates a client of the Data API for a local emulator. */
export function createLocalDataApi(endpoint: string, role: 'owner' | 'service'): DataApi {
  return createDataApi({
    clusterArn: localClusterArn,
    secretArn: localSecretArn(role),
    database: localDatabaseName,
    region: settings().region,
    endpoint,
    credentials: localCredentials,
  });
}

/** Returns the secret with the signing key of a local emulator. */
export function localSigningKeySecret(endpoint: string): SigningKeySecret {
  return {
    secrets: createSecrets({ region: settings().region, endpoint, credentials: localCredentials }),
    secretId: localSigningKeySecretArn,
  };
}
