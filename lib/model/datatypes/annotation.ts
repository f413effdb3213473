import type { Datatype, ValueProblem } from './datatype.ts';
import { jsonLinked } from './parts/json-literal.ts';
import { jsonValue } from './parts/value-text.ts';
import { isObject, plainDisplay } from './parts/values.ts';

function featureProblems(feature: unknown, position: number): readonly ValueProblem[] {
  if (isObject(feature) && feature['type'] === 'Feature' && isObject(feature['geometry']))
    return [];
  const message =
    'Write {"type": "Feature", "geometry": {…}, "properties": {"canvas": "https://…"}}.';
  return [{ code: 'not_a_feature', pointer: `/features/${position}`, message }];
}

/** Places on pictures: features in the coordinates of a IIIF canvas, which each of them names in its properties. */
export const annotation: Datatype = {
  name: 'annotation',
  columnText: { as: 'nothing' },
  widget: 'aae743b8-4c48-11ea-988b-2bc775672c81',
  display: plainDisplay,
  hasNoWords: true,
  validate: (value) => {
    if (value === null) return [];
    const features = isObject(value) && value['type'] === 'FeatureCollection' && value['features'];
    if (Array.isArray(features)) return features.flatMap(featureProblems);
    const message = 'Write {"type": "FeatureCollection", "features": […]}.';
    return [{ code: 'not_a_feature_collection', pointer: '', message }];
  },
  normalise: (value) => (value === '' ? null : value),
  valueText: jsonValue,
  linked: jsonLinked,
};
