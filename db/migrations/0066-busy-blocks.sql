-- When a member has no time by calendars of theirs elsewhere: its start and end, never what it is. The server alone writes them, as each calendar
-- has them at its last reading.
create table busy_blocks (
  practice_id uuid not null,
  -- Of its connection, calendar, start and end: read again, it is the same one.
  id uuid not null,
  member_id uuid not null,
  -- No foreign key: a block that was removed outlives its connection.
  connection_id uuid not null,
  source text not null check (source <> ''), -- what its calendar is called there
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_all_day boolean not null,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  created_at timestamptz not null default clock_now(),
  primary key (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  check (starts_at < ends_at)
);
create index on busy_blocks (practice_id, seq);
create index on busy_blocks (practice_id, member_id);
create index on busy_blocks (practice_id, connection_id);
create index on busy_blocks (practice_id, deleted_at) where deleted_at is not null;

select seal_tenant_table('public.busy_blocks');

alter table connections
  -- Null: the calendars that count as busy are to be read at the next exchange.
  add column busy_read_at timestamptz,
  -- The calendar we made there. Another far_calendar is one that was chosen, and is not ours alone.
  add column own_calendar text;

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
      or exists (select from public.busy_blocks t where t.practice_id = candidate and t.deleted_at < before) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
