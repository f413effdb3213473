import { toHttpError } from '../../http/errors/error-statuses.ts';
import { TooManyAttempts } from '../../identity/errors.ts';
import type { Html } from '../layout/html.ts';
import { englishText } from './english-text.ts';
import type { Words } from './words.ts';

/** What a page says of an error. */
export type ErrorText = { readonly title: string; readonly detail: Html };

/** The codes of errors with a title and a text in the words of pages. */
const codesWithText = [
  'changed_while_reading',
  'data_api_unavailable',
  'database_waking',
  'forged_form',
  'form_too_large',
  'index_filling',
  'not_found',
  'out_of_time',
  'outcome_unknown',
  'too_busy',
  'unexpected',
  'unreadable_form',
  'wrong_credentials',
] as const;

/** The codes of errors with a title only, because the message of the API says more than the code. */
const codesWithTitle = ['invalid_input', 'method_not_allowed', 'not_allowed'] as const;

/** Finds the title and the text of an error for people. A message of the API that has no translation stays English. */
export function errorText(error: unknown, words: Words): ErrorText {
  const { code, detail } = toHttpError(error);
  if (error instanceof TooManyAttempts) {
    const seconds = error.retryAfterSeconds;
    return {
      title: words.text('errors.too_many_attempts.title'),
      detail: words.html('errors.too_many_attempts.text', { seconds }),
    };
  }
  const codeWithText = codesWithText.find((known) => known === code);
  if (codeWithText !== undefined) {
    return {
      title: words.text(`errors.${codeWithText}.title`),
      detail: words.html(`errors.${codeWithText}.text`),
    };
  }
  const codeWithTitle = codesWithTitle.find((known) => known === code) ?? 'other';
  return {
    title: words.text(`errors.${codeWithTitle}.title`),
    detail: englishText(detail, words),
  };
}

/** The title and the text for an account that may not administer applications. */
export const administratorsOnlyText = (words: Words): ErrorText => ({
  title: words.text('errors.not_allowed.title'),
  detail: words.html('errors.administrators-only'),
});

/** The title and the text for a reader of a history who is not signed in. */
export const historyNotPublicText = (words: Words): ErrorText => ({
  title: words.text('errors.history-not-public.title'),
  detail: words.html('errors.history-not-public.text'),
});
