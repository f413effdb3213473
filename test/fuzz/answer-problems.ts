import { secretProblems } from '../gateway/planted-secrets.ts';
import type { FuzzAnswer, FuzzEvent } from './fuzz-event.ts';

/** Header values that the gateway can send: no control characters, and so no second header. */
const sendableValue = /^[\t\x20-\x7E\x80-\xFF]*$/;

/**
 * Lists what is wrong with an answer to a damaged event.
 * @param closedTexts texts that only callers with a token may see
 */
export function findAnswerProblems(
  event: FuzzEvent,
  { status, headers, bytes }: FuzzAnswer,
  closedTexts: readonly string[],
): readonly string[] {
  const problems: string[] = [...secretProblems(headers, bytes)];
  if (!Number.isInteger(status) || Number(status) < 200 || Number(status) > 499) {
    problems.push(`the status is ${String(status)}: ${bytes.toString().slice(0, 300)}`);
  }
  for (const [name, value] of headers) {
    if (!/^[\w-]+$/.test(name) || !sendableValue.test(value)) {
      problems.push(`the header ${JSON.stringify([name, value])} cannot be sent`);
    }
  }
  const fields = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  for (const name of ['x-request-id', 'x-content-type-options', 'content-security-policy']) {
    if (!fields.has(name)) problems.push(`the header ${name} is missing`);
  }
  const text = fields.has('content-encoding') ? '' : bytes.toString();
  if (/[/+]json\b/.test(fields.get('content-type') ?? '') && text !== '' && !isJson(text)) {
    problems.push('the body is not JSON');
  }
  const hasToken = JSON.stringify(event.headers).includes('{');
  const leaks = hasToken ? [] : closedTexts.filter((closed) => text.includes(closed));
  return [...problems, ...leaks.map((closed) => `the answer shows ${closed}`)];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
