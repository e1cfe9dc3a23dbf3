-- What owners ask of the farrier, by whom they are let in, and what the farrier shows them.

-- What an owner asks or says that is the farrier's to do: a horse sold, an address changed, somebody to let in. It stays as it was said; devices
-- write whether it was seen to, and how it ended.
create table owner_asks (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  person_id uuid, -- who says so
  kind text not null check (kind in ('sold', 'died', 'new_horse', 'details', 'vet_invite', 'access')),
  horse_id uuid,
  facts jsonb not null default '{}',
  words text,
  asked_at timestamptz not null,
  seen_at timestamptz,
  seen_by uuid,
  outcome text check (outcome in ('done', 'declined')),
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  created_at timestamptz not null default clock_now(),
  primary key (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, horse_id) references horses (practice_id, id),
  foreign key (practice_id, seen_by) references members (practice_id, id),
  check ((seen_at is null) = (seen_by is null)),
  check (outcome is null or seen_at is not null)
);
create index on owner_asks (practice_id, seq);
create index on owner_asks (practice_id, client_id);
create index on owner_asks (practice_id, horse_id);
create index on owner_asks (practice_id, seen_by);
create index on owner_asks (practice_id, asked_at) where deleted_at is null;
create index on owner_asks (practice_id, deleted_at) where deleted_at is not null;
select seal_tenant_table('public.owner_asks');

-- An owner reads what they asked; who asks to be let in is the farrier's alone.
grant select (practice_id, id, client_id, person_id, kind, horse_id, facts, words, asked_at, seen_at, outcome, deleted_at) on owner_asks
  to pritchel_guest;
create policy guest_sees_own on owner_asks as restrictive for select to pritchel_guest
  using (kind <> 'access' and client_id in (select guest_clients()));

-- What this client is shown otherwise than the practice shows it; null: nothing differs.
alter table clients add column portal_shows jsonb;

-- Whom the farrier invited, and how: by a message to the client's own address, or by a link handed over, which is the farrier's word.
create table portal_invites (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  how text not null check (how in ('sms', 'email', 'handed')),
  by_member uuid,
  made_at timestamptz not null,
  dies_at timestamptz not null,
  ended_at timestamptz,
  used_at timestamptz,
  used_by uuid, -- the person whom it let in
  primary key (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, by_member) references members (practice_id, id)
);
create index on portal_invites (practice_id, client_id);
create index on portal_invites (practice_id, by_member);
select seal_tenant_table('public.portal_invites');

-- Changes that were applied, and records that were removed, before a moment. Every synced table is here.
create or replace function directory.with_old_changes(candidates uuid[], before timestamptz) returns setof uuid
language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  candidate uuid;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (select from public.sync_ops t where t.practice_id = candidate and t.applied_at < before)
      or exists (select from public.members t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.settings t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.clients t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.sms_preferences t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.yards t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.horses t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.appointments t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.visit_horses t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.rounds t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.time_off t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.work_entries t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.threads t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.messages t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.expenses t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.attachments t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.voice_notes t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.price_items t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.price_overrides t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.service_types t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.work_templates t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.tasks t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.rights_requests t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.terms_acceptances t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.visit_answers t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.slot_offers t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.money_settings t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.invoices t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.charges t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.payments t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.allocations t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.trips t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.calendar_changes t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.busy_blocks t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.travel_tables t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.place_forecasts t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.owner_asks t where t.practice_id = candidate and t.deleted_at < before) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
