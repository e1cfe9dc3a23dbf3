-- Others who may look: a sharer of one horse at the door, whom an invitation is to, and in what role something was opened.

-- invitations -----------------------------------------------------------------------------------------------------

-- The client themselves by their own address or a link that is handed over; anybody else by the address that is named, which they must prove.
alter table portal_invites
  alter column client_id drop not null,
  add column role text not null default 'holder' check (role in ('holder', 'helper', 'sharer', 'yard')),
  add column horse_id uuid,
  add column yard_id uuid,
  add column to_name text,
  add column to_address text,
  -- Of a helper: the client's bills. Of a sharer: confirming visits, and asking for another time.
  add column sees_money boolean not null default false,
  add column may_answer boolean not null default false,
  add column by_person uuid,
  add foreign key (practice_id, horse_id) references horses (practice_id, id),
  add foreign key (practice_id, yard_id) references yards (practice_id, id),
  add check ((role = 'sharer') = (horse_id is not null)),
  add check ((role = 'yard') = (yard_id is not null)),
  add check ((role = 'yard') = (client_id is null)),
  add check ((role = 'holder') = (to_address is null)),
  add check (role = 'holder' or how <> 'handed');
create index on portal_invites (practice_id, horse_id) where horse_id is not null;
create index on portal_invites (practice_id, yard_id) where yard_id is not null;

-- a horse is shared -----------------------------------------------------------------------------------------------

-- Who may look at one horse of a client's. Whether it is open follows from the rows: see `guest_shared`.
drop table horse_grants;
create table horse_grants (
  practice_id uuid not null,
  id uuid not null,
  horse_id uuid not null,
  -- Whose horse it was then: with another owner nothing of it is seen any more.
  client_id uuid not null,
  person_id uuid not null,
  role text not null check (role in ('sharer', 'vet', 'para-professional')),
  to_name text,
  may_answer boolean not null default false,
  from_at timestamptz not null,
  until_at timestamptz,
  by_person uuid,
  by_member uuid,
  ended_at timestamptz,
  ended_by_person uuid,
  ended_by_member uuid,
  primary key (practice_id, id),
  foreign key (practice_id, horse_id) references horses (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, by_member) references members (practice_id, id),
  foreign key (practice_id, ended_by_member) references members (practice_id, id)
);
create index on horse_grants (practice_id, person_id);
create index on horse_grants (practice_id, horse_id);
create index on horse_grants (practice_id, client_id);
create index on horse_grants (practice_id, by_member);
create index on horse_grants (practice_id, ended_by_member);
create index on horse_grants (practice_id, coalesce(ended_at, until_at));
select seal_tenant_table('public.horse_grants');

create or replace function drop_ways(people uuid[]) returns void language sql security definer set search_path = '' as $$
  delete from directory.ways w
  where w.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and w.person_id = any (people)
    and not exists (select from public.client_access a where a.practice_id = w.practice_id and a.person_id = w.person_id)
    and not exists (select from public.horse_grants g where g.practice_id = w.practice_id and g.person_id = w.person_id);
$$;

-- the door --------------------------------------------------------------------------------------------------------

-- Whoever was let in by somebody sees as long as that one does.
create function still_lets(client uuid, person uuid) returns boolean language sql stable set search_path = '' as $$
  select person is null or exists (
    select from public.client_access a
    where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and a.client_id = client and a.person_id = person
      and a.role = 'holder' and a.confirmed_at is not null and (a.until is null or a.until > public.clock_now()))
$$;
revoke all on function still_lets(uuid, uuid) from public;
grant execute on function still_lets(uuid, uuid) to pritchel_app;

create or replace function guest_clients() returns setof uuid language sql stable security definer rows 2 set search_path = '' as $$
  select c.id from public.clients c
  where c.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and c.id = nullif(current_setting('app.as_client', true), '')::uuid and c.deleted_at is null
  union
  select c.id from public.client_access a join public.clients c on c.practice_id = a.practice_id and c.id = a.client_id
  where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and a.person_id = nullif(current_setting('app.person_id', true), '')::uuid
    and a.confirmed_at is not null and (a.until is null or a.until > public.clock_now())
    and (a.role = 'holder' or public.still_lets(a.client_id, a.by_person))
    and c.deleted_at is null and c.portal is distinct from false
    and not exists (select from public.settings s where s.practice_id = a.practice_id and s.portal ->> 'way' = 'off')
$$;

