-- What lists and models are read by. Large texts are cut without counting their characters, and searched for ids when they are stored
-- and not when they are read.

-- Cuts a text into slices of at most 30,000 bytes, the last one ended by a line break, for reading texts of any size through answers of
-- 1 MiB and rows of 50 KB. It is cut as bytes, between characters: substr() of a text counts characters from its start, which took longer
-- than all else in a read of 200 KB. In PL/pgSQL so that the planner takes the two rows below for granted.
create or replace function text_slice(whole text)
returns table (slice_number integer, slice text)
language plpgsql immutable strict rows 2
as $$
declare
  bytes bytea = convert_to(whole, 'UTF8');
  total integer = length(bytes);
  slice_start integer = 0;
  slice_end integer;
begin
  slice_number = 0;
  loop
    slice_end = least(slice_start + 29999, total);
    -- The bytes of a character behind its first.
    while slice_end < total and get_byte(bytes, slice_end) & 192 = 128 loop
      slice_end = slice_end - 1;
    end loop;
    slice = convert_from(substr(bytes, slice_start + 1, slice_end - slice_start), 'UTF8')
      || case when slice_end = total then E'\n' else '' end;
    return next;
    exit when slice_end = total;
    slice_start = slice_end;
    slice_number = slice_number + 1;
  end loop;
end
$$;

-- The ids that stand anywhere in a text, each once.
create function ids_within(content text) returns uuid[]
language sql immutable
begin atomic
  select coalesce(array_agg(distinct found.match[1]::uuid), '{}')
  from regexp_matches(content, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'gi') found (match);
end;

-- Whoever reads a part of a model is not shown the ids of the rest. To find them in the source takes longer than to read it.
alter table graph
  add column mentioned_ids uuid[] not null
    generated always as (ids_within(source::text)) stored;

-- What the grants of resource instances say that count for a caller. In PL/pgSQL, so that a statement does not carry the plan of it for the
-- many callers who have none: it asks only where there are any.
create function granted_resource(caller integer)
returns table (resource_id uuid, can_view boolean)
language plpgsql stable rows 100
as $$
#variable_conflict use_column
begin
  return query
    select d.resource_id, d.can_view
    from resource_decision(caller) d;
end
$$;

-- Whether there is anything of a graph that a caller may read: where not, the graph is not there for them.
create function may_read_graph(caller integer, wanted_graph uuid) returns boolean
language plpgsql stable
as $$
begin
  return exists (select from readable_graph(caller) g where g.graph_id = wanted_graph)
    or exists (select from visible_resource(caller) v where v.graph_id = wanted_graph);
end
$$;

-- Whether a caller may read the history, in one look-up.
create or replace function may_read_history(caller integer) returns boolean
language plpgsql stable
as $$
begin
  return coalesce(
    (
      select
        c.is_administrator
        or exists (
          select
          from account_group g
          where g.account_group_id = any (c.account_group_ids)
            and g.can_read_history
        )
      from caller_rights(caller) c
    ),
    false
  );
end
$$;
