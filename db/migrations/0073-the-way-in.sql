-- The way in: codes that are sent, addresses that are added, and the word to the other addresses about a new device.

alter table directory.asks
  -- When its message is due; null: it has left, or none was due.
  add column due_at timestamptz,
  add column what text not null default 'code' check (what in ('code', 'add', 'device')),
  -- Who adds the address, or is told of a new device.
  add column person_id uuid references directory.people (id) on delete cascade;
comment on column directory.asks.sealed is 'The address. It goes once the ask can prove nothing any more.';
create index on directory.asks (due_at) where due_at is not null;
create index on directory.asks (expires_at) where sealed is not null;
create index on directory.asks (person_id);

-- By a code from an Outbox (test version): the address that it was for, for which its person has no proof.
alter table directory.sessions add column only_hash bytea;

-- Limits may last longer than a quarter of an hour.
alter table directory.tries add column ends_at timestamptz;
update directory.tries set ends_at = since + interval '15 minutes';
alter table directory.tries alter column ends_at set not null;
