import { InvalidInput, type InputError } from '../../errors.ts';
import { isStorableText } from '../../json/storable.ts';
import { readCondition, type WrittenCondition } from '../../model/questions/value-syntax.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import type { ValuesByName } from '../request/request.ts';

const prefix = 'node.';

/** The most conditions of a question. */
const maxConditions = 20;

/** A condition as it was sent. */
export type SentCondition = {
  readonly parameter: string;
  readonly name: string;
  readonly written: WrittenCondition;
};

/**
 * Reads the conditions in the query: `node.NAME=VALUE`.
 * @throws InvalidInput for a name that is sent twice, and for too many conditions
 */
export function readSentConditions(query: ValuesByName): readonly SentCondition[] {
  const errors: InputError[] = [];
  const sent = [...query].flatMap(([parameter, [value = '', ...otherValues]]) => {
    if (!parameter.startsWith(prefix)) return [];
    if (otherValues.length > 0) {
      errors.push(
        parameterError(
          parameter,
          'repeated',
          'must be sent once. Write several values with commas.',
        ),
      );
    }
    if (!isStorableText(parameter) || !isStorableText(value)) {
      const message = 'must not contain U+0000 or half of a surrogate pair.';
      errors.push(parameterError(parameter, 'invalid', message));
    }
    const written = readCondition(value);
    return written === undefined
      ? []
      : [{ parameter, name: parameter.slice(prefix.length), written }];
  });
  if (sent.length > maxConditions) {
    errors.push(
      parameterError(prefix, 'invalid', `a question has at most ${maxConditions} conditions.`),
    );
  }
  if (errors.length > 0) throw new InvalidInput(errors);
  return sent;
}

/** The conditions in a query as they were sent, for links that repeat them. */
export function pickConditions(query: ValuesByName): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...query].flatMap(([name, [value = '']]) => (name.startsWith(prefix) ? [[name, value]] : [])),
  );
}

/** Refuses conditions where the answer would not follow them: in a search by name, and on pages. @throws InvalidInput */
export function refuseConditions(query: ValuesByName): void {
  const message =
    'conditions cannot be combined with q or format=html. Send format=json without q.';
  const errors = Object.keys(pickConditions(query)).map((name) =>
    parameterError(name, 'invalid', message),
  );
  if (errors.length > 0) throw new InvalidInput(errors);
}
