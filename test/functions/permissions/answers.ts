import type { TestService } from '../../support/service.ts';
import type { Question } from './question.ts';
import { withoutTime } from '../every-answer.ts';
import { sentinelsIn } from './sentinels.ts';

/** An answer without what is new in each: the request's own id. */
export type ReadAnswer = {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
};

const formType = 'application/x-www-form-urlencoded';

/** Asks a question with what tells who the caller is. */
export async function ask(
  service: TestService,
  { path, method, headers }: Pick<Question, 'path' | 'method' | 'headers'>,
  token: Readonly<Record<string, string>>,
): Promise<ReadAnswer> {
  const [address = '', query = ''] = path.split('?');
  const response =
    method === 'POST'
      ? await service.fetch(address, {
          method,
          headers: { 'content-type': formType, ...headers, ...token },
          body: query,
        })
      : await service.fetch(path, { method: method ?? 'GET', headers: { ...headers, ...token } });
  const body = withoutTime(await response.text());
  return {
    status: response.status,
    headers: Array.from(response.headers, ([name, value]) => `${name}: ${value}`).filter(
      (header) => !/^x-(amzn-)?request-?id:/.test(header),
    ),
    body: body.replaceAll(/"requestId":"[^"]*"/g, ''),
  };
}

/** All that is written in an answer, cursors of lists in clear; but not the nodegroups of a request that a link repeats: they were named by who asked. */
export function textOfAnswer({ headers, body }: ReadAnswer): string {
  const told = headers.map((header) => header.replaceAll(/(?<=[?&]nodegroups=)[^&>]+/g, '…'));
  const text = [...told, body].join('\n');
  const cursors = Array.from(text.matchAll(/\bcursor=([\w-]+)/g), ([, cursor = '']) =>
    Buffer.from(cursor, 'base64url').toString(),
  );
  return [text, ...cursors].join('\n');
}

/** Every sentinel that an answer shows. */
export function sentinelsShown(answer: ReadAnswer): ReadonlySet<string> {
  return sentinelsIn(textOfAnswer(answer));
}
