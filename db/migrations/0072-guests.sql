-- Guests: people outside a practice who sign in, with an address that they have proven, and see what is theirs.

-- directory -------------------------------------------------------------------------------------------------------

-- Which client records have an address: only its hash, by a key that lies in the data folder. Made from `clients`, and made again after a restore.
create table directory.addresses (
  hash bytea not null,
  practice_id uuid not null references directory.practices (id) on delete cascade,
  client_id uuid not null,
  primary key (hash, practice_id, client_id)
);
create index on directory.addresses (practice_id, client_id);

-- Addresses that a person who signed in has proven.
create table directory.proofs (
  address text primary key,
  person_id uuid not null references directory.people (id) on delete cascade,
  kind text not null check (kind in ('email', 'phone')),
  proven_at timestamptz not null,
  used_at timestamptz not null
);
create index on directory.proofs (person_id);

-- Codes that somebody asked for. The address is sealed, and goes when the message has left; code and link are kept as hashes alone.
create table directory.asks (
  id uuid primary key,
  browser_hash bytea not null,
  address_hash bytea not null,
  kind text not null check (kind in ('email', 'phone')),
  sealed bytea,
  vault_key_id text,
  asked_at timestamptz not null,
  -- Null: no message has left yet, or none was due.
  code_hash bytea,
  link_hash bytea unique,
  -- The practice whose Outbox shows the code, in the test version: it proves the address to that practice alone.
  practice_id uuid references directory.practices (id) on delete cascade,
  tries integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on directory.asks (browser_hash, asked_at);
create index on directory.asks (asked_at);
create index on directory.asks (practice_id);

-- Where there is something for a person; the truth is the practice's own.
create table directory.ways (
  person_id uuid not null references directory.people (id) on delete cascade,
  practice_id uuid not null references directory.practices (id) on delete cascade,
  primary key (person_id, practice_id)
);
create index on directory.ways (practice_id);

alter table directory.sessions drop constraint sessions_kind_check;
delete from directory.sessions where kind in ('client', 'vet');
alter table directory.sessions
  add constraint sessions_kind_check check (kind in ('member', 'guest')),
  -- When a guest last proved who they are, with a code or a passkey.
  add column proved_at timestamptz,
  -- On a computer of several people: it ends with the browser.
  add column is_shared boolean not null default false;

grant select, insert, update, delete on directory.addresses, directory.proofs, directory.asks, directory.ways to pritchel_directory;

-- The app role keeps the index and the ways of its own practice, and reads none.
create function set_addresses(clients uuid[], hashes bytea[], owners uuid[]) returns void
language sql security definer set search_path = '' as $$
  delete from directory.addresses a
  where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and a.client_id = any (clients)
    and not exists (select from unnest(hashes, owners) k (hash, owner) where k.hash = a.hash and k.owner = a.client_id);
  insert into directory.addresses (hash, practice_id, client_id)
  select k.hash, nullif(current_setting('app.practice_id', true), '')::uuid, k.owner from unnest(hashes, owners) k (hash, owner)
  on conflict do nothing;
$$;
revoke all on function set_addresses(uuid[], bytea[], uuid[]) from public;
grant execute on function set_addresses(uuid[], bytea[], uuid[]) to pritchel_app;

create function keep_way(person uuid) returns void language sql security definer set search_path = '' as $$
  insert into directory.ways (person_id, practice_id) values (person, nullif(current_setting('app.practice_id', true), '')::uuid)
  on conflict do nothing;
$$;
revoke all on function keep_way(uuid) from public;
grant execute on function keep_way(uuid) to pritchel_app;

-- the practice ----------------------------------------------------------------------------------------------------

alter table settings add column portal jsonb not null default '{}';
-- Null: as the practice has it.
alter table clients add column portal boolean;
alter table activity add column by_person uuid;

alter table client_access
  add column role text not null default 'holder' check (role in ('holder', 'helper')),
  add column sees_money boolean not null default true,
  add column by_member uuid,
  add column by_person uuid,
  add column proven_how text not null default 'address' check (proven_how in ('address', 'invited', 'handed')),
  -- Null: the farrier has yet to say who it is.
  add column confirmed_at timestamptz;

-- Who opened what, one line an hour and thing.
create table guest_log (
  practice_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  client_id uuid not null,
  what text not null check (what in ('home', 'horse', 'visit', 'file', 'invoice', 'conversation')),
  subject_id uuid not null,
  hour timestamptz not null,
  at timestamptz not null,
  primary key (practice_id, id),
  unique (practice_id, person_id, client_id, what, subject_id, hour),
  foreign key (practice_id, client_id) references clients (practice_id, id)
);
create index on guest_log (practice_id, client_id, at);
create index on guest_log (practice_id, at);
select seal_tenant_table('public.guest_log');

-- the door --------------------------------------------------------------------------------------------------------

-- A guest's transaction runs as pritchel_guest, for the person `app.person_id`; a member who looks as a client does sets `app.as_client` instead.
-- It sees what its policies show, of the columns that are granted here, and writes nothing but its line in guest_log.
grant usage on schema public to pritchel_guest;

create function guest_clients() returns setof uuid language sql stable security definer set search_path = '' as $$
  select c.id from public.clients c
  where c.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and c.deleted_at is null
    and (c.id = nullif(current_setting('app.as_client', true), '')::uuid
      or (c.portal is distinct from false
        and not exists (select from public.settings s where s.practice_id = c.practice_id and s.portal ->> 'way' = 'off')
        and exists (
          select from public.client_access a
          where a.practice_id = c.practice_id and a.client_id = c.id and a.person_id = nullif(current_setting('app.person_id', true), '')::uuid
            and a.confirmed_at is not null and (a.until is null or a.until > public.clock_now()))))
$$;

-- Their horses, each with the first and the last day it was theirs.
create function guest_horses() returns table (horse_id uuid, from_on date, to_on date)
language sql stable security definer set search_path = '' as $$
  select h.id, coalesce((
      select max(o.from_on) from public.horse_owners o
      where o.practice_id = h.practice_id and o.horse_id = h.id and o.client_id = h.client_id and o.to_on is null), '-infinity'), 'infinity'::date
  from public.horses h
  where h.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and h.client_id in (select public.guest_clients())
  union all
  select o.horse_id, o.from_on, o.to_on from public.horse_owners o
  where o.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and o.client_id in (select public.guest_clients())
    and o.to_on is not null
$$;

create function guest_visits() returns setof uuid language sql stable security definer set search_path = '' as $$
  select l.appointment_id from public.visit_horses l
  where l.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and l.deleted_at is null
    and l.client_id in (select public.guest_clients())
  union
  select a.id from public.appointments a
  where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and a.client_id in (select public.guest_clients())
$$;

create function note_opening(line uuid, client uuid, opened text, subject uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.guest_log (practice_id, id, person_id, client_id, what, subject_id, hour, at)
  select nullif(current_setting('app.practice_id', true), '')::uuid, line, nullif(current_setting('app.person_id', true), '')::uuid, client, opened,
    subject, date_trunc('hour', public.clock_now()), public.clock_now()
  where client in (select public.guest_clients()) and nullif(current_setting('app.person_id', true), '') is not null
  on conflict do nothing
$$;

do $$
declare
  made text;
begin
  foreach made in array array['guest_clients()', 'guest_horses()', 'guest_visits()', 'note_opening(uuid, uuid, text, uuid)'] loop
    execute format('revoke all on function %s from public', made);
    execute format('grant execute on function %s to pritchel_guest', made);
  end loop;
end $$;
grant execute on function clock_now() to pritchel_guest;

grant select (practice_id, id, name, email, phone_e164, address, postcode, preferred_channel) on clients to pritchel_guest;
create policy guest_sees_own on clients as restrictive for select to pritchel_guest using (id in (select guest_clients()));

grant select (practice_id, id, client_id, name, birth_year, breed, color, markings, yard_id, cycle_days, winter_cycle_days, cycle_rules, pauses, gone_on,
  gone_reason, last_service_on, last_service_type, next_due_on, deleted_at, created_at) on horses to pritchel_guest;
create policy guest_sees_own on horses as restrictive for select to pritchel_guest using (id in (select g.horse_id from guest_horses() g));

grant select (practice_id, id, name) on yards to pritchel_guest;
create policy guest_sees_own on yards as restrictive for select to pritchel_guest
  using (id in (select h.yard_id from horses h) or id in (select a.yard_id from appointments a));

grant select (practice_id, id, name, initials) on members to pritchel_guest;

grant select (practice_id, id, member_id, yard_id, on_day, local_start, local_end, zone, starts_at, ends_at, is_call_only, call_number, call_period, status,
  completed_at, deleted_at) on appointments to pritchel_guest;
create policy guest_sees_own on appointments as restrictive for select to pritchel_guest using (id in (select guest_visits()));

grant select (practice_id, id, appointment_id, horse_id, client_id, place, planned_work, outcome, completed_at, deleted_at) on visit_horses to pritchel_guest;
create policy guest_sees_own on visit_horses as restrictive for select to pritchel_guest using (client_id in (select guest_clients()));

grant select (practice_id, id, horse_id, visit_horse_id, member_id, service_type, work_date, description, findings, recommendations, setup, setup_schema,
  deleted_at, created_at) on work_entries to pritchel_guest;
create policy guest_sees_own on work_entries as restrictive for select to pritchel_guest using (exists (
  select from guest_horses() g where g.horse_id = work_entries.horse_id and work_entries.work_date between g.from_on and g.to_on));

grant select (practice_id, id, feet, prep_line, portal) on settings to pritchel_guest;
grant select on service_types to pritchel_guest;

grant select (practice_id, id, file_id, file_type, file_name, bytes, mime, description, uploaded_by, horse_id, work_entry_id, appointment_id, client_id, foot,
  view, taken_on, shown_to_owner, deleted_at, created_at) on attachments to pritchel_guest;
create policy guest_sees_own on attachments as restrictive for select to pritchel_guest using (shown_to_owner and exists (
  select from guest_horses() g
  where g.horse_id = attachments.horse_id and coalesce(attachments.taken_on, attachments.created_at::date) between g.from_on and g.to_on));
