-- What vets and para-professionals write into a horse's record, and what the farrier answers.

create table care_notes (
  practice_id uuid not null,
  id uuid not null,
  horse_id uuid not null,
  -- Who wrote it: somebody who looks after the horse, or a member; neither once they are erased.
  person_id uuid,
  member_id uuid,
  -- As they were called then.
  author_name text not null,
  author_role text not null check (author_role in ('vet', 'para-professional', 'farrier')),
  kind text not null check (kind in ('note', 'plan', 'answer')),
  -- What an answer is about.
  reply_to_id uuid,
  body text not null,
  -- Of a plan: what each foot is to get, and what was measured of it.
  plan jsonb,
  figures jsonb,
  -- The film that the figures are of.
  film_id uuid,
  review_on date,
  -- The day from which the owner may read it; none: at once.
  owner_sees_from date,
  said_at timestamptz not null,
  -- A member has read it, and goes by it.
  taken_at timestamptz,
  taken_by uuid,
  -- What was read stays; whoever wrote it doesn't say it any more.
  withdrawn_at timestamptz,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  created_at timestamptz not null default clock_now(),
  primary key (practice_id, id),
  foreign key (practice_id, horse_id) references horses (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  foreign key (practice_id, taken_by) references members (practice_id, id),
  foreign key (practice_id, film_id) references attachments (practice_id, id),
  check ((kind = 'answer') = (reply_to_id is not null)),
  check ((kind = 'plan') = (plan is not null)),
  check ((taken_at is null) = (taken_by is null)),
  check (kind <> 'answer' or taken_at is null)
);
create index on care_notes (practice_id, seq);
create index on care_notes (practice_id, horse_id);
create index on care_notes (practice_id, member_id);
create index on care_notes (practice_id, taken_by);
create index on care_notes (practice_id, film_id);
create index on care_notes (practice_id, person_id);
create index on care_notes (practice_id, deleted_at) where deleted_at is not null;
select seal_tenant_table('public.care_notes');

-- Whoever looks after a horse reads what was written from the agreed day on, and their own. An owner reads notes and plans once they may, while nobody
-- has withdrawn them, and no answer: that is between the farrier and whoever wrote.
grant select (practice_id, id, horse_id, person_id, author_name, author_role, kind, reply_to_id, body, plan, figures, film_id, review_on, owner_sees_from,
  said_at, taken_at, withdrawn_at, deleted_at) on care_notes to pritchel_guest;
create policy guest_sees_own on care_notes as restrictive for select to pritchel_guest using (
  (nullif(current_setting('app.carer_id', true), '') is not null and exists (
    select from guest_cared() c where c.horse_id = care_notes.horse_id
      and (care_notes.said_at::date >= c.from_on or care_notes.person_id = current_setting('app.carer_id', true)::uuid)))
  or (kind <> 'answer' and withdrawn_at is null and (owner_sees_from is null or owner_sees_from <= clock_now()::date) and exists (
    select from guest_horses() g where g.horse_id = care_notes.horse_id and care_notes.said_at::date between g.from_on and g.to_on)));

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
      or exists (select from public.owner_asks t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.care_notes t where t.practice_id = candidate and t.deleted_at < before) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
