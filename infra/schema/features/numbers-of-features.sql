-- Whether a node has more than twice a number of features, by the statistics of the table; false if there are none yet. It is in PL/pgSQL,
-- which PostgreSQL does not inline, so that statements do not include the view of statistics.
create function has_many_features(of_node uuid, number integer) returns boolean
language plpgsql stable
as $$
begin
  return coalesce(
    (
      select s.most_common_freqs[array_position(s.most_common_vals::text::uuid[], of_node)] * t.reltuples > 2.0 * number
      from pg_stats s
      join pg_class t on t.oid = 'feature'::regclass
      where s.schemaname = 'public'
        and s.tablename = 'feature'
        and s.attname = 'node_id'
    ),
    false
  );
end
$$;
