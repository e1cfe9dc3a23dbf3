-- What vets and para-professionals wrote, as owners read it: of their own time alone, shared with them or not.

-- The horses that somebody looks after, as `guest_cared()` has them, and since when each is its owner's, where it had another before.
create function guest_cared_own() returns table (horse_id uuid, from_on date, own_from date)
language sql stable security definer rows 20 set search_path = '' as $$
  select c.horse_id, c.from_on, coalesce((
    select max(public.time_begins(o)) from public.horse_owners o
    where o.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and o.horse_id = c.horse_id and o.client_id = c.client_id
      and o.to_on is null), '-infinity')
  from public.guest_cared() c
$$;
revoke all on function guest_cared_own() from public;
grant execute on function guest_cared_own() to pritchel_guest;

-- What a vet wrote or sent never goes along with a horse that is sold, whatever else its former owner let go along: neither its new owner reads it, nor
-- whom they let look after it. Who shares a horse reads it as its owner does.
alter policy guest_sees_own on care_notes using (
  (nullif(current_setting('app.carer_id', true), '') is not null and exists (
    select from guest_cared_own() c where c.horse_id = care_notes.horse_id
      and (care_notes.said_at::date >= greatest(c.from_on, c.own_from)
        or care_notes.person_id = nullif(current_setting('app.carer_id', true), '')::uuid)))
  or (kind <> 'answer' and withdrawn_at is null and (owner_sees_from is null or owner_sees_from <= clock_now()::date) and exists (
    select from guest_files() g where g.horse_id = care_notes.horse_id and care_notes.said_at::date between g.own_from and g.to_on)));

alter policy guest_sees_own on attachments using (
  (shown_to_owner and (owner_sees_from is null or owner_sees_from <= clock_now()::date) and exists (
    select from guest_files() g
    where g.horse_id = attachments.horse_id
      and coalesce(attachments.taken_on, attachments.created_at::date) between g.from_on and g.to_on
      and (attachments.uploaded_by in ('farrier', 'client') or coalesce(attachments.taken_on, attachments.created_at::date) >= g.own_from)
      and (attachments.file_type = 'image' or not g.is_shared)))
  or (nullif(current_setting('app.share_id', true), '') is not null and shown_to_owner and uploaded_by in ('farrier', 'client')
    and file_type = 'image' and exists (
      select from guest_linked() l
      where l.horse_id = attachments.horse_id and attachments.id = any (l.photo_ids)
        and coalesce(attachments.taken_on, attachments.created_at::date) >= l.from_on))
  or (nullif(current_setting('app.carer_id', true), '') is not null and carer_sees(shown_to_owner, file_type, uploaded_by) and exists (
    select from guest_cared_own() c
    where c.horse_id = attachments.horse_id
      and (coalesce(attachments.taken_on, attachments.created_at::date) >= c.from_on
          and (attachments.uploaded_by in ('farrier', 'client')
            or coalesce(attachments.taken_on, attachments.created_at::date) >= c.own_from)
        or attachments.made_by_grant in (select guest_grants())))));

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

-- How often a client is asked who may see a horse of theirs and has not answered, for whom a guest is there as the client themselves.
create function guest_asked() returns int language sql stable security definer set search_path = '' as $$
  select count(*)::int from public.care_consents a
  where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and a.client_id in (select g.client_id from public.guest_access() g where g.role = 'holder')
    and a.agreed_at is null and a.refused_at is null and a.taken_back_at is null and a.until_on >= public.clock_now()::date
$$;
revoke all on function guest_asked() from public;
grant execute on function guest_asked() to pritchel_guest;

-- Who is asked for by somebody who looks after a horse already: the agreement by which that one came in.
alter table care_consents add column colleague_of uuid;
create index on care_consents (practice_id, colleague_of) where colleague_of is not null;
