-- Vets and para-professionals: what an owner agreed to, who looks because of it, and the service that is paid for it.

-- a horse's services ----------------------------------------------------------------------------------------------

-- Services of a horse that its owner pays for, as the practice knows them; whether one is open on a day follows from its days.
create table horse_services (
  practice_id uuid not null,
  id uuid not null,
  horse_id uuid not null,
  service text not null check (service in ('portal', 'vet-integration', 'para-professional')),
  -- Who pays; none: arranged with the operator of the server.
  person_id uuid,
  from_on date not null,
  -- The last day that is paid for; none: arranged, without an end.
  paid_until date,
  is_past_due boolean not null default false,
  -- Its last day.
  ends_on date,
  ended_why text,
  primary key (practice_id, id),
  foreign key (practice_id, horse_id) references horses (practice_id, id)
);
create unique index horse_services_once on horse_services (practice_id, horse_id, service) where ends_on is null;
create index on horse_services (practice_id, horse_id);
select seal_tenant_table('public.horse_services');

-- A payment that is late is waited for 14 days. `serviceStandingOf` says the same on a device.
create function service_open(horse uuid, wanted text) returns boolean language sql stable set search_path = '' as $$
  select exists (
    select from public.horse_services s
    where s.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and s.horse_id = horse and s.service = wanted
      and s.from_on <= public.clock_now()::date
      and (s.ends_on is null or s.ends_on >= public.clock_now()::date)
      and (s.paid_until is null or s.paid_until + 14 >= public.clock_now()::date))
$$;
revoke all on function service_open(uuid, text) from public;
grant execute on function service_open(uuid, text) to pritchel_app;

-- what was agreed -------------------------------------------------------------------------------------------------

-- That a vet or a para-professional may look at horses of a client's: asked by them or by the farrier, and agreed by them. Nothing is seen before.
create table care_consents (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  role text not null check (role in ('vet', 'para-professional')),
  horse_ids uuid[] not null check (cardinality(horse_ids) between 1 and 50),
  to_name text not null,
  -- As addresses are compared.
  to_address text not null,
  to_practice text,
  -- Their own word.
  reg_number text,
  -- From which day on the record is open; none: as far back as the owner reads it.
  back_to_on date,
  -- The last day.
  until_on date not null,
  may_contact boolean not null default false,
  -- What was agreed, in the words that were shown.
  words text not null,
  asked_at timestamptz not null,
  asked_person uuid,
  asked_member uuid,
  agreed_at timestamptz,
  agreed_how text check (agreed_how in ('portal', 'link', 'said', 'written')),
  agreed_person uuid,
  agreed_member uuid,
  -- By the practice: at once, or by a member where it wants to be asked first.
  approved_at timestamptz,
  approved_member uuid,
  -- By the owner, the practice, or whoever was invited.
  refused_at timestamptz,
  taken_back_at timestamptz,
  taken_back_person uuid,
  taken_back_member uuid,
  primary key (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, asked_member) references members (practice_id, id),
  foreign key (practice_id, agreed_member) references members (practice_id, id),
  foreign key (practice_id, approved_member) references members (practice_id, id),
  foreign key (practice_id, taken_back_member) references members (practice_id, id),
  check (num_nonnulls(asked_person, asked_member) = 1),
  check ((agreed_at is null) = (agreed_how is null)),
  check (agreed_how is null or (agreed_how in ('said', 'written')) = (agreed_member is not null))
);
create index on care_consents (practice_id, client_id);
create index on care_consents (practice_id, asked_member);
create index on care_consents (practice_id, agreed_member);
create index on care_consents (practice_id, approved_member);
create index on care_consents (practice_id, taken_back_member);
select seal_tenant_table('public.care_consents');

-- A grant is written when they have come in, as a sharer's is: one for each horse.
alter table horse_grants
  add column consent_id uuid,
  add foreign key (practice_id, consent_id) references care_consents (practice_id, id),
  add check ((role = 'sharer') = (consent_id is null)),
  add check (role = 'sharer' or until_at is not null);
create index on horse_grants (practice_id, consent_id);

alter table portal_invites
  drop constraint portal_invites_role_check,
  add constraint portal_invites_role_check check (role in ('holder', 'helper', 'sharer', 'yard', 'vet', 'para-professional')),
  add column consent_id uuid,
  add foreign key (practice_id, consent_id) references care_consents (practice_id, id),
  add check ((role in ('vet', 'para-professional')) = (consent_id is not null));
create index on portal_invites (practice_id, consent_id) where consent_id is not null;

-- the door --------------------------------------------------------------------------------------------------------

-- The horses that somebody looks after as a vet or a para-professional, each from which day on, and until when.
create function cared_for(person uuid) returns table (
  grant_id uuid, horse_id uuid, client_id uuid, role text, from_on date, until_at timestamptz, may_contact boolean)
