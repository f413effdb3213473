// Written by `npm run generate` from lib/browser and the packages that it uses.

/** The names of the static files of pages, each with a hash of its content. */
export const assetNames = {
  map: 'map-3BLQSBHE.js',
  'map-worker': 'map-worker-YKLV3HOC.js',
  'map-style': 'map-style-3TP5ANQP.css',
  'world-outlines': 'world-outlines-92FB3EF1.json',
  'detailed-world-outlines': 'detailed-world-outlines-25B5DE13.json',
} as const;
