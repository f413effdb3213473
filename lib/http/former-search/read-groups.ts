import { asList, isObject } from '../../model/datatypes/values/json-values.ts';
import type { SentGroup, SentNodeCondition } from '../../model/former-search/search-request.ts';
import { isEmptyCondition } from '../../model/former-search/node-test.ts';
import { refuse } from './json-parameter.ts';

/** The most conditions and values of a search. */
const limits = { conditions: 500, values: 10_000 };

/** The language of a condition; null for all. Clients send `*`, and broken copies of addresses. */
export function readLanguage(value: unknown): string | null {
  return typeof value === 'string' && /^[a-z]{2,8}(?:[-_][a-z0-9]{1,8})*$/i.test(value)
    ? value.replaceAll('_', '-')
    : null;
}

/** The texts of a value: a text, a number, a reference with `resourceId`, or a list of these. */
function listTexts(value: unknown): readonly string[] {
  return asList(value).flatMap((item) => {
    const text = isObject(item) ? (item['resourceId'] ?? item['id']) : item;
    const written = ['string', 'number', 'boolean'].includes(typeof text)
      ? String(text).trim()
      : '';
    return written === '' ? [] : [written];
  });
}

function readNodeCondition(key: string, value: unknown): SentNodeCondition {
  const { op, val, lang } = isObject(value) ? value : { op: '', val: value, lang: null };
  return {
    nodeId: key.toLowerCase(),
    operator: typeof op === 'string' ? op : '',
    values: listTexts(val),
    language: readLanguage(lang),
  };
}

/**
 * Reads the groups of `advanced-search`. Conditions without a value are left out.
 * @throws InvalidInput
 */
export function readGroups(value: unknown): readonly SentGroup[] {
  const groups = asList(value).map((group, index): SentGroup => {
    if (!isObject(group)) refuse('advanced-search', `the item ${index + 1} must be an object.`);
    const { op, ...nodes } = group;
    return {
      isAlternative: index > 0 && op === 'or',
      conditions: Object.entries(nodes)
        .map(([key, condition]) => readNodeCondition(key, condition))
        .filter((condition) => !isEmptyCondition(condition)),
    };
  });
  const conditions = groups.flatMap((group) => group.conditions);
  const values = conditions.flatMap((condition) => condition.values);
  if (conditions.length > limits.conditions || values.length > limits.values) {
    refuse(
      'advanced-search',
      `at most ${limits.conditions} conditions and ${limits.values} values can be compared. Divide the search.`,
    );
  }
  return groups;
}
