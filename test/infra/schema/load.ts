import { setTimeout as wait } from 'node:timers/promises';

import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { millId, tileId, tileOf, type Tile } from '../../functions/writing/crowd.ts';
import {
  millNodes,
  type MillService,
  type WriteRequest,
} from '../../functions/writing/mill-service.ts';
import { graphId } from '../../lib/json-ld/mill.ts';
import { withJsonFile } from '../../support/temporary-file.ts';

/** The result of a load: the final answers that are errors, and the mills that must exist if nothing is lost. */
export type Load = {
  readonly failedRequests: readonly string[];
  readonly mills: readonly string[];
};

type Requester = {
  /** Repeats a request while its answer has a Retry-After header. */
  readonly requestUntilDone: (request: WriteRequest) => Promise<void>;
  readonly failedRequests: readonly string[];
};

function openRequester({ sendRequest }: MillService): Requester {
  const failedRequests: string[] = [];
  return {
    failedRequests,
    requestUntilDone: async (request) => {
      for (let isFirst = true; ; isFirst = false) {
        const answer = await sendRequest(request);
        const text = await answer.text();
        if (answer.ok || (answer.status === 404 && !isFirst)) return;
        const shouldRetry = answer.headers.has('retry-after');
        if (!shouldRetry) failedRequests.push(`${request.method} ${answer.status} ${text}`);
        if (!shouldRetry) return;
        await wait(50);
      }
    },
  };
}

/** Stores a mill at each step, reads it, and deletes every third one, until `hasNextStep` returns false. */
export async function writeMills(
  service: MillService,
  writer: number,
  hasNextStep: (step: number) => boolean,
): Promise<Load> {
  const { requestUntilDone, failedRequests } = openRequester(service);
  const mills: string[] = [];
  for (let step = 0; hasNextStep(step); step += 1) {
    const number = writer * 1000 + step;
    const path = `/resources/${millId(number)}`;
    await requestUntilDone({
      method: 'PUT',
      path: `/resources/mill/${millId(number)}?format=service-json`,
      body: JSON.stringify({ ...header(number), tiles: [nameTile(number)] }),
    });
    await requestUntilDone({ method: 'GET', path });
    if (step % 3 === 2) await requestUntilDone({ method: 'DELETE', path });
    else mills.push(millId(number));
  }
  return { failedRequests, mills };
}

const millsPerImport = 50;

/** Imports new mills, one file after another, until `hasNextStep` returns false. */
export async function importMills(
  { service }: MillService,
  hasNextStep: () => boolean,
): Promise<Load> {
  const mills: string[] = [];
  for (let firstNumber = 500_000; hasNextStep(); firstNumber += millsPerImport) {
    const numbers = Array.from({ length: millsPerImport }, (_, index) => firstNumber + index);
    const resources = numbers.map((number) => ({
      resourceinstance: header(number),
      tiles: [nameTile(number)],
    }));
    await withJsonFile({ business_data: { resources } }, (file) =>
      importResources([file], service.importContext),
    );
    mills.push(...numbers.map(millId));
  }
  return {
    mills,
    failedRequests: service.report.listGroups().map(({ first }) => first.message),
  };
}

const header = (number: number) => ({ resourceinstanceid: millId(number), graph_id: graphId });

function nameTile(number: number): Tile {
  const { appellation, name, note, nameType } = millNodes;
  return tileOf(tileId(0, number), appellation, {
    [name]: `Mill ${number}`,
    [note]: null,
    [nameType]: null,
  });
}
