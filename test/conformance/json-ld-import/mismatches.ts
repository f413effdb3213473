import { isDeepStrictEqual } from 'node:util';

import { isObject } from '../../../lib/model/datatypes/values/json-values.ts';
import { jsonPointer } from '../../../lib/model/problem.ts';
import type { TreeTile } from '../../../lib/model/resources/resource-tree.ts';
import { withoutIds } from '../../lib/json-ld/random/same-tiles.ts';
import type { ExpectedTile, ImportCase, ComparisonOperator } from './import-case.ts';

/** Replaces the placeholders in a text. */
type Fill = (text: string) => string;

/** Sentences about the differences from a case. */
type Mismatches = readonly string[];

/** The steps of a path, with its placeholders filled. */
function stepsOf(path: string, fill: Fill): readonly string[] {
  return path
    .split('/')
    .slice(1)
    .map((step) => fill(step));
}

const readMember = (value: unknown, key: string): unknown =>
  isObject(value) ? value[key] : undefined;

/** The values at a path. A `*` stands for every element, and treats a single value as a list of one. */
function valuesAt(document: unknown, steps: readonly string[]): readonly unknown[] {
  return steps.reduce<readonly unknown[]>(
    (reachedValues, step) => {
      if (step === '*') return reachedValues.flat();
      return reachedValues.flatMap((value) => {
        const next: unknown = Array.isArray(value) ? value[Number(step)] : readMember(value, step);
        return next === undefined ? [] : [next];
      });
    },
    [document],
  );
}

const sortAsJson = (values: readonly unknown[]): readonly string[] =>
  values.map((value) => JSON.stringify(value)).sort();

type Check = (values: readonly unknown[], expected: unknown) => boolean;

const checks: Readonly<Record<ComparisonOperator, Check>> = {
  equals: ([value], expected) => isDeepStrictEqual(value, expected),
  'set-equals': (values, expected) =>
    isDeepStrictEqual(sortAsJson(values.flat()), sortAsJson([expected].flat())),
  'contains-key': ([value], expected) => isObject(value) && String(expected) in value,
  count: (values, expected) => values.flat().length === expected,
  prefix: ([value], expected) => typeof value === 'string' && value.startsWith(String(expected)),
  'one-of': ([value], expected) =>
    [expected].flat().some((possible) => isDeepStrictEqual(value, possible)),
};

/** Compares a document with the paths of a case. */
export function documentMismatches(
  document: unknown,
  paths: ImportCase['expect']['paths'],
  fill: Fill,
): Mismatches {
  return paths.flatMap(([path, operator, expected]) => {
    const filledValue: unknown = JSON.parse(fill(JSON.stringify(expected)));
    const values = valuesAt(document, stepsOf(path, fill));
    return checks[operator](values, filledValue)
      ? []
      : [
          `${path} is ${JSON.stringify(values)}, which must be ${operator} ${fill(JSON.stringify(expected))}.`,
        ];
  });
}

function flattenTiles(
  tiles: readonly ExpectedTile[],
  parentTileId: string | null,
): readonly TreeTile[] {
  return tiles.flatMap(({ nodegroup, data, below }, index) => {
    const tileId = `${parentTileId ?? ''}/${index}`;
    return [{ tileId, nodegroupId: nodegroup, parentTileId, data }, ...flattenTiles(below, tileId)];
  });
}

/** Compares stored tiles with those of a case, apart from ids and order. */
export function tileMismatches(
  stored: readonly TreeTile[],
  { tile_count: count, tile_tree: tree }: ImportCase['expect'],
  fill: Fill,
): Mismatches {
  const mismatches: string[] = [];
  if (count !== undefined && stored.length !== count) {
    mismatches.push(`There are ${stored.length} tiles, but ${count} are expected.`);
  }
  if (tree === undefined) return mismatches;
  const filledTree: readonly ExpectedTile[] = JSON.parse(fill(JSON.stringify(tree)));
  const [actual, expected] = [withoutIds(stored), withoutIds(flattenTiles(filledTree, null))];
  return isDeepStrictEqual(actual, expected)
    ? mismatches
    : [
        ...mismatches,
        `These tiles are stored: ${JSON.stringify(actual)}. Expected are ${JSON.stringify(expected)}.`,
      ];
}

/** Checks that there is an error at or below each expected path, and that each error has a code and a sentence. */
export function problemMismatches(
  document: unknown,
  paths: readonly string[],
  fill: Fill,
): Mismatches {
  const problems = valuesAt(document, ['errors', '*']);
  const pointers = problems.map((problem) => String(readMember(problem, 'pointer')));
  const missingPaths = paths.filter((path) => {
    const expectedPointer = jsonPointer(stepsOf(path, fill));
    return !pointers.some(
      (pointer) => pointer === expectedPointer || pointer.startsWith(`${expectedPointer}/`),
    );
  });
  const malformedProblems = problems.filter((problem) => {
    const [code, detail] = [readMember(problem, 'code'), readMember(problem, 'detail')];
    return !/^[a-z]+(_[a-z]+)*$/.test(String(code)) || !String(detail).endsWith('.');
  });
  return [
    ...missingPaths.map((path) => `There is no error at ${path}, only at ${pointers.join(' ')}.`),
    ...malformedProblems.map(
      (problem) => `${JSON.stringify(problem)} has no valid code, or its detail is no sentence.`,
    ),
  ];
}
