import type { ServerResponse } from 'node:http';

import { installLambdaStreaming, runWithResponse } from './response-streaming.ts';

/** Types of the hapi server in serverless-offline, as far as this plug-in uses them. */
type Request = {
  readonly raw: { readonly req: { url: string }; readonly res: ServerResponse };
  readonly headers: Record<string, string | undefined>;
  readonly payload: unknown;
  readonly response: { readonly isBoom?: boolean; readonly output?: ErrorOutput };
  mime: string | null;
};
type ErrorOutput = { readonly headers: Record<string, string> };
type Toolkit = { readonly continue: symbol; readonly abandon: symbol };
type RequestExtension = (request: Request, toolkit: Toolkit) => symbol;
type Handler = (request: Request, toolkit: Toolkit) => Promise<unknown>;
type Route = {
  readonly method: string;
  readonly path: string;
  readonly settings: { handler: Handler };
};
type Server = {
  readonly table: () => readonly Route[];
  readonly route: (route: {
    readonly method: string;
    readonly path: string;
    readonly handler: Handler;
    readonly options: object;
  }) => void;
  readonly ext: (
    event: 'onRequest' | 'onPreHandler' | 'onPreResponse',
    extension: RequestExtension,
  ) => void;
};

type OfflinePlugin = { readonly internals: () => { readonly getApiGatewayServer: () => Server } };
type Serverless = { readonly pluginManager: { readonly plugins: readonly object[] } };

function isOfflinePlugin(plugin: object): plugin is OfflinePlugin {
  return 'internals' in plugin;
}

/**
 * Corrects two deviations of serverless-offline from API Gateway. It parses the URL as a relative reference, so that the text after
 * two leading slashes is taken for a host, and `GET //` gets a 500. It also adds CORS headers of its own if a request has an Origin.
 * The functions still see the Origin, because they get the headers of the raw request.
 */
const fixRequestHead: RequestExtension = ({ raw, headers }, toolkit) => {
  raw.req.url = raw.req.url.replace(/^\/{2,}/, '/');
  delete headers['origin'];
  return toolkit.continue;
};

const binaryType = 'application/octet-stream';

/**
 * Declares all bodies as binary, because serverless-offline parses JSON: a function would get the value `false` for the text
 * `false`. Binary bodies are passed on in base64, as API Gateway does. The functions still see the real media type, because they
 * get the headers of the raw request.
 */
const fixRequestBody: RequestExtension = (request, toolkit) => {
  if (Buffer.isBuffer(request.payload) && request.payload.length > 0) {
    request.headers['content-type'] = binaryType;
    request.mime = binaryType;
  }
  return toolkit.continue;
};

/** Adds to errors of hapi the header that API Gateway adds to its own errors (infra/aws/gateway-responses.yml). */
const fixErrorResponse: RequestExtension = ({ response }, toolkit) => {
  if (response.isBoom && response.output !== undefined) {
    response.output.headers['x-content-type-options'] = 'nosniff';
  }
  return toolkit.continue;
};

/** Lets functions that stream write to the response directly, without hapi. */
function streamResponses(server: Server): void {
  for (const { settings } of server.table()) {
    const { handler } = settings;
    settings.handler = async (request, toolkit) => {
      const result = await runWithResponse(request.raw.res, () => handler(request, toolkit));
      return result === 'sent' ? toolkit.abandon : result;
    };
  }
}

/** The options of serverless-offline for routes whose requests may have a body. */
const routeOptions = {
  payload: { maxBytes: 10 * 1024 * 1024, parse: false },
  state: { parse: false, failAction: 'ignore' },
  response: { emptyStatusCode: 200 },
};

/**
 * hapi chooses a route by its method first, API Gateway by its path. In hapi, `PUT /resources/{id}/activity` would reach the
 * function of `PUT /resources/{first}/{second}`. So a path for any method (`*`) also gets routes for the methods of more general
 * paths.
 */
function routeByPath(server: Server): void {
  const table = server.table();
  for (const { path, settings } of table.filter(({ method }) => method === '*')) {
    const ownMethods = new Set(
      table.filter((route) => route.path === path).map(({ method }) => method),
    );
    const generalMethods = new Set(
      table.filter((route) => isMoreGeneral(route.path, path)).map(({ method }) => method),
    );
    for (const method of generalMethods.difference(ownMethods))
      server.route({ method, path, handler: settings.handler, options: routeOptions });
  }
}

/** Whether a path differs from a more specific one only in having variables instead of texts. */
function isMoreGeneral(path: string, specificPath: string): boolean {
  const parts = path.split('/');
  const specificParts = specificPath.split('/');
  return (
    path !== specificPath &&
    parts.length === specificParts.length &&
    parts.every((part, index) => part === specificParts[index] || part.startsWith('{'))
  );
}

/** A plug-in that makes serverless-offline behave like API Gateway. */
export default class ApiGatewayPlugin {
  readonly hooks: Readonly<Record<string, () => void>>;

  constructor({ pluginManager }: Serverless) {
    this.hooks = {
      'after:offline:start:init': () => {
        const server = pluginManager.plugins
          .find(isOfflinePlugin)
          ?.internals()
          .getApiGatewayServer();
        if (server === undefined) return;
        installLambdaStreaming();
        server.ext('onRequest', fixRequestHead);
        server.ext('onPreHandler', fixRequestBody);
        server.ext('onPreResponse', fixErrorResponse);
        streamResponses(server);
        routeByPath(server);
      },
    };
  }
}
