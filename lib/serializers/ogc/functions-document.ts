import { layerFunctions } from '../../model/layer-filters/functions.ts';

/** The functions of this service for filters (OGC API Features part 3, section 6.4; CQL2, section 7.7). */
export const functionsDocument = {
  functions: Object.entries(layerFunctions).map(
    ([name, { description, arguments: parameters }]) => ({
      name,
      description,
      arguments: parameters,
      returns: ['boolean'],
    }),
  ),
} as const;
