import { onceIn, integerBetween, pickOne, repeat, type Draw } from '../../support/random/draw.ts';

/** A filter of a test, with its text and its naive evaluation over the properties of a feature. */
export type NaiveFilter = {
  readonly text: string;
  /** True, false or neither. */
  readonly holds: (properties: Properties) => boolean | null;
};

export type Properties = Readonly<Record<string, string | null>>;

/** The texts that a property shows. No text of the buildings has a comma but those of dates, of which a tile has one. */
export const textsOf = (properties: Properties, name: string): readonly string[] => {
  const shown = properties[name] ?? null;
  return shown === null ? [] : shown.split(', ');
};

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Names as QGIS writes them. */
const named = (name: string): string => (/^[a-z\d]+$/i.test(name) ? name : `"${name}"`);

type Leaf = (draw: Draw) => NaiveFilter;

const onTexts =
  (passes: (text: string) => boolean, name: string) =>
  (properties: Properties): boolean | null => {
    const texts = textsOf(properties, name);
    return texts.length === 0 ? null : texts.some(passes);
  };

const fold = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const like = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('%', '.*')
      .replaceAll('_', '.')}$`,
    'us',
  );

const textValues: Readonly<Record<string, readonly string[]>> = {
  type: ['Hügelgrab', 'Haus', 'Barrow', 'Rundes Hügelgrab', 'rundes hugelgrab'],
  called: ['King’s Gate', 'kings gate', 'Old Mill', 'Mühle am Bach', 'Nowhere'],
  state: ['Gut', 'Schlecht', 'Good'],
  isopen: ['true', 'false', 'True'],
  built: ['1850', '-0500', '1849-12-31'],
  height: ['12', '12.50', 'tall'],
};

const sameText = (name: string, value: string): ((text: string) => boolean) => {
  const isNumber = name === 'height' && Number.isFinite(Number(value));
  return (text) => (isNumber ? Number(text) === Number(value) : text === value);
};

const equals: Leaf = (draw) => {
  const name = pickOne(draw, Object.keys(textValues));
  const value = pickOne(draw, textValues[name] ?? []);
  const holds = onTexts(sameText(name, value), name);
  return onceIn(draw, 3)
    ? {
        text: `${named(name)} <> ${quoted(value)}`,
        holds: (properties) => {
          const truth = holds(properties);
          return truth === null ? null : !truth;
        },
      }
    : { text: `${named(name)} = ${quoted(value)}`, holds };
};

const isIn: Leaf = (draw) => {
  const name = pickOne(draw, Object.keys(textValues));
  const values = repeat(integerBetween(draw, 1, 3), () => pickOne(draw, textValues[name] ?? []));
  return {
    text: `${named(name)} IN (${values.map(quoted).join(', ')})`,
    holds: onTexts((text) => values.some((value) => sameText(name, value)(text)), name),
  };
};

const isLike: Leaf = (draw) => {
  const name = pickOne(draw, ['type', 'called', 'state', 'built']);
  const pattern = pickOne(draw, [
    'K%',
    '%gate',
    'Old _ill',
    '%gel%',
    'rundes%',
    '18%',
    '%',
    'h_%b',
  ]);
  if (onceIn(draw, 2)) {
    return {
      text: `(CASEI(ACCENTI(${named(name)})) LIKE CASEI(ACCENTI(${quoted(pattern)})))`,
      holds: onTexts((text) => like(fold(pattern)).test(fold(text)), name),
    };
  }
  return {
    text: `${named(name)} LIKE ${quoted(pattern)}`,
    holds: onTexts((text) => like(pattern).test(text), name),
  };
};

const compares: Leaf = (draw) => {
  const operator = pickOne(draw, ['<', '<=', '>', '>='] as const);
  const limit = pickOne(draw, [0, 1.5, 12, 12.5]);
  const passes = {
    '<': (text: string) => Number(text) < limit,
    '<=': (text: string) => Number(text) <= limit,
    '>': (text: string) => Number(text) > limit,
    '>=': (text: string) => Number(text) >= limit,
  };
  return {
    text: `height ${operator} ${limit}`,
    holds: onTexts(passes[operator], 'height'),
  };
};

const isBetween: Leaf = () => ({
  text: 'height BETWEEN 1.5 AND 12',
  holds: onTexts((text) => Number(text) >= 1.5 && Number(text) <= 12, 'height'),
});

const isNull: Leaf = (draw) => {
  const name = pickOne(draw, Object.keys(textValues));
  const hasValue = (properties: Properties): boolean => textsOf(properties, name).length > 0;
  return onceIn(draw, 2)
    ? { text: `${named(name)} IS NULL`, holds: (properties) => !hasValue(properties) }
    : { text: `${named(name)} IS NOT NULL`, holds: hasValue };
};

const leaves: readonly Leaf[] = [equals, equals, isIn, isLike, isLike, compares, isBetween, isNull];

const isAll = (truths: readonly (boolean | null)[]): boolean | null =>
  truths.includes(false) ? false : truths.includes(null) ? null : true;

const negated = (truth: boolean | null): boolean | null => (truth === null ? null : !truth);

/** A random filter. */
export function drawLayerFilter(draw: Draw, depth = 2): NaiveFilter {
  if (depth === 0 || onceIn(draw, 3)) return pickOne(draw, leaves)(draw);
  const kind = pickOne(draw, ['AND', 'OR', 'NOT', 'none'] as const);
  if (kind === 'NOT' || kind === 'none') {
    const part = drawLayerFilter(draw, depth - 1);
    return kind === 'NOT'
      ? {
          text: `(NOT (${part.text}))`,
          holds: (properties) => negated(part.holds(properties)),
        }
      : { text: `none(${part.text})`, holds: (properties) => part.holds(properties) !== true };
  }
  const parts = repeat(integerBetween(draw, 2, 3), () => drawLayerFilter(draw, depth - 1));
  return {
    text: `(${parts.map(({ text }) => `(${text})`).join(` ${kind} `)})`,
    holds: (properties) => {
      const truths = parts.map(({ holds }) => holds(properties));
      return kind === 'AND' ? isAll(truths) : negated(isAll(truths.map(negated)));
    },
  };
}
