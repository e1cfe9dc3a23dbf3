-- Lengths and angles that were measured on films, by the farrier or by a vet.

create table film_marks (
  practice_id uuid not null,
  id uuid not null,
  attachment_id uuid not null,
  horse_id uuid not null,
  -- Who measured: a member, or somebody who looks after the horse; neither once they are erased.
  member_id uuid,
  person_id uuid,
  -- As they were called then.
  author_name text not null,
  kind text not null check (kind in ('length', 'angle')),
  -- In points of the film, from the corner of the first. What they come to follows from the film's own scale, and is stored nowhere.
  places json[] not null check (cardinality(places) = case kind when 'length' then 2 else 3 end),
  -- Which picture of the film, from 0.
  frame integer not null check (frame >= 0),
  -- What was measured.
  label text,
  made_at timestamptz not null,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  created_at timestamptz not null default clock_now(),
  primary key (practice_id, id),
  foreign key (practice_id, attachment_id) references attachments (practice_id, id),
  foreign key (practice_id, horse_id) references horses (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  check (num_nonnulls(member_id, person_id) <= 1)
);
create index on film_marks (practice_id, seq);
create index on film_marks (practice_id, attachment_id);
create index on film_marks (practice_id, horse_id);
create index on film_marks (practice_id, member_id);
create index on film_marks (practice_id, person_id);
create index on film_marks (practice_id, deleted_at) where deleted_at is not null;
select seal_tenant_table('public.film_marks');

-- Whoever looks after a horse sees what was measured on the films that they see; an owner sees none of it.
grant select (practice_id, id, attachment_id, horse_id, person_id, author_name, kind, places, frame, label, made_at, deleted_at)
  on film_marks to pritchel_guest;
create policy guest_sees_own on film_marks as restrictive for select to pritchel_guest using (
  nullif(current_setting('app.carer_id', true), '') is not null
  and exists (select from attachments a where a.id = film_marks.attachment_id and a.deleted_at is null));

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
      or exists (select from public.care_notes t where t.practice_id = candidate and t.deleted_at < before)
      or exists (select from public.film_marks t where t.practice_id = candidate and t.deleted_at < before) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
