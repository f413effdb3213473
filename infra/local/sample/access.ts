import { heritagePlace } from './model/heritage-place.ts';
import { sampleId } from './sample-id.ts';
import { resourceId } from './records/resource-record.ts';

/**
 * Ids of the nodegroups of the sample that Guest may not read: invented risks, measures and
 * contacts.
 */
export const restrictedNodegroups: readonly string[] = [
  'condition_risk',
  'proposed_measure',
  'custodian_contact',
].map((key) => sampleId('node', heritagePlace.slug, key));

/** A resource instance that shows much of the service: Stonehenge. */
export const exampleResourceId: string = resourceId(heritagePlace.slug, 'stonehenge');
