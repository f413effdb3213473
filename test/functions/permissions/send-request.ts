import type { TestService } from '../../support/service.ts';
import type { WalkRequest } from './walk-request.ts';
import { maskTime } from '../every-answer.ts';
import { sentinelsIn } from '../../support/world/sentinels.ts';

/** An answer without the id of its request. */
export type ComparableAnswer = {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
};

const formType = 'application/x-www-form-urlencoded';

export async function sendRequest(
  service: TestService,
  { path, method, headers }: Pick<WalkRequest, 'path' | 'method' | 'headers'>,
  token: Readonly<Record<string, string>>,
): Promise<ComparableAnswer> {
  const [address = '', query = ''] = path.split('?');
  const response =
    method === 'POST'
      ? await service.fetch(address, {
          method,
          headers: { 'content-type': formType, ...headers, ...token },
          body: query,
        })
      : await service.fetch(path, { method: method ?? 'GET', headers: { ...headers, ...token } });
  const body = maskTime(await response.text());
  return {
    status: response.status,
    headers: Array.from(response.headers, ([name, value]) => `${name}: ${value}`).filter(
      (header) => !/^x-(amzn-)?request-?id:/.test(header),
    ),
    body: body.replaceAll(/"requestId":"[^"]*"/g, ''),
  };
}

/** The text of an answer, with decoded cursors and without the requested nodegroups, which links repeat. */
export function answerText({ headers, body }: ComparableAnswer): string {
  const shownHeaders = headers.map((header) =>
    header.replaceAll(/(?<=[?&]nodegroups=)[^&>]+/g, '…'),
  );
  const text = [...shownHeaders, body].join('\n');
  const cursors = Array.from(text.matchAll(/\bcursor=([\w-]+)/g), ([, cursor = '']) =>
    Buffer.from(cursor, 'base64url').toString(),
  );
  return [text, ...cursors].join('\n');
}

export function shownSentinels(answer: ComparableAnswer): ReadonlySet<string> {
  return sentinelsIn(answerText(answer));
}
