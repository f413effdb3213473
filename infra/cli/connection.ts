import { createDataApi, type DataApi } from '../../lib/data-api/client.ts';
import { createBucketStore } from '../../lib/exports/bucket-store.ts';
import { openExportStore } from '../../lib/exports/open-export-store.ts';
import type { ExportContext } from '../../lib/exports/export-context.ts';
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
import { readStackOutputs, type StackOutputs } from './stack-outputs.ts';

/** The database as the command line reaches it. */
export type Connection = {
  /** As the role that functions have. */
  readonly service: DataApi;
  /** As the role that migrates. */
  readonly owner: DataApi;
  /** Where the private key is that signs access tokens; undefined where settings do not name its secret. */
  readonly signingKeySecret: SigningKeySecret | undefined;
  /** What exports are made with. @throws NoConnection where the stage has no bucket for them */
  readonly exports: () => ExportTarget;
  /** Whether the emulator was started for this process alone, so that nobody else brings its database up to date. */
  readonly isPrivate: boolean;
  readonly close: () => Promise<void>;
};

/** Where exports are, and what they depend on besides what is stored. */
export type ExportTarget = Pick<ExportContext, 'store' | 'baseUrl' | 'language'>;

/** A secret, and the way to it. */
export type SigningKeySecret = { readonly secrets: Secrets; readonly secretId: string };

/** There is no way to the database with what was given. */
export class NoConnection extends Error {
  readonly code = 'no_connection';
}

/**
 * Opens the database: that of a deployed stage, the cluster that settings name, the emulator that a running service has
 * on the same data folder, or else an emulator of its own.
 * @param stage the name of a deployed stage
 * @throws NoConnection, and DataFolderInUse of the local data folder
 */
export async function connect(stage: string | undefined): Promise<Connection> {
  if (stage !== undefined) return connectStage(stage);
  const { clusterArn, secretArn, database, region, dataApiEndpoint, dataDirectory } = settings();
  const { signingKeySecret, secretsEndpoint } = settings();
  if (clusterArn !== undefined) {
    if (secretArn === undefined) {
      throw new NoConnection('HDS_CLUSTER_ARN is set: HDS_SECRET_ARN is needed with it.');
    }
    const data = createDataApi({
      clusterArn,
      secretArn,
      database,
      region,
      endpoint: dataApiEndpoint,
    });
    const secrets = createSecrets({ region, endpoint: secretsEndpoint });
    return {
      service: data,
      owner: data,
      signingKeySecret:
        signingKeySecret === undefined ? undefined : { secrets, secretId: signingKeySecret },
      exports: exportsOfSettings,
      isPrivate: false,
      close: async () => undefined,
    };
  }
  const running = await readDataFolderLock(dataDirectory);
  if (running?.dataApiUrl !== undefined) return local(running.dataApiUrl);
  const started = await startLocalDataApi(settings());
  try {
    await started.opened;
  } catch (error) {
    await started.close();
    throw error;
  }
  return { ...local(started.url), isPrivate: true, close: started.close };
}

async function connectStage(stage: string): Promise<Connection> {
  const { region, database } = settings();
  const outputs = await readStackOutputs(stage, region);
  const open = (secretArn: string): DataApi =>
    createDataApi({ clusterArn: outputs.clusterArn, secretArn, database, region });
  return {
    service: open(outputs.serviceSecretArn),
    owner: open(outputs.ownerSecretArn),
    signingKeySecret: {
      secrets: createSecrets({ region }),
      secretId: outputs.signingKeySecretArn,
    },
    exports: () => exportsOfStage(stage, outputs, region),
    isPrivate: false,
    close: async () => undefined,
  };
}

function exportsOfSettings(): ExportTarget {
  const { baseUrl, language } = settings();
  return { store: openExportStore(settings()), baseUrl, language };
}

function exportsOfStage(
  stage: string,
  { exports }: Pick<StackOutputs, 'exports'>,
  region: string,
): ExportTarget {
  if (exports === undefined) {
    throw new NoConnection(`Stage ${stage} has no bucket for exports: deploy it anew.`);
  }
  const { bucket, baseUrl, language } = exports;
  return { store: createBucketStore({ bucket, region }), baseUrl, language };
}

function local(endpoint: string): Connection {
  return {
    service: localDataApi(endpoint, 'service'),
    owner: localDataApi(endpoint, 'owner'),
    signingKeySecret: localSigningKeySecret(endpoint),
    exports: exportsOfSettings,
    isPrivate: false,
    close: async () => undefined,
  };
}

/** The way to the data of a local emulator. */
export function localDataApi(endpoint: string, role: 'owner' | 'service'): DataApi {
  return createDataApi({
    clusterArn: localClusterArn,
    secretArn: localSecretArn(role),
    database: localDatabaseName,
    region: settings().region,
    endpoint,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
}

/** The secret with the signing key of a local emulator. */
export function localSigningKeySecret(endpoint: string): SigningKeySecret {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return {
    secrets: createSecrets({ region: settings().region, endpoint, credentials }),
    secretId: localSigningKeySecretArn,
  };
}
