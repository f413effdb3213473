import { pickText } from '../text.ts';
import type { Datatype, DisplayNode } from './datatype.ts';
import { isText } from './text-value.ts';
import { asList, isObject, joined } from './values.ts';

function option(id: unknown, node: DisplayNode, languages: readonly string[]): string | null {
  const found = asList(node.config['options']).find((item) => isObject(item) && item['id'] === id);
  const text = isObject(found) ? found['text'] : undefined;
  return isText(text) ? pickText(text, languages) : null;
}

/** One of the options that the node itself lists, by the option's id. */
export const domainValue: Datatype = {
  name: 'domain-value',
  display: (value, node, { languages }) => option(value, node, languages),
};

/** Several of the options of the node. */
export const domainValueList: Datatype = {
  name: 'domain-value-list',
  display: (value, node, { languages }) =>
    joined(asList(value).map((item) => option(item, node, languages))),
};
