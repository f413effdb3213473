import { describe, expect, it } from 'vitest';

import { parseResourceId } from '../../../../lib/model/ids.ts';
import { findChangeSource } from '../../../../lib/queries/resources/resource-to-change.ts';

describe('the data that a change depends on', () => {
  it('contains all descriptors of the resource instance, because unchanged descriptors are stored again', () => {
    const [nodegroup, resource] = [crypto.randomUUID(), crypto.randomUUID()];
    const nodegroups = [nodegroup];
    const descriptors = {
      en: {
        name: { value: 'Old Mill', nodegroups, resources: [] },
        description: {
          value: 'beside New Mill',
          nodegroups,
          resources: [resource],
          own: { value: 'beside', nodegroups },
        },
      },
    };
    const stored = {
      canView: true,
      canChange: true,
      version: '1',
      visibleVersion: '1',
      isProposed: false,
      legacyId: null,
      described: { texts: descriptors, basis: null, stamp: '' },
    };
    const header = {
      mayReadSomething: true,
      isReviewer: true,
      graphId: null,
      publicationId: null,
      mayCreate: false,
      requestedGraphId: null,
      languages: [],
      earlierCreation: null,
      isWritten: false,
      firstVersion: '1',
      dependantCount: 0,
      stored,
    };
    const lookup = {
      resourceId: parseResourceId(resource),
      transactionId: crypto.randomUUID(),
      graph: null,
      nodegroupId: null,
      nodeId: null,
      rootClasses: [],
      idempotencyKey: null,
      uuids: [],
      iris: [],
    };
    const query = findChangeSource(null, lookup, []);
    const source = query.parse([`header ${JSON.stringify(header)}`]);
    expect(source.stored?.described.texts).toEqual(descriptors);
  });
});
