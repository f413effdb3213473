-- Edits from the edit log of another platform: both values, and who made them. They come later than edits of this service, so a history is in
-- the order of time instead of ids.
alter table edit_log
  add column source_edit_id uuid,
  add column new_value jsonb,
  add column source_username text,
  add column is_closed boolean not null default false;

drop index edit_log_resource;

create index edit_log_resource on edit_log (resource_id, edited_at, edit_log_id);

create unique index edit_log_source on edit_log (source_edit_id) where source_edit_id is not null;
