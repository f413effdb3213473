import { isUuid } from '../ids.ts';
import type {
  FormerSearch,
  SentGroup,
  SentNodeCondition,
  SentPlace,
  SentTerm,
} from './search-request.ts';

type Parameters = Readonly<Record<string, string>>;

/**
 * Says a search of the reference platform in parameters of this service, with the same meaning; concepts include narrower ones.
 * @param isLabel whether a term is part of a label of concepts or options, which no condition of ours finds in any node
 * @returns undefined if a part of it cannot be said
 * @rule Searching by values: Which old addresses does the page of a search translate?
 */
export function toOwnParameters(
  search: FormerSearch,
  isLabel: (term: SentTerm) => boolean,
): Parameters | undefined {
  const parts: readonly (Parameters | undefined)[] = [
    search.models === null ? {} : ofModels(search),
    ofGroups(search.groups),
    search.terms.some(isLabel) ? undefined : ofTerms(search.terms),
    search.place === null ? {} : ofPlace(search.place),
    ofTime(search),
    search.provisional === null ? {} : undefined,
  ];
  const own = parts.filter((part) => part !== undefined);
  if (own.length < parts.length) return undefined;
  const filters = own.flatMap((part) => part['filter'] ?? []);
  const filter = filters.map((text) => (filters.length > 1 ? `(${text})` : text)).join(' AND ');
  const { filter: _filter, ...others }: Parameters = Object.assign({}, ...own);
  return filter === '' ? others : { ...others, filter };
}

const hasConditions = ({ conditions }: SentGroup): boolean => conditions.length > 0;

function ofModels({ models }: FormerSearch): Parameters | undefined {
  const [graph, ...others] = models?.graphIds ?? [];
  return graph === undefined || others.length > 0 || models?.isInverted === true
    ? undefined
    : { graph };
}

/** Conditions of one group are met in one tile, as those on nodes are. Several groups are not. */
function ofGroups(groups: readonly SentGroup[]): Parameters | undefined {
  const [group, ...others] = groups.filter(hasConditions);
  if (group === undefined) return {};
  if (others.length > 0) return undefined;
  const own: Record<string, string> = {};
  for (const condition of group.conditions) {
    const value = valueOf(condition);
    if (value === undefined) return undefined;
    own[`node.${condition.nodeId}`] = value;
  }
  return own;
}

const ranges: Readonly<Record<string, (value: string) => string>> = {
  gt: (value) => `>${value}`,
  gte: (value) => `${value}..`,
  lt: (value) => `<${value}`,
  lte: (value) => `..${value}`,
};

/** The values of a condition. A text with signs that mean something in one of ours is not repeated. */
function valueOf({ operator, values }: SentNodeCondition): string | undefined {
  if (operator === 'not_null' || values[0] === 'not_null') return '*';
  if (operator === 'null' || values[0] === 'null') return '!*';
  const isPlain = values.length > 0 && values.every((value) => !/[",*?<>!]|\.\./.test(value));
  if (!isPlain) return undefined;
  const range = ranges[operator];
  if (range !== undefined) return values.length === 1 ? range(values[0] ?? '') : undefined;
  return ['', '~', 'eq', 'in_list_any', 'overlaps'].includes(operator)
    ? values.join(',')
    : undefined;
}

/** Texts are words of any value. */
function ofTerms(terms: readonly SentTerm[]): Parameters | undefined {
  if (terms.length === 0) return {};
  const isText = ({ kind, value, nodegroupId, isInverted }: SentTerm): boolean =>
    kind !== 'concept' &&
    !isUuid(value) &&
    nodegroupId === null &&
    !isInverted &&
    !/["*?|+]/.test(value);
  if (!terms.every(isText)) return undefined;
  return {
    filter: terms.map(({ value }) => `words('${value.replaceAll("'", "''")}')`).join(' AND '),
  };
}

function ofTime({ time }: FormerSearch): Parameters | undefined {
  if (time === null) return {};
  return time.nodeId !== null || time.isInverted
    ? undefined
    : { period: `${time.from ?? ''}..${time.to ?? ''}` };
}

/** A point with its distance, or polygons without one. */
function ofPlace({ geometry, metres, isInverted }: SentPlace): Parameters | undefined {
  if (isInverted || !('type' in geometry) || !('coordinates' in geometry)) return undefined;
  const { type, coordinates } = geometry;
  if (type === 'Point' && Array.isArray(coordinates) && metres > 0) {
    return { near: [coordinates[0], coordinates[1], metres].join(',') };
  }
  if (metres > 0 || (type !== 'Polygon' && type !== 'MultiPolygon')) return undefined;
  return { filter: `S_INTERSECTS(geometry, ${type.toUpperCase()}${toText(coordinates)})` };
}

/** The coordinates of a geometry in well-known text. */
function toText(coordinates: unknown): string {
  if (!Array.isArray(coordinates)) return '';
  return typeof coordinates[0] === 'number'
    ? `${coordinates[0]} ${coordinates[1]}`
    : `(${coordinates.map(toText).join(', ')})`;
}
