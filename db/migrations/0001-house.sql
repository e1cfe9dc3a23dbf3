-- The tables of the house. Tenant tables lie in public and are seen one practice at a time (forced row-level security);
-- what must be found before a practice is known lies in schema directory, reached on a role of its own.

create schema directory;
grant usage on schema directory to pritchel_directory;

-- Seals a tenant table: every row belongs to the practice named by the setting app.practice_id, for its owner too.
create function seal_tenant_table(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy own_practice on %s using (practice_id = nullif(current_setting(''app.practice_id'', true), '''')::uuid)', target);
  execute format('grant select, insert, update, delete on %s to pritchel_app', target);
end $$;
revoke all on function seal_tenant_table(regclass) from public;

-- directory -------------------------------------------------------------------------------------------------------

create table directory.practices (
  id uuid primary key,
  name text not null check (name <> ''),
  slug text not null unique,
  nation text not null default 'england' check (nation in ('england', 'wales', 'scotland', 'northern-ireland')),
  zone text not null default 'Europe/London',
  tier text not null default 'professional' check (tier in ('essential', 'professional', 'enterprise')),
  trial_ends_on date,
  frc_number text,
  working_days smallint[] not null default '{1,2,3,4,5}', -- 0 is Sunday, as in messaging settings
  mode text not null default 'live' check (mode in ('live', 'demo'))
);

create table directory.people (
  id uuid primary key,
  email text unique check (email = lower(email)),
  phone_e164 text,
  password_hash text,
  verified_at timestamptz,
  first_name text not null default '',
  last_name text not null default '',
  profile_file_id uuid
);

-- Which practices a person works in; the member row with role and initials is the practice's own.
create table directory.memberships (
  person_id uuid not null references directory.people (id) on delete cascade,
  practice_id uuid not null references directory.practices (id) on delete cascade,
  member_id uuid not null,
  primary key (person_id, practice_id)
);
create index on directory.memberships (practice_id);

create table directory.sessions (
  token_hash bytea primary key,
  id uuid not null unique,
  person_id uuid not null references directory.people (id) on delete cascade,
  practice_id uuid references directory.practices (id) on delete cascade,
  kind text not null check (kind in ('member', 'client', 'vet')),
  device_id uuid,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index on directory.sessions (person_id);
create index on directory.sessions (practice_id);

create table directory.signin_links (
  token_hash bytea primary key,
  person_id uuid not null references directory.people (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on directory.signin_links (person_id);

create table directory.links (
  token_hash bytea primary key,
  practice_id uuid not null references directory.practices (id) on delete cascade,
  kind text not null check (kind in ('queue', 'answer', 'invoice', 'visit_card', 'terms', 'triage', 'vet', 'raw')),
  subject_id uuid not null,
  client_id uuid,
  on_day date,
  dies_at timestamptz not null,
  revoked_at timestamptz
);
create index on directory.links (practice_id, subject_id);

create table directory.inbound (
  address text primary key,
  practice_id uuid not null references directory.practices (id) on delete cascade
);
create index on directory.inbound (practice_id);

grant select, insert, update, delete on all tables in schema directory to pritchel_directory;

-- sync ------------------------------------------------------------------------------------------------------------

create table sync_counters (
  practice_id uuid primary key references directory.practices (id) on delete cascade,
  seq bigint not null default 0,
  min_seq bigint not null default 0,
  epoch uuid not null
);

create table sync_ops (
  practice_id uuid not null,
  op_id uuid not null,
  device_id uuid not null,
  fingerprint text not null,
  entity text not null,
  entity_id uuid not null,
  rev integer not null,
  applied_at timestamptz not null default now(),
  primary key (practice_id, op_id)
);
create index on sync_ops (practice_id, applied_at);

-- people of the practice --------------------------------------------------------------------------------------------

create table members (
  practice_id uuid not null references directory.practices (id) on delete cascade,
  id uuid not null,
  person_id uuid not null,
  name text not null check (name <> ''),
  role text not null check (role in ('owner', 'farrier', 'apprentice', 'office')),
  initials text not null,
  is_active boolean not null default true,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  unique (practice_id, person_id)
);
create index on members (practice_id, seq);

create table devices (
  practice_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  last_k bigint not null default 0,
  view uuid not null,
  app_version text not null default '',
  last_seen_at timestamptz not null default now(),
  primary key (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id)
);
create index on devices (practice_id, member_id);

create table clients (
  practice_id uuid not null,
  id uuid not null,
  name text not null check (name <> ''),
  email text,
  phone_e164 text,
  phone_as_typed text,
  business_name text,
  is_business boolean not null default false,
  address text,
  postcode text,
  notes text,
  is_active boolean not null default true,
  preferred_channel text not null default 'sms' check (preferred_channel in ('sms', 'email', 'portal', 'none')),
  tags text[] not null default '{}',
  marketing_consent_at timestamptz,
  stopped_at timestamptz,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id)
);
create index on clients (practice_id, seq);

create table sms_preferences (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  enable_reminders boolean not null default true,
  reminder_hours integer not null default 48 check (reminder_hours in (2, 4, 12, 24, 48, 72)),
  enable_updates boolean not null default true,
  enable_confirmations boolean not null default true,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  unique (practice_id, client_id),
  foreign key (practice_id, client_id) references clients (practice_id, id)
);
create index on sms_preferences (practice_id, seq);

create table client_access (
  practice_id uuid not null,
  client_id uuid not null,
  person_id uuid not null,
  since timestamptz not null,
  until timestamptz,
  primary key (practice_id, client_id, person_id, since),
  foreign key (practice_id, client_id) references clients (practice_id, id)
);

create table yards (
  practice_id uuid not null,
  id uuid not null,
  name text not null check (name <> ''),
  address text,
  postcode text,
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  position_source text check (position_source in ('gps', 'pin', 'pasted', 'geocoder')),
  access_notes text,
  gate_code text,
  has_cover boolean,
  has_lights boolean,
  contact_client_id uuid,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, contact_client_id) references clients (practice_id, id),
  check ((lat is null) = (lng is null))
);
create index on yards (practice_id, seq);
create index on yards (practice_id, contact_client_id);

-- horses ------------------------------------------------------------------------------------------------------------

create table horses (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  name text not null check (name <> ''),
  birth_year integer check (birth_year between 1900 and 2200),
  breed text,
  color text,
  markings text,
  temperament text,
  special_notes text,
  flags text[] not null default '{}',
  yard_id uuid,
  payer_client_id uuid,
  vet_name text,
  vet_phone text,
  cycle_days integer check (cycle_days between 7 and 366),
  paused_until date,
  gone_on date,
  gone_reason text check (gone_reason in ('deceased', 'sold', 'moved', 'retired')),
  ueln text,
  microchip text,
  last_service_on date, -- kept by the server from the work entries
  next_due_on date,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, yard_id) references yards (practice_id, id),
  foreign key (practice_id, payer_client_id) references clients (practice_id, id)
);
create index on horses (practice_id, seq);
create index on horses (practice_id, next_due_on);
create index on horses (practice_id, client_id);
create index on horses (practice_id, yard_id);
create index on horses (practice_id, payer_client_id);

create table horse_owners (
  practice_id uuid not null,
  horse_id uuid not null,
  client_id uuid not null,
  from_on date not null,
  to_on date,
  primary key (practice_id, horse_id, client_id, from_on),
  foreign key (practice_id, horse_id) references horses (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id)
);
create index on horse_owners (practice_id, client_id);

create table horse_grants (
  practice_id uuid not null,
  horse_id uuid not null,
  person_id uuid not null,
  role text not null check (role in ('vet', 'para-professional')),
  from_at timestamptz not null,
  until_at timestamptz,
  primary key (practice_id, horse_id, person_id, from_at),
  foreign key (practice_id, horse_id) references horses (practice_id, id)
);

-- diary -------------------------------------------------------------------------------------------------------------

create table appointments (
  practice_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  client_id uuid, -- who is told; an own entry of the diary has none
  yard_id uuid,
  title text not null default '',
  description text,
  location text,
  notes text,
  on_day date not null,
  local_start time not null,
  local_end time not null,
  zone text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_call_only boolean not null default false,
  call_number smallint not null default 1 check (call_number between 1 and 99),
  call_period text not null default 'AM' check (call_period in ('AM', 'PM')),
  round_rank text,
  status text not null default 'booked' check (status in ('pencilled', 'booked', 'done', 'cancelled', 'no_show')),
  status_reason text,
  is_call_complete boolean not null default false,
  completed_at timestamptz,
  as_was jsonb,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, yard_id) references yards (practice_id, id),
  check (ends_at >= starts_at)
);
create index on appointments (practice_id, seq);
create index on appointments (practice_id, member_id, on_day);
create index on appointments (practice_id, on_day);
create index on appointments (practice_id, client_id, on_day);
create index on appointments (practice_id, yard_id);

create table visit_horses (
  practice_id uuid not null,
  id uuid not null,
  appointment_id uuid not null,
  horse_id uuid,
  client_id uuid not null, -- the owner that day
  payer_client_id uuid not null,
  place integer not null default 0,
  planned_work text,
  outcome text check (outcome in ('done', 'not_done')),
  reason text,
  completed_at timestamptz,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  unique (practice_id, appointment_id, horse_id),
  foreign key (practice_id, appointment_id) references appointments (practice_id, id),
  foreign key (practice_id, horse_id) references horses (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, payer_client_id) references clients (practice_id, id)
);
create index on visit_horses (practice_id, seq);
create index on visit_horses (practice_id, horse_id);
create index on visit_horses (practice_id, client_id);
create index on visit_horses (practice_id, payer_client_id);

create table rounds (
  practice_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  on_day date not null,
  state text not null default 'planned' check (state in ('planned', 'running', 'paused', 'late', 'finished')),
  reason text,
  late_minutes integer check (late_minutes between 0 and 1440),
  said_at timestamptz,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  unique (practice_id, member_id, on_day),
  foreign key (practice_id, member_id) references members (practice_id, id)
);
create index on rounds (practice_id, seq);

create table time_off (
  practice_id uuid not null,
  id uuid not null,
  member_id uuid, -- none: the whole practice
  from_day date not null,
  to_day date not null,
  local_start time,
  local_end time,
  kind text not null check (kind in ('holiday', 'course', 'personal', 'ill')),
  title text not null default '',
  cover_note text,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  check (to_day >= from_day)
);
create index on time_off (practice_id, seq);
create index on time_off (practice_id, member_id);
create index on time_off (practice_id, from_day);

-- work --------------------------------------------------------------------------------------------------------------

create table work_entries (
  practice_id uuid not null,
  id uuid not null,
  horse_id uuid not null,
  visit_horse_id uuid,
  member_id uuid not null,
  service_type text not null check (service_type <> ''),
  work_date date not null,
  description text,
  findings text,
  recommendations text,
  resets_cycle boolean not null default true,
  setup jsonb,
  setup_schema integer not null default 1,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, horse_id) references horses (practice_id, id),
  foreign key (practice_id, visit_horse_id) references visit_horses (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id)
);
create index on work_entries (practice_id, seq);
create index on work_entries (practice_id, horse_id, work_date);
create index on work_entries (practice_id, visit_horse_id);
create index on work_entries (practice_id, member_id);

-- words -------------------------------------------------------------------------------------------------------------

create table notices (
  practice_id uuid not null,
  id uuid not null,
  event_id uuid not null, -- what caused it: an opId, a reminder press, a due time
  kind text not null,
  subject_id uuid, -- the visit it speaks of
  client_id uuid,
  member_id uuid,
  channel text not null check (channel in ('sms', 'email')),
  address text not null,
  subject text,
  body text not null,
  facts jsonb not null default '{}', -- what the words were made from; a merge makes them anew
  hold_until timestamptz,
  not_before timestamptz,
  not_after timestamptz,
  state text not null
    check (state in ('held', 'queued', 'sending', 'sent', 'simulated', 'handed_over', 'failed', 'unknown', 'cancelled')),
  state_reason text,
  provider_ref text,
  segments integer not null default 1,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  state_at timestamptz not null default now(),
  primary key (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  check (num_nonnulls(client_id, member_id) = 1)
);
create unique index notices_once on notices (practice_id, event_id, kind, coalesce(client_id, member_id), channel);
create index on notices (practice_id, created_at);
create unique index notices_one_held on notices (practice_id, client_id, kind) where state = 'held';
create index notices_waiting on notices (practice_id) where state in ('held', 'queued');
create index on notices (practice_id, client_id);
create index on notices (practice_id, subject_id);
create index on notices (practice_id, member_id);

create table activity (
  practice_id uuid not null,
  id uuid not null,
  at timestamptz not null default now(),
  member_id uuid,
  device_id uuid,
  entity text not null,
  entity_id uuid not null,
  verb text not null,
  before jsonb,
  after jsonb,
  primary key (practice_id, id)
);
create index on activity (practice_id, at);
create index on activity (practice_id, entity, entity_id);

select seal_tenant_table(format('public.%I', name)::regclass) from unnest(array[
  'sync_counters', 'sync_ops', 'members', 'devices', 'clients', 'sms_preferences', 'client_access', 'yards', 'horses',
  'horse_owners', 'horse_grants', 'appointments', 'visit_horses', 'rounds', 'time_off', 'work_entries', 'notices', 'activity'
]) name;

-- A text's link is born in the transaction of its text, so the app role may add one for its own practice; it can read none.
create function add_link(hash bytea, link_kind text, subject uuid, client uuid, day date, dies timestamptz) returns void
language sql security definer set search_path = '' as $$
  insert into directory.links (token_hash, practice_id, kind, subject_id, client_id, on_day, dies_at)
  values (hash, nullif(current_setting('app.practice_id', true), '')::uuid, link_kind, subject, client, day, dies)
$$;
revoke all on function add_link(bytea, text, uuid, uuid, date, timestamptz) from public;
grant execute on function add_link(bytea, text, uuid, uuid, date, timestamptz) to pritchel_app;