create or replace function guest_access() returns table (client_id uuid, role text, sees_money boolean)
language sql stable security definer rows 2 set search_path = '' as $$
  select c.id, 'holder', true from public.clients c
  where c.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and c.id = nullif(current_setting('app.as_client', true), '')::uuid and c.deleted_at is null
  union
  select a.client_id, a.role, a.role = 'holder' or a.sees_money
  from public.client_access a join public.clients c on c.practice_id = a.practice_id and c.id = a.client_id
  where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and a.person_id = nullif(current_setting('app.person_id', true), '')::uuid
    and a.confirmed_at is not null and (a.until is null or a.until > public.clock_now())
    and (a.role = 'holder' or public.still_lets(a.client_id, a.by_person))
    and c.deleted_at is null and c.portal is distinct from false
    and not exists (select from public.settings s where s.practice_id = a.practice_id and s.portal ->> 'way' = 'off')
$$;

-- What somebody had until they sold it is theirs to read, and no helper's.
create or replace function guest_horses() returns table (horse_id uuid, from_on date, to_on date)
language sql stable security definer rows 8 set search_path = '' as $$
  with mine as materialized (select a.client_id as id, bool_or(a.role = 'holder') as is_holder from public.guest_access() a group by 1)
  select h.id, coalesce((
      select max(public.time_begins(o)) from public.horse_owners o
      where o.practice_id = h.practice_id and o.horse_id = h.id and o.client_id = h.client_id and o.to_on is null), '-infinity'), 'infinity'::date
  from mine join public.horses h on h.client_id = mine.id
  where h.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
  union all
  select o.horse_id, public.time_begins(o), o.to_on from mine join public.horse_owners o on o.client_id = mine.id
  where o.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and o.to_on is not null and mine.is_holder
$$;

-- Horses that are shared with them, each with whose it is, and from which day: as long as it is with the same owner, is alive, and who shared it
-- sees it themselves.
create function shared_with(person uuid) returns table (horse_id uuid, client_id uuid, from_on date, may_answer boolean)
language sql stable rows 2 set search_path = '' as $$
  select h.id, h.client_id, coalesce((
      select max(public.time_begins(o)) from public.horse_owners o
      where o.practice_id = h.practice_id and o.horse_id = h.id and o.client_id = h.client_id and o.to_on is null), '-infinity'),
    bool_or(g.may_answer)
  from public.horse_grants g
  join public.horses h on h.practice_id = g.practice_id and h.id = g.horse_id and h.client_id = g.client_id
  join public.clients c on c.practice_id = g.practice_id and c.id = g.client_id
  where g.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and g.person_id = person
    and g.role = 'sharer' and g.ended_at is null and (g.until_at is null or g.until_at > public.clock_now())
    and public.still_lets(g.client_id, g.by_person)
    and h.deleted_at is null and (h.gone_on is null or h.gone_on > public.clock_now()::date)
    and c.deleted_at is null and c.portal is distinct from false
    and not exists (select from public.settings s where s.practice_id = g.practice_id and s.portal ->> 'way' = 'off')
    -- Sold and bought back: what was shared before is not shared again. A day may begin an hour before UTC's.
    and not exists (
      select from public.horse_owners o
      where o.practice_id = g.practice_id and o.horse_id = g.horse_id and o.client_id = g.client_id and o.to_on is null
        and o.from_on > (g.from_at + interval '1 hour')::date)
  group by h.practice_id, h.id, h.client_id
$$;
revoke all on function shared_with(uuid) from public;
grant execute on function shared_with(uuid) to pritchel_app;

create function guest_shared() returns table (horse_id uuid, client_id uuid, from_on date, may_answer boolean)
language sql stable security definer rows 2 set search_path = '' as $$
  select * from public.shared_with(nullif(current_setting('app.person_id', true), '')::uuid)
$$;

create or replace function guest_times(horse uuid) returns table (client_id uuid, from_on date, to_on date)
language sql stable security definer rows 2 set search_path = '' as $$
  with mine as materialized (select a.client_id as id, bool_or(a.role = 'holder') as is_holder from public.guest_access() a group by 1)
  select h.client_id, (
      select nullif(max(public.time_begins(o)), '-infinity') from public.horse_owners o
      where o.practice_id = h.practice_id and o.horse_id = h.id and o.client_id = h.client_id and o.to_on is null), null::date
  from public.horses h join mine on mine.id = h.client_id
  where h.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and h.id = horse
  union all
  select o.client_id, nullif(public.time_begins(o), '-infinity'), o.to_on
  from public.horse_owners o join mine on mine.id = o.client_id and mine.is_holder
  where o.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and o.horse_id = horse and o.to_on is not null
  union all
  select s.client_id, nullif(s.from_on, '-infinity'), null::date from public.guest_shared() s
  where s.horse_id = horse and s.client_id not in (select id from mine)
