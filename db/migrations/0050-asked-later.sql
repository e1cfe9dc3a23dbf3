-- What registration leaves for later, each to be asked once where it is needed. Practices from before have answered already.
alter table directory.practices add column to_ask text[] default '{}' not null
  check (to_ask <@ array['frcNumber', 'nation', 'workingDays']);
