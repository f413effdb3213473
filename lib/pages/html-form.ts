import { isValidFormToken } from '../identity/session.ts';
import { PublicError } from '../errors.ts';
import { maxFormCharacters, parseForm, refuseRepeatedFields } from '../http/request/form.ts';

/** A form was not sent from a page that this browser was given. */
export class ForgedForm extends PublicError {
  readonly code = 'forged_form';

  constructor() {
    super(
      'The form is not one that this browser was given, or from an earlier sign-in, or the browser keeps no cookies. Nothing was changed. Open the page anew and send it again.',
    );
  }
}

/** A form is larger than any that a page has. */
export class FormTooLarge extends PublicError {
  readonly code = 'form_too_large';

  constructor() {
    super('The form is too large. Nothing was changed.');
  }
}

/** The value of a field of a form; empty where it was not sent. */
export type FormField<Name extends string> = (name: Name) => string;

/** A request that brings a form. */
export type FormRequest = {
  readonly body: string | undefined;
  readonly header: (name: string) => string | undefined;
};

/**
 * Refuses a form that another site had sent. A browser says where a request comes from.
 * Source: W3C, Fetch Metadata Request Headers.
 * @throws ForgedForm
 */
export function refuseCrossSiteForm({ header }: Pick<FormRequest, 'header'>): void {
  const site = header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new ForgedForm();
}

/**
 * Reads a form that a page of ours sent.
 * @param secret of the cookie to which the form is bound
 * @param fields what each field means, by name; others are left out
 * @throws ForgedForm, FormTooLarge, MalformedForm, NotUtf8, UnsupportedMediaType, and InvalidInput when a field came twice
 */
export function readPageForm(
  { body, header }: FormRequest,
  secret: string,
  fields: Readonly<Record<string, string>>,
): FormField<string> {
  if (body !== undefined && body.length > maxFormCharacters) throw new FormTooLarge();
  const sent = parseForm(body, header('content-type'));
  const token = sent.get('form_token')?.join(' ') ?? '';
  if (!isValidFormToken(token, secret)) throw new ForgedForm();
  refuseRepeatedFields(sent, Object.keys(fields));
  return (name) => sent.get(name)?.[0] ?? '';
}
