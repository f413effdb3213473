import type { BoundingBox } from '../../model/geojson/feature-query.ts';
import type { LayerFilter } from '../../model/layer-filters/layer-filter.ts';

/**
 * Takes a box out of a filter that all features must intersect, as QGIS sends it for what a map shows. As a box, it is looked up in the
 * index of geometries.
 * @returns rest: what else must hold; undefined if nothing
 */
export function takeBox(filter: LayerFilter): {
  readonly box: BoundingBox | undefined;
  readonly rest: LayerFilter | undefined;
} {
  const parts = flatten(filter);
  const boxed = parts.find((part) => part.kind === 'place' && part.box !== undefined);
  const others = parts.filter((part) => part !== boxed);
  const [only] = others;
  return {
    box: boxed?.kind === 'place' ? boxed.box : undefined,
    rest: only === undefined || others.length > 1 ? join(others) : only,
  };
}

const join = (parts: readonly LayerFilter[]): LayerFilter | undefined =>
  parts.length === 0 ? undefined : { kind: 'all', parts };

const flatten = (filter: LayerFilter): readonly LayerFilter[] =>
  filter.kind === 'all' ? filter.parts.flatMap(flatten) : [filter];
