-- All names are computed again, because a missing language is now that of the project's default language. Old ones are served until then.
insert into name_mark (kind, cause_id, token, is_whole)
select 'graph', g.graph_id, gen_random_uuid(), true
from graph g
where g.is_resource_model
on conflict (kind, cause_id) do update
  set
    token = excluded.token,
    settled_to = null,
    is_whole = true;
