import { InvalidSettings, readSettings } from '../../lib/settings.ts';

/** The part of the packager (Serverless Framework) that this plug-in uses. */
type Serverless = {
  readonly classes: { readonly Error: new (message: string, code: string) => Error };
  readonly processedInput: { readonly commands: readonly string[] };
  readonly service: {
    readonly custom: { readonly environment: Readonly<Record<string, unknown>> };
  };
};

const packagingCommands: ReadonlySet<string> = new Set(['package', 'deploy']);

/** A packager plug-in that checks the settings of a command. Each error is one line that says how to correct it. */
export default class RequiredSettings {
  readonly hooks: Readonly<Record<string, () => void>>;

  constructor({ classes, processedInput, service }: Serverless) {
    this.hooks = {
      initialize: () => {
        const [command = ''] = processedInput.commands;
        const { HDS_BASE_URL: baseUrl, HDS_CLUSTER_ARN: clusterArn } = service.custom.environment;
        if (command === 'offline' && (typeof clusterArn !== 'string' || clusterArn === '')) {
          throw new classes.Error(
            'Type: npm start. It starts serverless-offline with the database that the functions need. To use another port, type: PORT=4000 npm start',
            'NEEDS_DATABASE',
          );
        }
        if (!packagingCommands.has(command)) return;
        if (baseUrl === '') {
          throw new classes.Error(
            'Set HDS_BASE_URL to the address at which callers will reach the service, such as https://heritage.example.org.',
            'NEEDS_BASE_URL',
          );
        }
        try {
          readSettings(process.env);
        } catch (error) {
          if (!(error instanceof InvalidSettings)) throw error;
          throw new classes.Error(error.message, 'INVALID_SETTINGS');
        }
      },
    };
  }
}
