import { fileURLToPath } from 'node:url';

import * as z from 'zod';

import {
  readFirstLine,
  startNode,
  type ChildProcessHandle,
} from '../../infra/local/child-process.ts';
import { millId } from '../functions/writing/crowd.ts';
import {
  openMillService,
  type SendRequest,
  type MillService,
} from '../functions/writing/mill-service.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../support/accounts.ts';

/** An answer of the packaged service with a status of 500 or more. */
export type ServerErrorAnswer = {
  readonly status: number;
  readonly code: string;
  readonly retryAfter: string | null;
};

/** The service of the mills, with its functions as bundles in a separate process. */
export type PackagedMills = MillService & {
  /** The answers with a status of 500 or more, except those of a killed process. */
  readonly serverErrors: ServerErrorAnswer[];
  /** The paths of reads whose answer was not the mill with the id in the path. */
  readonly wrongReads: string[];
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly token: string;
  readonly clientId: string;
  /**
   * Kills the process of the functions at once, and starts another one.
   * @param waitingTime milliseconds for every function, instead of the limits of API Gateway
   */
  readonly killFunctions: (waitingTime?: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

const program = fileURLToPath(new URL('fixtures/packaged-process.ts', import.meta.url));
const addressSchema = z.object({ url: z.url() });
const codeSchema = z.object({ code: z.string() });

/** Opens the service of the mills with packaged functions. The settings are those of this process. */
export async function openPackagedMills(): Promise<PackagedMills> {
  const { service } = await openMillService();
  let child: ChildProcessHandle;
  let url = '';
  const start = async (waitingTime?: number): Promise<void> => {
    child = startNode([program, ...(waitingTime === undefined ? [] : [String(waitingTime)])], {});
    ({ url } = addressSchema.parse(JSON.parse(await readFirstLine(child))));
  };
  await start();
  const serverErrors: ServerErrorAnswer[] = [];
  const wrongReads: string[] = [];
  const fetchPath: PackagedMills['fetch'] = (path, init) => fetch(`${url}${path}`, init);
  const account = await createTestAccount(service, 'packaged-miller', { isAdministrator: true });
  const { clientId } = await createTestApplication(service, account);
  const { access_token: token } = await fetchTokens(
    { fetch: fetchPath },
    'packaged-miller',
    clientId,
  );
  const sendRequest: SendRequest = async ({ method, path, body, headers = {} }) => {
    const init = { method, headers: { ...bearerHeader(token), ...headers } };
    const answer = await fetchPath(path, body === undefined ? init : { ...init, body }).catch(
      () => undefined,
    );
    // API Gateway answers for a function that was killed, and a client tries again.
    if (answer === undefined) return new Response('', { status: 502, headers: retryHeader });
    if (answer.status >= 500) {
      const { code } = codeSchema.parse(await answer.clone().json());
      serverErrors.push({
        status: answer.status,
        code,
        retryAfter: answer.headers.get('retry-after'),
      });
    }
    if (method === 'GET' && answer.ok && !isMill(path, await answer.clone().text())) {
      wrongReads.push(path);
    }
    return answer;
  };
  return {
    service,
    sendRequest,
    serverErrors,
    wrongReads,
    fetch: fetchPath,
    token,
    clientId,
    killFunctions: async (waitingTime) => {
      child.process.kill('SIGKILL');
      await child.ended;
      await start(waitingTime);
    },
    close: async () => {
      await child.stop();
      await service.close();
    },
  };
}

const retryHeader = { 'retry-after': '1' };

/** Whether a document is that of the mill with the id in the path. The name of a mill has its number. */
function isMill(path: string, document: string): boolean {
  const [id = ''] = /[\da-f-]{36}/.exec(path) ?? [];
  const { '@id': uri } = idSchema.parse(JSON.parse(document));
  return uri.endsWith(id) && document.includes(`"Mill ${Number(id.slice(-12)) - firstMill}"`);
}

const idSchema = z.object({ '@id': z.string() });

/** The number in the id of the mill 0. */
const firstMill = Number(millId(0).slice(-12));
