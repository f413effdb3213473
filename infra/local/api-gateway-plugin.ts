import type { ServerResponse } from 'node:http';

import { installLambdaStreaming, runWithResponse } from './response-streaming.ts';

/** What is used here of a request to the server of serverless-offline (hapi). */
type Request = {
  readonly raw: { readonly req: { url: string }; readonly res: ServerResponse };
  readonly headers: Record<string, string | undefined>;
  readonly payload: unknown;
  readonly response: { readonly isBoom?: boolean; readonly output?: Output };
  mime: string | null;
};
/** An answer that hapi gives by itself. */
type Output = { readonly headers: Record<string, string> };
type Toolkit = { readonly continue: symbol; readonly abandon: symbol };
type Step = (request: Request, toolkit: Toolkit) => symbol;
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
  readonly ext: (event: 'onRequest' | 'onPreHandler' | 'onPreResponse', step: Step) => void;
};

type Offline = { readonly internals: () => { readonly getApiGatewayServer: () => Server } };
type Serverless = { readonly pluginManager: { readonly plugins: readonly object[] } };

function isOffline(plugin: object): plugin is Offline {
  return 'internals' in plugin;
}

/**
 * serverless-offline reads the query out of the URL as if that were relative to another: two slashes begin the name of a host then, and
 * `GET //` would be a 500 of its own. The path is read before and stays. And it lets the pages of any origin read every answer, with
 * cookies. It does so for requests with an Origin, which the functions are given from elsewhere.
 */
const mendHead: Step = ({ raw, headers }, toolkit) => {
  raw.req.url = raw.req.url.replace(/^\/{2,}/, '/');
  delete headers['origin'];
  return toolkit.continue;
};

const bytes = 'application/octet-stream';

/**
 * serverless-offline parses bodies of JSON, and gives a function `false` for the text `false`, or nothing for `""`. It leaves bytes alone, and
 * gives them in base64 as API Gateway does. The functions are given the media type from elsewhere.
 */
const mendBody: Step = (request, toolkit) => {
  if (Buffer.isBuffer(request.payload) && request.payload.length > 0) {
    request.headers['content-type'] = bytes;
    request.mime = bytes;
  }
  return toolkit.continue;
};

/** What hapi answers by itself has the header that all answers have (infra/aws/gateway-responses.yml). */
const mendErrors: Step = ({ response }, toolkit) => {
  if (response.isBoom && response.output !== undefined) {
    response.output.headers['x-content-type-options'] = 'nosniff';
  }
  return toolkit.continue;
};

/** What a function streams is sent as it comes, past hapi, which is told nothing but that. */
function streamAnswers(server: Server): void {
  for (const { settings } of server.table()) {
    const { handler } = settings;
    settings.handler = async (request, toolkit) => {
      const result = await runWithResponse(request.raw.res, () => handler(request, toolkit));
      return result === 'sent' ? toolkit.abandon : result;
    };
  }
}

/** As serverless-offline sets up routes whose requests may have a body. */
const routeOptions = {
  payload: { maxBytes: 10 * 1024 * 1024, parse: false },
  state: { parse: false, failAction: 'ignore' },
  response: { emptyStatusCode: 200 },
};

/**
 * hapi goes by the method first, and API Gateway by the path: `PUT /resources/{id}/activity` would get to the function of
 * `PUT /resources/{first}/{second}`. Paths that take any method get the methods of more general paths as routes of their own.
 */
function routeByPath(server: Server): void {
  const table = server.table();
  for (const { path, settings } of table.filter(({ method }) => method === '*')) {
    const own = new Set(table.filter((one) => one.path === path).map(({ method }) => method));
    const general = new Set(
      table.filter((one) => isMoreGeneral(one.path, path)).map(({ method }) => method),
    );
    for (const method of general.difference(own))
      server.route({ method, path, handler: settings.handler, options: routeOptions });
  }
}

/** Whether a path of routes has a variable wherever it differs from another. */
function isMoreGeneral(path: string, other: string): boolean {
  const parts = path.split('/');
  const others = other.split('/');
  return (
    path !== other &&
    parts.length === others.length &&
    parts.every((part, place) => part === others[place] || part.startsWith('{'))
  );
}

/** A plug-in of serverless-offline: what it makes of requests and answers is what API Gateway makes of them. */
export default class ApiGatewayPlugin {
  readonly hooks: Readonly<Record<string, () => void>>;

  constructor({ pluginManager }: Serverless) {
    this.hooks = {
      'after:offline:start:init': () => {
        const server = pluginManager.plugins.find(isOffline)?.internals().getApiGatewayServer();
        if (server === undefined) return;
        installLambdaStreaming();
        server.ext('onRequest', mendHead);
        server.ext('onPreHandler', mendBody);
        server.ext('onPreResponse', mendErrors);
        streamAnswers(server);
        routeByPath(server);
      },
    };
  }
}
