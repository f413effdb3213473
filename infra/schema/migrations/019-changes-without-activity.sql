-- The numbers of changes without an activity, for exports.
alter table activity_counter
  add column proposals bigint not null default 0,
  add column imports bigint not null default 0;
