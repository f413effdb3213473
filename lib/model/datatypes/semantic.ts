import type { Datatype } from './datatype.ts';
import { jsonLinkedCodec } from './codecs/literals.ts';
import { jsonTextCodec } from './codecs/text-codecs.ts';
import { formatAsText } from './values/json-values.ts';

/** A node that only groups other nodes. If stored data have a value for it, the value is kept. */
export const semanticDatatype: Datatype = {
  name: 'semantic',
  holds: 'nothing',
  columnText: { as: 'nothing' },
  display: formatAsText,
  validate: (value) =>
    value === null
      ? []
      : [
          {
            code: 'value_not_allowed',
            pointer: '',
            message: 'This node only groups other nodes: leave its value out.',
          },
        ],
  normalise: (value) => value,
  textCodec: jsonTextCodec,
  linkedCodec: { ...jsonLinkedCodec, kind: 'container' },
};
