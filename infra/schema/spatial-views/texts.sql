-- The texts in the columns of spatial views. These functions raise no errors for any value, so that no write fails because of a view.

-- The text in one language of a text by language.
create function spatial_layer.member_text(member jsonb) returns text
language sql immutable
return case
  when jsonb_typeof(member) = 'string' then member #>> '{}'
  when jsonb_typeof(member -> 'value') = 'string' then member ->> 'value'
end;

-- Picks a text by language (instance/languages.sql); null if there is none.
create function spatial_layer.pick_language(texts jsonb, languages text[]) returns text
language plpgsql immutable
as $$
declare
  first_choice text = spatial_layer.member_text(texts -> languages[1]);
  steps text[];
begin
  if first_choice <> '' then
    return first_choice;
  end if;
  steps = language_steps(languages);
  return (
    select w.text
    from (
      select m.key, spatial_layer.member_text(m.value) as text
      from jsonb_each(texts) as m (key, value)
    ) w
    where w.text <> ''
    order by language_rank(w.key, steps), normalised_language(w.key) collate "C", w.key collate "C"
    limit 1
  );
end
$$;

-- The JSON of an object, if it is not a text by language.
create function spatial_layer.object_text(value jsonb, languages text[]) returns text
language plpgsql immutable
as $$
begin
  return coalesce(
    spatial_layer.pick_language(value, languages),
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

-- The text of a plain value or a text by language. An expression, so that the planner inlines it.
create function spatial_layer.display_text(value jsonb, is_by_language boolean, languages text[]) returns text
language sql immutable
return case jsonb_typeof(value)
  when 'string' then value #>> '{}'
  when 'null' then null
  when 'object' then case
    when not is_by_language then value::text
    -- The most common case.
    when jsonb_typeof(value -> languages[1] -> 'value') = 'string' and value -> languages[1] ->> 'value' <> '' then value -> languages[1] ->> 'value'
    else spatial_layer.object_text(value, languages)
  end
  else value::text
end;

-- The text at the first path that has one.
create function spatial_layer.text_at_paths(part jsonb, text_as text, paths jsonpath[], languages text[]) returns text
language plpgsql immutable
as $$
declare
  path jsonpath;
  value_at_path jsonb;
  result text;
begin
  foreach path in array paths loop
    if text_as = 'labels' then
      result = (
        select spatial_layer.pick_language(jsonb_object_agg(l.label ->> 'language_id', l.label -> 'value'), languages)
        from jsonb_path_query(part, path, '{}', true) as l (label)
        where l.label ->> 'language_id' is not null
      );
    else
      value_at_path = jsonb_path_query_first(part, path, '{}', true);
      result = spatial_layer.display_text(value_at_path, text_as = 'text by language', languages);
    end if;
    exit when result <> '';
  end loop;
  return result;
end
$$;

-- The texts in a value or in the configuration of its node, joined; null if there are none.
create function spatial_layer.value_text(
  value jsonb, text_as text, each_path jsonpath, text_paths jsonpath[], config jsonb, languages text[]
) returns text
language plpgsql immutable
as $$
begin
  return (
    select string_agg(o.text, ', ' order by p.position) filter (where o.text <> '')
    from jsonb_path_query(value, each_path, '{}', true) with ordinality as p (part, position)
    cross join lateral (
      select case
        when text_as = 'option' then (
          select spatial_layer.display_text(c.option -> 'text', true, languages)
          from jsonb_path_query(config, '$.options[*]') with ordinality as c (option, position)
          -- Imported values can have the id in another letter case than the node.
          where lower(c.option ->> 'id') = lower(p.part #>> '{}')
            and jsonb_typeof(c.option -> 'id') = jsonb_typeof(p.part)
          order by c.option -> 'id' = p.part desc, c.position
          limit 1
        )
        else spatial_layer.text_at_paths(p.part, text_as, text_paths, languages)
      end as text
    ) o
  );
end
$$;

-- The id in a part of a value, plain or in an object that refers to a resource instance.
create function spatial_layer.referenced_id(part jsonb) returns uuid
language sql immutable
return case
  when coalesce(part ->> 'resourceId', part #>> '{}') ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
    then coalesce(part ->> 'resourceId', part #>> '{}')::uuid
end;

