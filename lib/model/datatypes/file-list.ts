import type { Datatype } from './datatype.ts';
import { asList, isObject, joined } from './values.ts';

/** Files that were uploaded, shown by their addresses. */
export const fileList: Datatype = {
  name: 'file-list',
  display: (value) =>
    joined(
      asList(value).map((file) => {
        if (!isObject(file)) return null;
        const shown = file['url'] ?? file['name'];
        return typeof shown === 'string' ? shown : null;
      }),
      ' | ',
    ),
};
