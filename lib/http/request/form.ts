import { InvalidInput } from '../../errors.ts';
import { MalformedForm, NotUtf8, UnsupportedMediaType } from '../errors/errors.ts';
import { urlEncodedForm, formMediaTypes, mediaTypeOf } from './media-type.ts';
import { invalidUtf8Offset } from './request-body.ts';

/** The fields of a form, by name; a field that was sent several times has several values. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

/** More than any form of the service needs: who sends more is not signed in yet. */
export const maxFormCharacters = 64 * 1024;

/**
 * Reads a form from a body. What stands in the query or in headers is never taken for a field.
 * @param body decoded text; undefined when nothing was sent. A form in parts comes as an encoded one (`withEncodedForm`)
 * @param contentType of the request
 * @param most characters that it may have
 * @throws UnsupportedMediaType for a body of another media type
 * @throws MalformedForm for a body that is too long, or text that a database cannot hold
 * @throws NotUtf8 where what is percent-encoded is not
 */
export function parseForm(
  body: string | undefined,
  contentType: string | undefined,
  most = maxFormCharacters,
): FormFields {
  if (body === undefined) return new Map();
  if (mediaTypeOf(contentType) !== urlEncodedForm) throw new UnsupportedMediaType(formMediaTypes);
  if (body.length > most) {
    throw new MalformedForm(`The form may have ${most} characters.`);
  }
  checkEncodedBytes(body);
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(body)) {
    if (`${name}${value}`.includes('\0')) {
      throw new MalformedForm('A field must not hold the character U+0000.');
    }
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [value]);
    else values.push(value);
  }
  return fields;
}

/** A form is read with U+FFFD for encoded bytes that are not UTF-8, as `%FF` is. */
function checkEncodedBytes(body: string): void {
  for (const { 0: run, index } of body.matchAll(/(?:%[89a-f][\da-f])+/gi)) {
    const wrong = invalidUtf8Offset(Buffer.from(run.replaceAll('%', ''), 'hex'));
    if (wrong !== -1) {
      throw new NotUtf8(Buffer.byteLength(body.slice(0, index)) + wrong * '%FF'.length);
    }
  }
}

/** Refuses a form with several values of a field that it may have once. @throws InvalidInput */
export function refuseRepeatedFields(fields: FormFields, names: readonly string[]): void {
  const repeated = names.filter((name) => (fields.get(name)?.length ?? 0) > 1);
  if (repeated.length === 0) return;
  throw new InvalidInput(
    repeated.map((name) => ({
      in: 'body',
      pointer: `/${name}`,
      code: 'repeated',
      detail: `${name}: must be sent once.`,
    })),
  );
}

/** The value of a field that came once and is not empty; undefined otherwise. */
export function readSingleField(fields: FormFields, name: string): string | undefined {
  const [value, ...others] = fields.get(name) ?? [];
  return value === '' || others.length > 0 ? undefined : value;
}
