import { pickText } from '../text.ts';
import type { Datatype } from './datatype.ts';
import { isText } from './text-value.ts';
import { plainDisplay } from './values.ts';

/** True or false, shown by the labels of the node where it has some. */
export const boolean: Datatype = {
  name: 'boolean',
  display: (value, node, { languages }) => {
    if (typeof value !== 'boolean') return plainDisplay(value);
    const label = value ? node.config['trueLabel'] : node.config['falseLabel'];
    const written = isText(label) ? pickText(label, languages) : null;
    if (written !== null && written !== '') return written;
    return value ? 'True' : 'False';
  },
};
