import type { MobileProject } from '../../model/mobile-projects/mobile-project.ts';

/** Creates the document of the specification ("Mobile project"). */
export function mobileProjectDocument(project: MobileProject): Readonly<Record<string, unknown>> {
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    active: project.active,
    startdate: project.startDate,
    enddate: project.endDate,
    bounds: project.bounds,
    cards: project.cards,
    createdby_id: project.createdBy,
    lasteditedby_id: project.lastEditedBy,
    groups: project.groups,
    users: project.users,
    tilecache: project.tileCache,
    datadownloadconfig: project.downloadConfig,
  };
}
