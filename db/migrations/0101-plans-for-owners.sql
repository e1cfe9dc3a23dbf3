-- What vets and para-professionals wrote, as owners read it: of their own time alone, shared with them or not.

-- Since when a horse is its owner's, where it had another before.
create function own_time_begins(horse uuid) returns date language sql stable security definer set search_path = '' as $$
  select coalesce(max(public.time_begins(o)), '-infinity')
  from public.horses h join public.horse_owners o
    on o.practice_id = h.practice_id and o.horse_id = h.id and o.client_id = h.client_id and o.to_on is null
  where h.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and h.id = horse
$$;
revoke all on function own_time_begins(uuid) from public;
grant execute on function own_time_begins(uuid) to pritchel_guest, pritchel_app;

-- What a vet wrote or sent never goes along with a horse that is sold, whatever else its former owner let go along: neither its new owner reads it, nor
-- whom they let look after it. Who shares a horse reads it as its owner does.
alter policy guest_sees_own on care_notes using (
  (nullif(current_setting('app.carer_id', true), '') is not null and (
    (care_notes.said_at::date >= own_time_begins(care_notes.horse_id)
      and exists (select from guest_cared() c where c.horse_id = care_notes.horse_id and care_notes.said_at::date >= c.from_on))
    or (care_notes.person_id = nullif(current_setting('app.carer_id', true), '')::uuid
      and exists (select from guest_cared() c where c.horse_id = care_notes.horse_id))))
  or (kind <> 'answer' and withdrawn_at is null and (owner_sees_from is null or owner_sees_from <= clock_now()::date) and exists (
    select from guest_files() g where g.horse_id = care_notes.horse_id and care_notes.said_at::date between g.own_from and g.to_on)));

do $$
declare
  known constant text := '(COALESCE(attachments.taken_on, (attachments.created_at)::date) >= c.from_on)';
  qual text := (select p.qual from pg_policies p where p.schemaname = 'public' and p.tablename = 'attachments' and p.policyname = 'guest_sees_own');
begin
  if position(known in qual) = 0 then raise exception 'what guests see of attachments is not as it was'; end if;
  execute format('alter policy guest_sees_own on public.attachments using (%s)', replace(qual, known, format(
    '(%s and (attachments.uploaded_by in (''farrier'', ''client'')
      or coalesce(attachments.taken_on, attachments.created_at::date) >= own_time_begins(attachments.horse_id)))', known)));
end $$;

-- What is new to whoever looks after a horse: notes and answers too, but for their own. What was withdrawn is none.
do $$
declare
  counted constant text := 'news.works + news.files';
  last constant text := '      as files) news on true';
  whole text := pg_get_functiondef('public.guest_care()'::regprocedure);
begin
  if position(counted in whole) = 0 or position(last in whole) = 0 then raise exception 'guest_care is not as it was'; end if;
  whole := replace(whole, counted, counted || ' + news.notes');
  execute replace(whole, last, '      as files,
      (select count(*)::int from public.care_notes n
        where n.practice_id = h.practice_id and n.horse_id = h.id and n.deleted_at is null and n.withdrawn_at is null and n.created_at > looked.at
          and n.person_id is distinct from me.id and n.said_at::date >= c.from_on)
      as notes) news on true');
end $$;

-- One line an hour and thing stays, and it says when they looked last: what came between two looks of one hour is not new for the rest of it.
create or replace function note_carer_opening(line uuid, horse uuid, opened text, subject uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.guest_log (practice_id, id, person_id, client_id, what, subject_id, hour, at, role)
  select distinct on (c.client_id) nullif(current_setting('app.practice_id', true), '')::uuid, line,
    nullif(current_setting('app.carer_id', true), '')::uuid, c.client_id, opened, subject,
    date_trunc('hour', public.clock_now()), public.clock_now(), c.role
  from public.guest_cared() c where c.horse_id = horse
  order by c.client_id, c.role desc
  on conflict on constraint guest_log_once do update set at = excluded.at
$$;

-- Who is asked for by somebody who looks after a horse already: the agreement by which that one came in.
alter table care_consents add column colleague_of uuid;
create index on care_consents (practice_id, colleague_of) where colleague_of is not null;
