-- Services that owners pay for: who has which for which horse, and what a practice offers.

-- Where it is decided. What a practice reads of it is carried over into `horse_services`, because no transaction spans both.
create table directory.seats (
  id uuid primary key,
  practice_id uuid not null references directory.practices (id) on delete cascade,
  horse_id uuid not null,
  service text not null check (service in ('portal', 'vet-integration', 'para-professional')),
  -- Who pays; none: arranged with the operator of the server.
  person_id uuid references directory.people (id) on delete cascade,
  from_on date not null,
  -- Its last day.
  ends_on date,
  ended_why text check (ended_why in ('owner', 'farrier', 'operator', 'gone', 'left', 'off', 'plan')),
  -- Counts its changes: what is carried over late takes nothing back.
  rev integer not null default 1,
  check ((ends_on is null) = (ended_why is null))
);
create unique index seats_once on directory.seats (practice_id, horse_id, service) where ends_on is null;
create index on directory.seats (practice_id);
create index on directory.seats (person_id);
grant select, insert, update, delete on directory.seats to pritchel_directory;

-- Which change of the seat this is.
alter table horse_services add column seat_rev integer not null default 0;

-- Which of some practices have a service that is not long over: the job that puts both right goes over these.
create function directory.with_seats(among uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct s.practice_id from directory.seats s
  where s.practice_id = any (among) and (s.ends_on is null or s.ends_on > public.clock_now()::date - 60)
$$;
revoke all on function directory.with_seats(uuid[]) from public;
grant execute on function directory.with_seats(uuid[]) to pritchel_directory;

-- What the practice offers to its clients.
alter table settings add column services jsonb not null default '{}';

-- Whether a horse's service is open, for who sees the horse.
create function guest_service_open(horse uuid, wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.guest_horses() g where g.horse_id = horse) and public.service_open(horse, wanted)
$$;
revoke all on function guest_service_open(uuid, text) from public;
grant execute on function guest_service_open(uuid, text) to pritchel_guest;
