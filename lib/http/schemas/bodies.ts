import * as z from 'zod';

import { conceptCollection, conceptDocument, conceptList, foundConcepts } from './concepts.ts';
import { exportList } from './exports.ts';
import { featureCollection } from './geojson.ts';
import { graphForms, graphList, graphsById } from './graphs.ts';
import {
  activityDocument,
  activityList,
  activityPage,
  activityStreamOrList,
  editHistory,
} from './history.ts';
import {
  mobileProjectBody,
  mobileProjectForms,
  mobileProjectListForms,
} from './mobile-projects.ts';
import { nodeRows } from './nodes.ts';
import {
  configuredClient,
  introspection,
  keySet,
  serverMetadata,
  serverSettings,
  tokenResponse,
} from './oauth.ts';
import {
  collectionBody,
  collectionsBody,
  conformanceBody,
  itemBody,
  itemsBody,
  landingPageBody,
} from './ogc.ts';
import {
  changeSummary,
  instancePermissions,
  jsonLdNode,
  resourceContainer,
  resourceForms,
  resourceList,
  sentDocument,
  storedDocument,
  tileForms,
} from './resources.ts';
import { contextDocument, health, openApiDescription } from './service.ts';
import {
  changedSpatialView,
  newSpatialView,
  spatialView,
  spatialViewList,
} from './spatial-views.ts';
import { sentTile, tileRecord } from './tiles.ts';
import { profile } from './users.ts';

/**
 * What bodies hold, by the names under which operations speak of them: a schema of JSON, or schemas by media type. Functions name
 * bodies and load no schema of an answer: only what writes the description reads this.
 */
export const bodies = {
  conceptCollection,
  conceptDocument,
  conceptList,
  foundConcepts,
  exportList,
  featureCollection,
  graphForms,
  graphList,
  graphsById,
  activityDocument,
  activityList,
  activityPage,
  activityStreamOrList,
  editHistory,
  mobileProjectBody,
  mobileProjectForms,
  mobileProjectListForms,
  nodeRows,
  configuredClient,
  introspection,
  keySet,
  serverMetadata,
  serverSettings,
  tokenResponse,
  collectionBody,
  collectionsBody,
  conformanceBody,
  itemBody,
  itemsBody,
  landingPageBody,
  changeSummary,
  instancePermissions,
  jsonLdNode,
  resourceContainer,
  resourceForms,
  resourceList,
  sentDocument,
  storedDocument,
  tileForms,
  contextDocument,
  health,
  openApiDescription,
  changedSpatialView,
  newSpatialView,
  spatialView,
  spatialViewList,
  sentTile,
  tileRecord,
  profile,
  text: z.string(),
} as const;

/** The name of a body. */
export type BodyName = keyof typeof bodies;
