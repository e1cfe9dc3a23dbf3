-- What owners are told of the services they pay for, each once, by whoever runs the server; and prices that are to change.

create table directory.service_notices (
  id uuid primary key,
  person_id uuid not null references directory.people (id) on delete cascade,
  kind text not null check (kind in ('begun', 'ended', 'failed', 'last-days', 'reminder', 'price', 'unused')),
  -- What it is about; nobody is told of one thing twice.
  key text not null,
  -- Its seat and days, from which the words are made.
  facts jsonb not null default '{}',
  -- When it is due; none: it has left, or never will.
  due_at timestamptz,
  tries integer not null default 0,
  -- As it left.
  address text,
  subject text,
  body text,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'simulated', 'failed', 'unknown')),
  -- A sentence.
  state_reason text,
  made_at timestamptz not null default clock_now(),
  state_at timestamptz not null default clock_now(),
  unique (person_id, kind, key)
);
create index on directory.service_notices (due_at) where due_at is not null;
create index on directory.service_notices (state_at) where state = 'sending';
grant select, insert, update, delete on directory.service_notices to pritchel_directory;

-- Prices that the operator has announced: pence a horse and month, from a day on.
create table directory.service_prices (
  service text not null check (service in ('portal', 'vet-integration', 'para-professional')),
  from_on date not null,
  pence integer not null check (pence between 1 and 10000),
  primary key (service, from_on)
);
grant select, insert, update, delete on directory.service_prices to pritchel_directory;
