import { InvalidInput, type InputError } from '../../errors.ts';
import { isWriteOperation, type Operation } from '../operation.ts';
import { urlEncodedForm, mediaTypeOf } from '../request/media-type.ts';
import { parseJsonOrUndefined } from '../request/request-body.ts';
import { parseBoolean, booleanRule } from './types/booleans.ts';
import { parameterError } from './parse-parameters.ts';

// A request with dry_run, in any spelling and in any part of the request, must never write. If it cannot be a dry run, it is refused.

const dryRunParameter = 'dry_run';

type WritingOperation = Pick<Operation, 'method' | 'scope' | 'access' | 'parameters'>;

/** Whether a name is `dry_run` in any spelling: `dryRun`, `DRY-RUN` and so on. */
function isDryRunName(name: string): boolean {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '') === 'dryrun';
}

const dryRunError = (name: string, message: string): InputError =>
  parameterError(name, 'invalid', message);

const noDryRunMessage = `this operation has no dry run. Leave out ${dryRunParameter} to run it.`;

const offersDryRun = ({ parameters }: WritingOperation): boolean =>
  dryRunParameter in parameters.shape;

/**
 * Lists errors for misspelt or unsupported `dry_run` parameters of an operation that writes.
 * @rule Requests: Who refuses `dry_run` where nothing is written?
 * @param values the merged parameters by name
 */
export function dryRunErrors(
  operation: WritingOperation,
  values: ReadonlyMap<string, string>,
): readonly InputError[] {
  if (!isWriteOperation(operation)) return [];
  return [...values].flatMap(([name, value]) => {
    if (!isDryRunName(name)) return [];
    if (name !== dryRunParameter) {
      return [
        dryRunError(
          name,
          offersDryRun(operation) ? `must be spelt ${dryRunParameter}.` : noDryRunMessage,
        ),
      ];
    }
    const parsedValue = parseBoolean(value);
    if (offersDryRun(operation) || parsedValue === false) return [];
    return [dryRunError(name, parsedValue === true ? noDryRunMessage : booleanRule)];
  });
}

/** Letters that are written as escapes of JSON or of a form, as in `dry\u005frun` and `d%72y_run`. */
const escapedLetter = /\\u00[4-7][\da-f]|%[4-7][\da-f]/i;

/** Whether a body may contain the name in any spelling, and so must be parsed. Most bodies do not. */
const mayContainDryRun = (body: string): boolean =>
  /dry.{0,9}run/i.test(body) || escapedLetter.test(body);

/**
 * Refuses a body with `dry_run` as a form field or JSON member, where it would be ignored and the operation would write.
 * @throws InvalidInput
 */
export function refuseDryRunInBody(
  operation: WritingOperation,
  body: string,
  contentType: string | undefined,
): void {
  if (!isWriteOperation(operation) || !mayContainDryRun(body)) return;
  const message = offersDryRun(operation)
    ? `is not a field of the body. Send it in the query: ?${dryRunParameter}=true.`
    : noDryRunMessage;
  refuseDryRunFields(readFieldNames(body, contentType), message);
}

/**
 * Refuses `dry_run` among the names of fields.
 * @param message why, without the name; by default that the operation has no dry run
 * @throws InvalidInput
 */
export function refuseDryRunFields(fieldNames: Iterable<string>, message = noDryRunMessage): void {
  const names = [...new Set(fieldNames)].filter(isDryRunName);
  if (names.length === 0) return;
  throw new InvalidInput(names.map((name) => ({ ...dryRunError(name, message), in: 'body' })));
}

function readFieldNames(body: string, contentType: string | undefined): readonly string[] {
  if (mediaTypeOf(contentType) === urlEncodedForm) {
    return [...new Set(new URLSearchParams(body).keys())];
  }
  const value = parseJsonOrUndefined(body);
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}
