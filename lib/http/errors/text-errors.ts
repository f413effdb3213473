import type { Answer } from '../answers/answer.ts';
import { meaningOf } from './problem.ts';

/**
 * The answer to an error in plain words, where the specification asks for text (POST /auth/get_token).
 * @param error anything that was thrown
 * @param requestId told where the error says nothing of itself
 */
export function textErrorAnswer(error: unknown, requestId: string): Answer {
  const { status, detail, headers } = meaningOf(error);
  const body = status === 500 ? `${detail} ${requestId}` : detail;
  return { status, contentType: 'text/plain', body, headers };
}