$$;

create or replace function guest_visits() returns setof uuid language sql stable security definer rows 50 set search_path = '' as $$
  with mine as materialized (select public.guest_clients() as id)
  select l.appointment_id from mine join public.visit_horses l on l.client_id = mine.id
  where l.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and l.deleted_at is null
  union
  select a.id from mine join public.appointments a on a.client_id = mine.id
  where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
  union
  -- Of a horse that is shared, those to come.
  select l.appointment_id from public.guest_shared() s
  join public.visit_horses l on l.horse_id = s.horse_id and l.client_id = s.client_id
  join public.appointments v on v.practice_id = l.practice_id and v.id = l.appointment_id
  where l.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and l.deleted_at is null
    and v.starts_at > public.clock_now() - interval '1 day'
$$;

-- Whether anything here is theirs to see.
create function guest_is_in() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.guest_clients()) or exists (select from public.guest_shared())
$$;

do $$
declare
  made text;
begin
  foreach made in array array['guest_shared()', 'guest_is_in()'] loop
    execute format('revoke all on function %s from public', made);
    execute format('grant execute on function %s to pritchel_guest', made);
  end loop;
end $$;

alter policy guest_sees_own on members using ((select guest_is_in()));
alter policy guest_sees_own on settings using ((select guest_is_in()));
alter policy guest_sees_own on service_types using ((select guest_is_in()));
alter policy guest_sees_own on horses
  using (id in (select g.horse_id from guest_horses() g) or id in (select s.horse_id from guest_shared() s));
alter policy guest_sees_own on visit_horses
  using (client_id in (select guest_clients()) or (horse_id, client_id) in (select s.horse_id, s.client_id from guest_shared() s));
alter policy guest_sees_own on work_entries using (
  exists (select from guest_horses() g where g.horse_id = work_entries.horse_id and work_entries.work_date between g.from_on and g.to_on)
  or exists (select from guest_shared() s where s.horse_id = work_entries.horse_id and work_entries.work_date >= s.from_on));
-- A sharer sees photos, and no other file.
alter policy guest_sees_own on attachments using (shown_to_owner and (
  exists (
    select from guest_horses() g
    where g.horse_id = attachments.horse_id and coalesce(attachments.taken_on, attachments.created_at::date) between g.from_on and g.to_on)
  or (file_type = 'image' and exists (
    select from guest_shared() s
    where s.horse_id = attachments.horse_id and coalesce(attachments.taken_on, attachments.created_at::date) >= s.from_on))));

-- who looked ------------------------------------------------------------------------------------------------------

-- By a link nobody is known, but the link is; of a yard nobody's client is meant. `role`: what they were then; none where `client_access` says so.
alter table guest_log
  alter column person_id drop not null,
  alter column client_id drop not null,
  add column share_id uuid,
  add column role text check (role in ('holder', 'helper', 'sharer', 'yard', 'link')),
  drop constraint guest_log_what_check,
  add constraint guest_log_what_check check (what in (
    'home', 'horse', 'visit', 'file', 'invoice', 'conversation', 'bills', 'statement', 'terms', 'texts', 'yard')),
  add check ((share_id is null) <> (person_id is null)),
  add check ((client_id is null) = (what = 'yard')),
  drop constraint guest_log_practice_id_person_id_client_id_what_subject_id_h_key,
  add constraint guest_log_once unique nulls not distinct (practice_id, person_id, share_id, client_id, what, subject_id, hour);

create or replace function note_opening(line uuid, client uuid, opened text, subject uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.guest_log (practice_id, id, person_id, client_id, what, subject_id, hour, at, role)
  select nullif(current_setting('app.practice_id', true), '')::uuid, line, nullif(current_setting('app.person_id', true), '')::uuid, client, opened,
    subject, date_trunc('hour', public.clock_now()), public.clock_now(), who.role
  from (
    -- The most that they are there.
    select as_what.role from (
      select a.role from public.guest_access() a where a.client_id = client
      union all
      select 'sharer' from public.guest_shared() s where s.client_id = client
    ) as_what
    order by array_position(array['holder', 'helper', 'sharer'], as_what.role) limit 1
  ) who
  where nullif(current_setting('app.person_id', true), '') is not null
  on conflict do nothing
$$;
