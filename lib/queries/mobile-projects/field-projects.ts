import { documentQuery, listSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import {
  graphSections,
  graphsFromSections,
  selectedGraphTable,
  type StoredGraph,
} from '../graphs/graphs.ts';
import { readableModelTable, unreadableIdTable } from '../graphs/readable-models.ts';
import { invitedProjectIdsQuery, projectVisibleCondition } from './visible-projects.ts';
import {
  requesterTables,
  projectExpression,
  parseProject,
  type StoredProject,
} from './project-row.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/** Projects with everything that a client in the field needs to show their forms. */
export type FieldProjects = {
  readonly projects: readonly StoredProject[];
  /** The resource models of which a project has a readable card, each once. */
  readonly graphs: readonly StoredGraph[];
};

/** Lists the projects to which a caller is invited, sorted by name, with their resource models. */
export function listFieldProjects(caller: Caller): DocumentQuery<FieldProjects> {
  return createFieldProjectsQuery(
    caller,
    sql`p.mobile_project_id in (${invitedProjectIdsQuery(caller)})`,
  );
}

/** Finds a project with its resource models; empty if it is not visible to the caller. */
export function findFieldProject(caller: Caller, id: string): DocumentQuery<FieldProjects> {
  return createFieldProjectsQuery(
    caller,
    sql`p.mobile_project_id = ${uuid(id)} and ${projectVisibleCondition(caller)}`,
  );
}

/** @param selectionCondition a condition on the project `p` */
function createFieldProjectsQuery(
  caller: Caller,
  selectionCondition: Statement,
): DocumentQuery<FieldProjects> {
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with ${requesterTables(caller)},
  ${readableModelTable(caller)},
  ${unreadableIdTable(caller)},
  project as materialized (
    select p.*
    from mobile_project p
    where ${selectionCondition}
  ),
  ${selectedGraphTable(sql`g.graph_id in (
      select c.graph_id
      from project p
      join mobile_project_card l on l.mobile_project_id = p.mobile_project_id
      join card c on c.card_id = l.card_id
      join readable_nodegroup r on r.nodegroup_id = c.nodegroup_id
    )`)}`,
      sections: {
        project: listSection(
          parseProject,
          sql`select
      row_number() over (order by p.name collate "C", p.mobile_project_id),
      ${projectExpression}::text
    from project p`,
        ),
        ...graphSections,
      },
    },
    (section) => ({ projects: section('project'), graphs: graphsFromSections(section) }),
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'required',
  variants: (caller, sample) => [listFieldProjects(caller), findFieldProject(caller, sample.uuid)],
};
