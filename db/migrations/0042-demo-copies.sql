-- Every visitor of the demo has a practice of their own: a copy of the demo practice, made in advance. The demo practice itself is the pattern and is
-- given to nobody.

-- The working day a demo practice shows, and when its visitor first opened it: from then on its clock runs (lib/demo-clock.ts). Null elsewhere.
alter table directory.practices
  add column demo_day date,
  add column demo_from timestamptz;

create table directory.demo_copies (
  practice_id uuid primary key references directory.practices (id) on delete cascade,
  person_id uuid not null, -- whom a visitor is signed in as
  made_at timestamptz not null default clock_now(),
  state text not null check (state in ('making', 'ready', 'given', 'over')),
  given_at timestamptz,
  check ((state = 'given') <= (given_at is not null))
);
create index on directory.demo_copies (state, made_at);
grant select, insert, update, delete on directory.demo_copies to pritchel_directory;

-- Whoever texts a number of the demo is nobody's client there: only practices that are really run are asked.
create or replace function directory.clients_of_phone(phone text) returns table (practice_id uuid, client_id uuid, told_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  candidate uuid;
begin
  for candidate in select id from directory.practices where mode = 'live' order by id loop
    perform set_config('app.practice_id', candidate::text, true);
    return query
      select c.practice_id, c.id, (
        select max(n.state_at) from public.notices n
        where n.practice_id = candidate and n.client_id = c.id and n.channel = 'sms'
          and n.state in ('sending', 'sent', 'delivered', 'undelivered', 'unknown')
      )
      from public.clients c
      where c.practice_id = candidate and c.phone_e164 = phone and c.deleted_at is null;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
