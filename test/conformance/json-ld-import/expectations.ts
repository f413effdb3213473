import { expect } from 'vitest';

import { isObject } from '../../../lib/model/datatypes/parts/values.ts';
import { jsonPointer } from '../../../lib/model/problem.ts';
import type { PlacedTile } from '../../../lib/model/resource-tree.ts';
import { withoutIds } from '../../lib/json-ld/random/same-tiles.ts';
import type { ExpectedTile, ImportCase, Operator } from './case.ts';

type Fill = (text: string) => string;

/** The steps of a path, with what their placeholders stand for. */
function stepsOf(path: string, fill: Fill): readonly string[] {
  return path.split('/').slice(1).map(fill);
}

/** What a path leads to; every element where it has a `*`, which takes what is no list for a list of one. */
function found(document: unknown, steps: readonly string[]): readonly unknown[] {
  return steps.reduce<readonly unknown[]>(
    (reached, step) => {
      if (step === '*') return reached.flat();
      return reached.flatMap((value) => {
        const within = Array.isArray(value) ? value[Number(step)] : member(value, step);
        return within === undefined ? [] : [within];
      });
    },
    [document],
  );
}

const member = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);

const sorted = (values: readonly unknown[]): readonly string[] =>
  values.map((value) => JSON.stringify(value)).sort();

type Check = (values: readonly unknown[], expected: unknown, path: string) => void;

const listOf = (values: readonly unknown[]): readonly unknown[] => values.flat();

const checks: Readonly<Record<Operator, Check>> = {
  equals: ([value], expected, path) => expect(value, path).toEqual(expected),
  'set-equals': (values, expected, path) =>
    expect(sorted(listOf(values)), path).toEqual(sorted(listOf([expected]))),
  'contains-key': ([value], expected, path) =>
    expect(isObject(value) ? Object.keys(value) : value, path).toContain(expected),
  count: (values, expected, path) => expect(listOf(values), path).toHaveLength(Number(expected)),
  prefix: ([value], expected, path) =>
    expect(String(value).slice(0, String(expected).length), path).toBe(expected),
  'one-of': ([value], expected, path) => expect(listOf([expected]), path).toContainEqual(value),
};

/** Holds a document against the paths of a case. */
export function expectPaths(
  document: unknown,
  paths: ImportCase['expect']['paths'],
  fill: Fill,
): void {
  for (const [path, operator, expected] of paths) {
    const filled: unknown = JSON.parse(fill(JSON.stringify(expected)));
    checks[operator](found(document, stepsOf(path, fill)), filled, path);
  }
}

function placed(
  tiles: readonly ExpectedTile[],
  parentTileId: string | null,
): readonly PlacedTile[] {
  return tiles.flatMap(({ nodegroup, data, below }, index) => {
    const tileId = `${parentTileId ?? ''}/${index}`;
    return [{ tileId, nodegroupId: nodegroup, parentTileId, data }, ...placed(below, tileId)];
  });
}

/** Holds the tiles that are stored against those of a case: equal but for their ids and their order. */
export function expectTiles(
  stored: readonly PlacedTile[],
  expected: readonly ExpectedTile[],
  fill: Fill,
): void {
  const filled: readonly ExpectedTile[] = JSON.parse(fill(JSON.stringify(expected)));
  expect(withoutIds(stored)).toEqual(withoutIds(placed(filled, null)));
}

/** Holds the problems of an answer against the places of a case: each has one, there or below, that says what to do. */
export function expectProblems(document: unknown, paths: readonly string[], fill: Fill): void {
  const problems = found(document, ['errors', '*']);
  const pointers = problems.map((problem) => String(member(problem, 'pointer')));
  for (const path of paths) {
    const place = jsonPointer(stepsOf(path, fill));
    expect(
      pointers.filter((pointer) => pointer === place || pointer.startsWith(`${place}/`)),
      `${path} among ${pointers.join(' ')}`,
    ).not.toEqual([]);
  }
  for (const problem of problems) {
    expect(member(problem, 'code')).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(String(member(problem, 'detail') ?? member(problem, 'message'))).toMatch(/\.$/);
  }
}
