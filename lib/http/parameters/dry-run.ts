import { InvalidInput, type InputError } from '../../errors.ts';
import { isWrite, type Operation } from '../operation.ts';
import { urlEncodedForm, mediaTypeOf } from '../request/media-type.ts';
import { parseJsonOrUndefined } from '../request/request-body.ts';
import { parseBoolean, booleanRule } from './parameter-types.ts';
import { parameterError } from './parameters.ts';

// Whoever says dry_run, however it is spelt and wherever it stands, must not write. What is no dry run is refused.

const parameter = 'dry_run';

type WritingOperation = Pick<Operation, 'method' | 'scope' | 'access' | 'parameters'>;

/** Whether a name is `dry_run` in any letter case, with anything or nothing between its words. */
function isDryRun(name: string): boolean {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '') === 'dryrun';
}

const wrong = (name: string, message: string): InputError =>
  parameterError(name, 'invalid', message);

const noDryRun = `this operation has no dry run. Leave ${parameter} out, and the request is carried out.`;

const offersDryRun = ({ parameters }: WritingOperation): boolean => parameter in parameters.shape;

/**
 * What is wrong with the parameters of an operation that writes: `dry_run` is spelt in another way, or the operation has no dry run.
 * @param values merged, by name
 */
export function dryRunErrors(
  operation: WritingOperation,
  values: ReadonlyMap<string, string>,
): readonly InputError[] {
  if (!isWrite(operation)) return [];
  return [...values].flatMap(([name, value]) => {
    if (!isDryRun(name)) return [];
    if (name !== parameter) {
      return [wrong(name, offersDryRun(operation) ? `is spelt ${parameter}.` : noDryRun)];
    }
    const truth = parseBoolean(value);
    if (offersDryRun(operation) || truth === false) return [];
    return [wrong(name, truth === true ? noDryRun : booleanRule)];
  });
}

/**
 * Refuses a body of an operation that writes which says `dry_run`, as a field of a form or as a member of a JSON object: there it
 * is no parameter, and would be ignored.
 * @throws InvalidInput
 */
export function refuseDryRunInBody(
  operation: WritingOperation,
  body: string,
  contentType: string | undefined,
): void {
  if (!isWrite(operation) || !/dry.{0,9}run/i.test(body)) return;
  const names = namesIn(body, contentType).filter(isDryRun);
  if (names.length === 0) return;
  const message = offersDryRun(operation)
    ? `is no field of the body. Send it in the query, as ?${parameter}=true.`
    : noDryRun;
  throw new InvalidInput(names.map((name) => ({ ...wrong(name, message), in: 'body' })));
}

/** The names of the fields of a form, or of the members of a JSON object. */
function namesIn(body: string, contentType: string | undefined): readonly string[] {
  if (mediaTypeOf(contentType) === urlEncodedForm) {
    return [...new Set(new URLSearchParams(body).keys())];
  }
  const value = parseJsonOrUndefined(body);
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}
