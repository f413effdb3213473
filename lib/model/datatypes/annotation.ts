import type { Datatype, ValueProblem } from './datatype.ts';
import { jsonLinkedCodec } from './codecs/literals.ts';
import { jsonTextCodec } from './codecs/text-codecs.ts';
import { isObject, formatAsText } from './values/json-values.ts';

function validateFeature(feature: unknown, index: number): readonly ValueProblem[] {
  if (isObject(feature) && feature['type'] === 'Feature' && isObject(feature['geometry']))
    return [];
  const message =
    'Write {"type": "Feature", "geometry": {…}, "properties": {"canvas": "https://…"}}.';
  return [{ code: 'not_a_feature', pointer: `/features/${index}`, message }];
}

/** Regions of images: features in the coordinates of a IIIF canvas, which is named in their properties. */
export const annotationDatatype: Datatype = {
  name: 'annotation',
  columnText: { as: 'nothing' },
  widget: 'aae743b8-4c48-11ea-988b-2bc775672c81',
  display: formatAsText,
  isExcludedFromNames: true,
  validate: (value) => {
    if (value === null) return [];
    const features = isObject(value) && value['type'] === 'FeatureCollection' && value['features'];
    if (Array.isArray(features)) return features.flatMap(validateFeature);
    const message = 'Write {"type": "FeatureCollection", "features": […]}.';
    return [{ code: 'not_a_feature_collection', pointer: '', message }];
  },
  normalise: (value) => (value === '' ? null : value),
  textCodec: jsonTextCodec,
  linkedCodec: jsonLinkedCodec,
};