language sql stable rows 20 set search_path = '' as $$
  select g.id, h.id, h.client_id, g.role,
    greatest(coalesce(a.back_to_on, '-infinity'), coalesce((
      select max(public.reading_begins(o, '{record,all}')) from public.horse_owners o
      where o.practice_id = h.practice_id and o.horse_id = h.id and o.client_id = h.client_id and o.to_on is null), '-infinity')),
    g.until_at, a.may_contact
  from public.horse_grants g
  join public.care_consents a on a.practice_id = g.practice_id and a.id = g.consent_id
  join public.horses h on h.practice_id = g.practice_id and h.id = g.horse_id and h.client_id = g.client_id
  join public.clients c on c.practice_id = g.practice_id and c.id = g.client_id
  where g.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and g.person_id = person and g.role <> 'sharer'
    and g.ended_at is null and g.until_at > public.clock_now()
    and a.agreed_at is not null and a.approved_at is not null and a.taken_back_at is null
    and public.still_lets(g.client_id, g.by_person)
    and h.deleted_at is null and (h.gone_on is null or h.gone_on > public.clock_now()::date)
    and c.deleted_at is null and c.portal is distinct from false
    and not exists (select from public.settings s where s.practice_id = g.practice_id and s.portal ->> 'way' = 'off')
    and public.service_open(h.id, case g.role when 'vet' then 'vet-integration' else 'para-professional' end)
    and not exists (
      select from public.horse_owners o
      where o.practice_id = g.practice_id and o.horse_id = g.horse_id and o.client_id = g.client_id and o.to_on is null
        and o.from_on > (g.from_at + interval '1 hour')::date)
$$;
revoke all on function cared_for(uuid) from public;
grant execute on function cared_for(uuid) to pritchel_app;

-- Who looks after horses comes in as `app.carer_id`, and sees nothing of what else they are here.
create function guest_cared() returns table (
  grant_id uuid, horse_id uuid, client_id uuid, role text, from_on date, until_at timestamptz, may_contact boolean)
language sql stable security definer rows 20 set search_path = '' as $$
  select * from public.cared_for(nullif(current_setting('app.carer_id', true), '')::uuid)
$$;

-- Notes that something of a horse was opened: one line an hour and thing.
create function note_carer_opening(line uuid, horse uuid, opened text, subject uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.guest_log (practice_id, id, person_id, client_id, what, subject_id, hour, at, role)
  select nullif(current_setting('app.practice_id', true), '')::uuid, line, nullif(current_setting('app.carer_id', true), '')::uuid, c.client_id,
    opened, subject, date_trunc('hour', public.clock_now()), public.clock_now(), c.role
  from public.guest_cared() c where c.horse_id = horse
  on conflict do nothing
$$;

do $$
declare
  made text;
begin
  foreach made in array array['guest_cared()', 'note_carer_opening(uuid, uuid, text, uuid)'] loop
    execute format('revoke all on function %s from public', made);
    execute format('grant execute on function %s to pritchel_guest', made);
  end loop;
end $$;

alter table guest_log
  drop constraint guest_log_role_check,
  add constraint guest_log_role_check check (role in ('holder', 'helper', 'sharer', 'yard', 'link', 'vet', 'para-professional'));

-- Beside what each of these policies shows already. Asked only of who came to look after horses: to all others it costs nothing.
do $$
declare
  door record;
begin
  for door in
    select p.tablename, p.qual, cared.rows from pg_policies p join (values
      ('members', 'exists (select from guest_cared())'),
      ('settings', 'exists (select from guest_cared())'),
      ('service_types', 'exists (select from guest_cared())'),
      ('horses', 'id in (select c.horse_id from guest_cared() c)'),
      ('work_entries', 'exists (select from guest_cared() c where c.horse_id = work_entries.horse_id and work_entries.work_date >= c.from_on)'),
      -- What the owner is shown, films, and what other vets sent.
      ('attachments', '(shown_to_owner or file_type in (''radiograph'', ''scan'', ''gait-analysis'') or uploaded_by in (''vet'', ''para-professional''))
        and exists (select from guest_cared() c where c.horse_id = attachments.horse_id
          and coalesce(attachments.taken_on, attachments.created_at::date) >= c.from_on)')
    ) cared (tablename, rows) on cared.tablename = p.tablename
    where p.schemaname = 'public' and p.policyname = 'guest_sees_own'
  loop
    execute format('alter policy guest_sees_own on public.%I using ((%s) or (nullif(current_setting(''app.carer_id'', true), '''') is not null and %s))',
      door.tablename, door.qual, door.rows);
  end loop;
end $$;
