-- A horse's cycle by season and kind of work, its pauses and its owners, with the horse itself so that devices have them offline.
-- json, not jsonb: kept as written, so that what did not change compares equal.

alter table horses
  drop column paused_until,
  add column winter_cycle_days integer check (winter_cycle_days between 7 and 366), -- then cycle_days is the summer's
  add column cycle_rules json[] not null default '{}', -- {days, winterDays, serviceType}
  add column pauses json[] not null default '{}', -- {fromOn, untilOn, reason}, in order
  add column passport_seen_on date,
  add column last_service_type text, -- kept by the server from the work entries
  add column owners json[] not null default '{}'; -- {clientId, fromOn, toOn}: horse_owners, as this horse's devices see it
