import type { Datatype } from './datatype.ts';
import { isObject, plainDisplay } from './values.ts';

/** A web address with a label: `{"url": "https://…", "url_label": "text"}`; shown by its label where it has one. */
export const url: Datatype = {
  name: 'url',
  display: (value) => {
    if (!isObject(value)) return plainDisplay(value);
    return plainDisplay(value['url_label']) ?? plainDisplay(value['url']);
  },
};
