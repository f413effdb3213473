/** The group to which grants close all records but a hundredth. */
export const closedGroup = 'Closed';

/** The group whose members may read everything. */
const openGroup = 'Open';

/** The group whose members may read the nodegroups of one model. */
export const smallGroup = 'Small';

/** A caller of the bench. */
export type AskCaller = {
  readonly name: string;
  readonly group: string;
  /** The number of records that grants of the account itself open. */
  readonly ownGrants: number;
  /** The number of the model in which the caller asks. */
  readonly model: number;
  readonly readsEverything: boolean;
};

export const askCallers: readonly AskCaller[] = [
  { name: 'everything', group: openGroup, ownGrants: 0, model: 0, readsEverything: true },
  {
    name: 'a hundredth by nodegroup',
    group: smallGroup,
    ownGrants: 0,
    model: 1,
    readsEverything: false,
  },
  {
    name: 'a hundredth by grants',
    group: closedGroup,
    ownGrants: 0,
    model: 0,
    readsEverything: false,
  },
  {
    name: '1,000 own grants',
    group: closedGroup,
    ownGrants: 1000,
    model: 0,
    readsEverything: false,
  },
  {
    name: '10,000 own grants',
    group: closedGroup,
    ownGrants: 10_000,
    model: 0,
    readsEverything: false,
  },
];

/** The groups of the callers, and those of 2,000 sets of grants. */
export const groupStatement = `insert into account_group (name, can_read)
values ('${openGroup}', true), ('${closedGroup}', true), ('${smallGroup}', false)
union all
select 'Team A' || n, false
from generate_series(0, 49) n
union all
select 'Team B' || n, false
from generate_series(0, 39) n`;
