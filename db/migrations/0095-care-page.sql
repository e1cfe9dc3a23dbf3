-- The page of a vet or a para-professional: what they may know of a horse beside its record, and what they send.

-- what they send --------------------------------------------------------------------------------------------------

alter table attachments
  -- Of a file that a vet keeps back until they have spoken to the owner: the day from which it is shown all the same.
  add column owner_sees_from date,
  -- Whether whoever made it lets it be passed on.
  add column may_pass_on boolean not null default false,
  -- By which grant it came.
  add column made_by_grant uuid,
  add foreign key (practice_id, made_by_grant) references horse_grants (practice_id, id) on delete set null (made_by_grant);
create index on attachments (practice_id, made_by_grant) where made_by_grant is not null;

-- A file on its way dies with the grant by which it is sent.
alter table files
  add column made_by_grant uuid,
  add check (made_by_grant is null or made_by_kind in ('vet', 'para'));
create index on files (practice_id, made_by_grant) where made_by_grant is not null;

grant select (owner_sees_from, may_pass_on, made_by_grant) on attachments to pritchel_guest;

-- what they see ---------------------------------------------------------------------------------------------------

-- Whether whoever looks after a horse sees a file of it: what the owner is shown, films, and what vets and para-professionals sent.
create function carer_sees(shown_to_owner boolean, file_type text, uploaded_by text) returns boolean language sql immutable as $$
  select shown_to_owner or file_type in ('radiograph', 'scan', 'gait-analysis') or uploaded_by in ('vet', 'para-professional')
$$;
revoke all on function carer_sees(boolean, text, text) from public;
grant execute on function carer_sees(boolean, text, text) to pritchel_guest, pritchel_app;

-- The grants of whoever looks, those that have ended too: what was sent by them is their own.
create function guest_grants() returns setof uuid language sql stable security definer rows 20 set search_path = '' as $$
  select g.id from public.horse_grants g
  where g.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and g.person_id = nullif(current_setting('app.carer_id', true), '')::uuid and g.role <> 'sharer'
$$;

-- The horses that somebody looks after, with what is to be known before they go near: one statement for a page of them all. `looked_at`: when they
-- last opened it; `news`: how much has come since, that is not theirs. The owner is named where they may be rung. `is_client`: they are a client here.
create function guest_care() returns table (
  grant_id uuid, horse_id uuid, role text, from_on date, until_at timestamptz, name text, yard text, flags text[], temperament text, next_on date,
  owner text, owner_phone text, looked_at timestamptz, news int, is_client boolean)
language sql stable security definer rows 20 set search_path = '' as $$
  with me as (select nullif(current_setting('app.practice_id', true), '')::uuid as practice_id, nullif(current_setting('app.carer_id', true), '')::uuid as id)
  select c.grant_id, h.id, c.role, nullif(c.from_on, '-infinity'), c.until_at, h.name, y.name, h.flags, nullif(h.temperament, ''), (
      select min(v.on_day) from public.visit_horses l
      join public.appointments v on v.practice_id = l.practice_id and v.id = l.appointment_id
      where l.practice_id = h.practice_id and l.horse_id = h.id and l.deleted_at is null and l.outcome is null
        and v.status = 'booked' and v.deleted_at is null and v.on_day >= public.clock_now()::date),
    case when c.may_contact then o.name end, case when c.may_contact then o.phone_e164 end,
    looked.at, news.works + news.files,
    exists (select from public.client_access a
      where a.practice_id = h.practice_id and a.person_id = me.id and a.confirmed_at is not null and (a.until is null or a.until > public.clock_now()))
  from me, public.cared_for(me.id) c
  join public.horses h on h.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and h.id = c.horse_id
  join public.clients o on o.practice_id = h.practice_id and o.id = c.client_id
  left join public.yards y on y.practice_id = h.practice_id and y.id = h.yard_id and y.deleted_at is null
  left join lateral (
    select max(g.at) as at from public.guest_log g
    where g.practice_id = h.practice_id and g.person_id = me.id and g.what = 'horse' and g.subject_id = h.id) looked on true
  left join lateral (
    select (select count(*)::int from public.work_entries w
        where w.practice_id = h.practice_id and w.horse_id = h.id and w.deleted_at is null and w.work_date >= c.from_on and w.created_at > looked.at)
      as works,
      (select count(*)::int from public.attachments f
        where f.practice_id = h.practice_id and f.horse_id = h.id and f.deleted_at is null and f.file_id is not null and f.created_at > looked.at
          and public.carer_sees(f.shown_to_owner, f.file_type, f.uploaded_by) and f.made_by_grant is distinct from c.grant_id
          and coalesce(f.taken_on, f.created_at::date) >= c.from_on)
      as files) news on true
$$;

-- That somebody looked after a horse and does no more: what it is called, where it is with the same owner, and when that ended, where a day is known.
create function guest_care_ended(horse uuid) returns table (name text, ended_at timestamptz)
language sql stable security definer rows 1 set search_path = '' as $$
  select case when h.client_id = g.client_id then h.name end, case when least(g.ended_at, a.taken_back_at, g.until_at, h.gone_on) <= public.clock_now()
    then least(g.ended_at, a.taken_back_at, g.until_at, h.gone_on) end
  from public.horse_grants g
  join public.care_consents a on a.practice_id = g.practice_id and a.id = g.consent_id
  join public.horses h on h.practice_id = g.practice_id and h.id = g.horse_id and h.deleted_at is null
  where g.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and g.horse_id = horse
    and g.person_id = nullif(current_setting('app.carer_id', true), '')::uuid and g.role <> 'sharer'
  order by g.from_at desc, g.id desc limit 1
$$;

-- Whether somebody who is signed in looks after any horse here, beside what they are as a client.
create function guest_cares() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.cared_for(nullif(current_setting('app.person_id', true), '')::uuid))
$$;

do $$
declare
  made text;
begin
  foreach made in array array['guest_grants()', 'guest_care()', 'guest_care_ended(uuid)', 'guest_cares()'] loop
    execute format('revoke all on function %s from public', made);
    execute format('grant execute on function %s to pritchel_guest', made);
  end loop;
end $$;

-- An owner waits for what a vet keeps back; whoever looks after the horse sees that too, and what they sent of the time before the agreed day.
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
    select from guest_cared() c
    where c.horse_id = attachments.horse_id
      and (coalesce(attachments.taken_on, attachments.created_at::date) >= c.from_on
        or attachments.made_by_grant in (select guest_grants())))));
