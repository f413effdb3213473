import { InvalidInput, PublicError } from '../errors.ts';

/** The values of tiles are still being indexed, so an answer would not be complete. */
export class IndexFilling extends PublicError {
  readonly code = 'index_filling';

  /** @param filled the share that is complete, from 0 to 1 */
  constructor(filled: number) {
    super(
      `The index of values is still being filled after an upgrade of the service: about ${Math.floor(filled * 100)} % are complete. Try again later, or leave out the conditions.`,
    );
  }
}

/** The account has more grants of its own than a search by values looks up. */
export class TooManyGrants extends PublicError {
  readonly code = 'too_many_grants';

  constructor() {
    super(
      'More than 10,000 resource instances are open to your account by grants of its own, too many for conditions. Ask an administrator for grants of a group, or leave out the conditions.',
    );
  }
}

const parameterError = (name: string, message: string): InvalidInput =>
  new InvalidInput([
    { in: 'parameters', pointer: `/${name}`, code: 'invalid', detail: `${name}: ${message}` },
  ]);

/** The error for a question that is too large for one statement. */
export const questionTooLargeError = (): InvalidInput =>
  parameterError(
    'graph',
    'the conditions are too many, or are about too many models. Send graph with one model, or fewer conditions and values.',
  );

/** The error for conditions on related resource instances that find more than can be compared. */
export const tooManyRelatedError = (): InvalidInput =>
  parameterError(
    'related',
    'the conditions on related resource instances find more than 20,000. Send more of them.',
  );

/** The error for concepts that have too many labels, narrower ones included. */
export const tooBroadError = (): InvalidInput =>
  parameterError(
    'node.',
    'the concepts of a condition, with narrower ones, have more than 20,000 labels. Name narrower concepts.',
  );
