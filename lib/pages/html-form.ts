import { isValidFormToken } from '../identity/session.ts';
import { PublicError } from '../errors.ts';
import { maxFormCharacters, parseForm, refuseRepeatedFields } from '../http/request/form.ts';

/** The form was not sent from a page of this browser session. */
export class ForgedForm extends PublicError {
  readonly code = 'forged_form';

  constructor() {
    super(
      'The form does not belong to this browser or is from an earlier sign-in, or the browser accepts no cookies. Nothing was changed. Open the page again and send the form again.',
    );
  }
}

export class FormTooLarge extends PublicError {
  readonly code = 'form_too_large';

  constructor() {
    super('The form is too large. Nothing was changed. Shorten its texts and send it again.');
  }
}

/** Reads a form field; empty if it was not sent. */
export type ReadFormField<Name extends string> = (name: Name) => string;

export type FormRequest = {
  readonly body: string | undefined;
  readonly header: (name: string) => string | undefined;
};

/**
 * Refuses forms from other sites, which browsers report in a header.
 * Source: W3C, Fetch Metadata Request Headers.
 * @rule Sign-in and tokens: Who refuses a form that another site sends?
 * @throws ForgedForm
 */
export function refuseCrossSiteForm({ header }: Pick<FormRequest, 'header'>): void {
  const site = header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new ForgedForm();
}

/**
 * Reads a form from one of our pages, and checks its CSRF token.
 * @param secret the secret in the cookie to which the form is bound
 * @param fields descriptions by name; none of these fields may be repeated
 * @throws ForgedForm, FormTooLarge, MalformedForm, NotUtf8, UnsupportedMediaType, InvalidInput
 */
export function readPageForm(
  { body, header }: FormRequest,
  secret: string,
  fields: Readonly<Record<string, string>>,
): ReadFormField<string> {
  if (body !== undefined && body.length > maxFormCharacters) throw new FormTooLarge();
  const form = parseForm(body, header('content-type'));
  const token = form.get('form_token')?.join(' ') ?? '';
  if (!isValidFormToken(token, secret)) throw new ForgedForm();
  refuseRepeatedFields(form, Object.keys(fields));
  return (name) => form.get(name)?.[0] ?? '';
}
