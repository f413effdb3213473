import type { Datatype } from './datatype.ts';
import { jsonLinked } from './parts/json-literal.ts';
import { jsonValue } from './parts/value-text.ts';
import { plainDisplay } from './parts/values.ts';

/** A node that is there for the nodes below it, and has no value. One that it holds all the same is carried through. */
export const semantic: Datatype = {
  name: 'semantic',
  holds: 'nothing',
  columnText: { as: 'nothing' },
  display: plainDisplay,
  validate: (value) =>
    value === null
      ? []
      : [
          {
            code: 'value_not_allowed',
            pointer: '',
            message: 'This node groups others: write no value here.',
          },
        ],
  normalise: (value) => value,
  valueText: jsonValue,
  linked: { ...jsonLinked, kind: 'container' },
};
