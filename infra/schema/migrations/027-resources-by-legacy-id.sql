-- Imports look up resource instances by their ids in another system. A hash index costs nothing for those without one.
create index resource_legacy on resource using hash (legacy_id) where legacy_id is not null;
