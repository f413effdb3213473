import { describe, expect, it } from 'vitest';

import { readChangeSource } from '../../../../lib/queries/resources/change-source.ts';

describe('what a change depends on', () => {
  it('has the names of the resource instance whole, since those that do not change are stored again', () => {
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
      can_view: true,
      can_change: true,
      can_delete: true,
      version: '1',
      legacy_id: null,
      created_by: null,
      descriptors,
      readable_descriptors: {},
    };
    const header = {
      may_read_anything: true,
      is_reviewer: true,
      graph_id: null,
      publication_id: null,
      may_create: false,
      named_graph_id: null,
      languages: null,
      referrers: null,
      kept_key: null,
      is_written: false,
      stored,
    };
    const source = readChangeSource([`H\t${JSON.stringify(header)}`]);
    expect(source.stored?.descriptors).toEqual(descriptors);
  });
});
