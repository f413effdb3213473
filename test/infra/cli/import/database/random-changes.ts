/**
 * SQL that changes 1,000 rows of a source, the same ones each time: 400 changed, 150 deleted and 200 new tiles, 20 deleted and 30 new
 * resource instances, 100 changed, 25 deleted and 50 new values of concepts, 15 new and 10 deleted relations of concepts. Tiles below
 * deleted ones are deleted, too. Foreign keys are not checked meanwhile: the rows of other tables are not read.
 */
export const randomChanges = `
set session_replication_role = replica;

create function pg_temp.rank(id uuid, purpose text) returns text
language sql
as $$ select md5(id::text || purpose) $$;

create temporary table settings_tile as
select t.tileid
from tiles t
join resource_instances r on r.resourceinstanceid = t.resourceinstanceid
where r.graphid = 'ff623370-fa12-11e6-b98b-6c4008b05c4c';

-- Resource instances.
create temporary table removed_resource as
select r.resourceinstanceid
from resource_instances r
where r.graphid <> 'ff623370-fa12-11e6-b98b-6c4008b05c4c'
order by pg_temp.rank(r.resourceinstanceid, 'removed')
limit 20;

delete from tiles t using removed_resource d where t.resourceinstanceid = d.resourceinstanceid;

delete from resource_instances r using removed_resource d where r.resourceinstanceid = d.resourceinstanceid;

create temporary table copied_resource as
select r.*, md5(r.resourceinstanceid::text || 'copy')::uuid as copyid
from resource_instances r
where r.graphid <> 'ff623370-fa12-11e6-b98b-6c4008b05c4c'
order by pg_temp.rank(r.resourceinstanceid, 'copied')
limit 30;

insert into resource_instances (resourceinstanceid, graphid, legacyid, createdtime)
select c.copyid, c.graphid, 'copy of ' || c.resourceinstanceid, now()
from copied_resource c;

insert into tiles (tileid, tiledata, nodegroupid, parenttileid, resourceinstanceid, sortorder)
select
  md5(t.tileid::text || 'copy')::uuid, t.tiledata, t.nodegroupid, md5(t.parenttileid::text || 'copy')::uuid, c.copyid, t.sortorder
from copied_resource c
join tiles t on t.resourceinstanceid = c.resourceinstanceid;

-- Tiles.
create temporary table text_tile as
select t.tileid, (array_agg(n.nodeid order by n.nodeid))[1]::text as nodeid
from tiles t
join nodes n on n.nodegroupid = t.nodegroupid and n.datatype = 'string'
where t.tileid not in (select s.tileid from settings_tile s)
group by t.tileid;

update tiles t
set
  tiledata = t.tiledata || jsonb_build_object(
    c.nodeid,
    jsonb_build_object('en', jsonb_build_object('value', 'changed ' || t.tileid || ' "quoted" \\ 1.50', 'direction', 'ltr'))
  ),
  sortorder = case when c.tileid::text < '8' then 7 else t.sortorder end
from (select * from text_tile x order by pg_temp.rank(x.tileid, 'changed') limit 400) c
where t.tileid = c.tileid;

insert into tiles (tileid, tiledata, nodegroupid, parenttileid, resourceinstanceid, sortorder)
select md5(t.tileid::text || 'added')::uuid, t.tiledata || '{}', t.nodegroupid, t.parenttileid, t.resourceinstanceid, 99
from tiles t
join node_groups g on g.nodegroupid = t.nodegroupid and g.cardinality = 'n'
where t.tileid not in (select s.tileid from settings_tile s)
order by pg_temp.rank(t.tileid, 'added')
limit 200;

with recursive removed (tileid) as (
  (
    select t.tileid
    from tiles t
    where t.tileid not in (select s.tileid from settings_tile s)
    order by pg_temp.rank(t.tileid, 'deleted')
    limit 150
  )
  union
  select t.tileid
  from tiles t
  join removed d on d.tileid = t.parenttileid
)
delete from tiles t using removed d where t.tileid = d.tileid;

-- The thesaurus.
update values v
set value = v.value || ' (changed)'
where v.valueid in (select x.valueid from values x where x.valuetype = 'altLabel' order by pg_temp.rank(x.valueid, 'changed') limit 100);

delete from values v
where v.valueid in (select x.valueid from values x where x.valuetype = 'altLabel' order by pg_temp.rank(x.valueid, 'deleted') limit 25);

insert into values (valueid, value, conceptid, languageid, valuetype)
select md5(v.valueid::text || 'added')::uuid, v.value || ' (new)', v.conceptid, 'de', 'altLabel'
from values v
where v.valuetype = 'prefLabel'
order by pg_temp.rank(v.valueid, 'added')
limit 50;

insert into relations (relationid, conceptidfrom, conceptidto, relationtype)
select md5(r.relationid::text || 'added')::uuid, r.conceptidto, r.conceptidfrom, 'related'
from relations r
where r.relationtype = 'narrower'
order by pg_temp.rank(r.relationid, 'added')
limit 15;

delete from relations r
where r.relationid in (select x.relationid from relations x where x.relationtype = 'member' order by pg_temp.rank(x.relationid, 'deleted') limit 10);

-- Models.
update nodes n
set name = n.name || ' (changed)'
where n.nodeid in (select x.nodeid from nodes x where x.datatype = 'string' order by pg_temp.rank(x.nodeid, 'changed') limit 1);
`;
