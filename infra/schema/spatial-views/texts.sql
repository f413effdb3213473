-- The texts in the columns of spatial views. No value, however odd, raises an error: nobody's write fails because of a view.

-- The text of one language.
create function spatial_layer.member_text(member jsonb) returns text
language sql immutable
return case
  when jsonb_typeof(member) = 'string' then member #>> '{}'
  when jsonb_typeof(member -> 'value') = 'string' then member ->> 'value'
end;

-- The text to show of texts by language, as lib/model/pick-language.ts chooses it. Null where there is none.
create function spatial_layer.pick_text(texts jsonb, asked text[]) returns text
language plpgsql immutable
as $$
declare
  most_wanted text = spatial_layer.member_text(texts -> asked[1]);
begin
  if most_wanted <> '' then
    return most_wanted;
  end if;
  return (
    select w.text
    from (
      select m.key, m.ordinality, spatial_layer.member_text(m.value) as text
      from jsonb_each(texts) with ordinality as m (key, value, ordinality)
    ) w
    where w.text <> ''
    order by
      (
        select min(a.place * 1000 + case
          when lower(a.tag) = lower(w.key) then 0
          when starts_with(lower(a.tag), lower(w.key) || '-')
            then cardinality(string_to_array(a.tag, '-')) - cardinality(string_to_array(w.key, '-'))
          when split_part(lower(a.tag), '-', 1) = split_part(lower(w.key), '-', 1) then 999
        end)
        from unnest(asked) with ordinality as a (tag, place)
      ) nulls last,
      w.ordinality
    limit 1
  );
end
$$;

-- Of an object that is no text by language in any of its members, the JSON.
create function spatial_layer.text_of_object(value jsonb, asked text[]) returns text
language plpgsql immutable
as $$
begin
  return coalesce(
    spatial_layer.pick_text(value, asked),
    case
      when exists (
        select
        from jsonb_each(value) m
        where jsonb_typeof(coalesce(m.value -> 'value', m.value)) not in ('string', 'null')
      ) then value::text
    end
  );
end
$$;

-- The text of a value that is shown as it is, or by language. An expression, which is put into the statement around it.
create function spatial_layer.text_of(value jsonb, is_by_language boolean, asked text[]) returns text
language sql immutable
return case jsonb_typeof(value)
  when 'string' then value #>> '{}'
  when 'null' then null
  when 'object' then case
    when not is_by_language then value::text
    -- As most are.
    when jsonb_typeof(value -> asked[1] -> 'value') = 'string' and value -> asked[1] ->> 'value' <> '' then value -> asked[1] ->> 'value'
    else spatial_layer.text_of_object(value, asked)
  end
  else value::text
end;

-- The first of some paths that leads to a text decides.
create function spatial_layer.text_at(part jsonb, text_as text, paths jsonpath[], asked text[]) returns text
language plpgsql immutable
as $$
declare
  path jsonpath;
  at_path jsonb;
  found text;
begin
  foreach path in array paths loop
    if text_as = 'labels' then
      found = (
        select spatial_layer.pick_text(jsonb_object_agg(l.label ->> 'language_id', l.label -> 'value'), asked)
        from jsonb_path_query(part, path, '{}', true) as l (label)
        where l.label ->> 'language_id' is not null
      );
    else
      at_path = jsonb_path_query_first(part, path, '{}', true);
      found = spatial_layer.text_of(at_path, text_as = 'text by language', asked);
    end if;
    exit when found <> '';
  end loop;
  return found;
end
$$;

-- The texts of a value that stand in itself or in the configuration of its node, as one. Null where there is none.
create function spatial_layer.own_text(
  value jsonb, text_as text, each_path jsonpath, text_paths jsonpath[], config jsonb, asked text[]
) returns text
language plpgsql immutable
as $$
begin
  return (
    select string_agg(o.text, ', ' order by p.place) filter (where o.text <> '')
    from jsonb_path_query(value, each_path, '{}', true) with ordinality as p (part, place)
    cross join lateral (
      select case
        when text_as = 'option' then (
          select spatial_layer.text_of(c.option -> 'text', true, asked)
          from jsonb_path_query(config, '$.options[*]') with ordinality as c (option, place)
          where c.option -> 'id' = p.part
          order by c.place
          limit 1
        )
        else spatial_layer.text_at(p.part, text_as, text_paths, asked)
      end as text
    ) o
  );
end
$$;

-- The id in a part of a value: as it is, or that of an object that names a resource instance.
create function spatial_layer.id_in(part jsonb) returns uuid
language sql immutable
return case
  when coalesce(part ->> 'resourceId', part #>> '{}') ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
    then coalesce(part ->> 'resourceId', part #>> '{}')::uuid
end;

