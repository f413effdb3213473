import { insertSpatialView } from '../../lib/queries/spatial-views/write-view.ts';
import { openTestService, type TestService } from './service.ts';

/** A spatial view of the sample: places with their names. */
export const sampleSpatialView = {
  spatialViewId: 'b7a1d1f2-6c0e-4f0e-9a51-2f0c5f1f7c11',
  slug: 'sample_places',
  schema: 'public',
  description: 'Places',
  geometryNodeId: 'da7b73f0-d049-572d-ac5e-ec0da7edfafc',
  language: 'en-US',
  isActive: true,
  isMixedGeometryTypes: false,
  attributeNodes: [{ nodeid: 'db6e8558-7e6b-5733-91ec-581d8bf79c0e', description: 'Name' }],
} as const;

/** Opens the service with the sample and a spatial view. Guest may read nothing until `openToGuest()`. */
export async function openSampleService(): Promise<TestService> {
  const service = await openTestService('sample');
  await service.stack.dataApi.write(insertSpatialView(sampleSpatialView, 3857));
  return service;
}

/** Runs a query, and returns its first column as texts. */
export async function queryColumn(
  service: Pick<TestService, 'stack'>,
  text: string,
): Promise<readonly string[]> {
  const rows = await service.stack.dataApi.read({ text, parameters: [] });
  return rows.map(([value]) => String(value));
}

export async function runStatement(
  service: Pick<TestService, 'stack'>,
  text: string,
): Promise<void> {
  await service.stack.dataApi.write({ text, parameters: [] });
}
