/** What is used here of the server of serverless-offline (hapi). */
type Server = {
  readonly ext: (
    event: 'onRequest',
    method: (
      request: { readonly raw: { readonly req: { url: string } } },
      toolkit: Toolkit,
    ) => symbol,
  ) => void;
};
type Toolkit = { readonly continue: symbol };

type Offline = { readonly internals: () => { readonly getApiGatewayServer: () => Server } };
type Serverless = { readonly pluginManager: { readonly plugins: readonly object[] } };

function isOffline(plugin: object): plugin is Offline {
  return 'internals' in plugin;
}

/**
 * A plug-in of serverless-offline, which reads the query out of the URL of a request as if that were relative to another. Then two
 * slashes begin the name of a host, and `GET //` would be a 500 of its own. The path is read before and stays.
 */
export default class DoubleSlash {
  readonly hooks: Readonly<Record<string, () => void>>;

  constructor({ pluginManager }: Serverless) {
    this.hooks = {
      'after:offline:start:init': () => {
        const server = pluginManager.plugins.find(isOffline)?.internals().getApiGatewayServer();
        server?.ext('onRequest', ({ raw }, toolkit) => {
          raw.req.url = raw.req.url.replace(/^\/{2,}/, '/');
          return toolkit.continue;
        });
      },
    };
  }
}
