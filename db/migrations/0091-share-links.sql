-- A horse shown by a link, to a buyer, an insurer or a vet: chosen parts, chosen photos, chosen days, for a while.

alter table directory.links drop constraint links_kind_check;
alter table directory.links add constraint links_kind_check check (kind in (
  'queue', 'answer', 'invoice', 'statement', 'visit_card', 'terms', 'triage', 'vet', 'raw', 'offer', 'pack', 'portal', 'message', 'lone', 'picture',
  'feed', 'calendar', 'share'));

create table horse_shares (
  practice_id uuid not null,
  id uuid not null,
  horse_id uuid not null,
  -- Whose horse it was then: with another owner the link opens nothing any more.
  client_id uuid not null,
  -- Who made it.
  person_id uuid not null,
  to_name text not null,
  purpose text not null check (purpose in ('sale', 'insurance', 'vet', 'other')),
  parts jsonb not null,
  -- Null: from the day the horse came to its owner.
  from_on date,
  photo_ids uuid[] not null,
  made_at timestamptz not null,
  until_at timestamptz not null,
  ended_at timestamptz,
  ended_by_person uuid,
  ended_by_member uuid,
  opens integer not null default 0,
  last_open_at timestamptz,
  primary key (practice_id, id),
  foreign key (practice_id, horse_id) references horses (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, ended_by_member) references members (practice_id, id),
  check (until_at <= made_at + interval '2160 hours')
);
create index on horse_shares (practice_id, horse_id);
create index on horse_shares (practice_id, client_id);
create index on horse_shares (practice_id, ended_by_member);
create index on horse_shares (practice_id, coalesce(ended_at, until_at));
select seal_tenant_table('public.horse_shares');

-- Why a link to a horse opens nothing; null: it is open. A death does not close it: an insurer asks for the record because of it.
create function share_closed(share public.horse_shares) returns text language sql stable set search_path = '' as $$
  select case
    when share.ended_at is not null then 'ended'
    when share.until_at <= public.clock_now() then 'over'
    when h.id is null
      or (h.gone_on <= public.clock_now()::date and coalesce(h.gone_reason, 'moved') in ('sold', 'moved'))
      -- Sold and bought back: what was shown before is not shown again. A day may begin an hour before UTC's.
      or exists (
        select from public.horse_owners o
        where o.practice_id = share.practice_id and o.horse_id = share.horse_id and o.client_id = share.client_id and o.to_on is null
          and o.from_on > (share.made_at + interval '1 hour')::date)
      then 'sold'
    when c.id is null or not public.still_lets(share.client_id, share.person_id) then 'access'
    when c.portal is false or s.portal ->> 'way' = 'off' or s.portal -> 'may' ->> 'share' = 'false' then 'off'
  end
  from (select 1) as one
  left join public.horses h
    on h.practice_id = share.practice_id and h.id = share.horse_id and h.client_id = share.client_id and h.deleted_at is null
  left join public.clients c on c.practice_id = share.practice_id and c.id = share.client_id and c.deleted_at is null
  left join public.settings s on s.practice_id = share.practice_id
$$;
revoke all on function share_closed(public.horse_shares) from public;
grant execute on function share_closed(public.horse_shares) to pritchel_app;

-- the door --------------------------------------------------------------------------------------------------------

-- Who has a link comes in as `app.share_id`, and sees that horse: its work and the photos that were chosen, from the later of the day that was chosen
-- and the day it came to its owner. `shows`: what the practice has differ for that owner.
create function guest_linked() returns table (
  share_id uuid, horse_id uuid, client_id uuid, to_name text, purpose text, parts jsonb, from_on date, photo_ids uuid[], until_at timestamptz, shows jsonb)
language sql stable security definer rows 1 set search_path = '' as $$
  select s.id, s.horse_id, s.client_id, s.to_name, s.purpose, s.parts,
    greatest(coalesce(s.from_on, '-infinity'), coalesce((
      select max(public.time_begins(o)) from public.horse_owners o
      where o.practice_id = s.practice_id and o.horse_id = s.horse_id and o.client_id = s.client_id and o.to_on is null), '-infinity')),
    s.photo_ids, s.until_at, (select c.portal_shows from public.clients c where c.practice_id = s.practice_id and c.id = s.client_id)
  from public.horse_shares s
  where s.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and s.id = nullif(current_setting('app.share_id', true), '')::uuid
    and public.share_closed(s) is null
$$;

-- Notes that something was opened by the link: one line an hour and thing. The horse, as its page or its paper, counts once an hour.
create function note_link_opening(line uuid, opened text, subject uuid) returns void
language sql security definer set search_path = '' as $$
  with noted as (
    insert into public.guest_log (practice_id, id, client_id, what, subject_id, hour, at, share_id, role)
    select nullif(current_setting('app.practice_id', true), '')::uuid, line, l.client_id, opened, subject,
      date_trunc('hour', public.clock_now()), public.clock_now(), l.share_id, 'link'
    from public.guest_linked() l
    on conflict do nothing
    returning what)
  update public.horse_shares s
  set last_open_at = public.clock_now(), opens = s.opens + (select count(*) from noted n where n.what = 'horse')
  from public.guest_linked() l
  where s.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and s.id = l.share_id
$$;

do $$
declare
  made text;
begin
  foreach made in array array['guest_linked()', 'note_link_opening(uuid, text, uuid)'] loop
    execute format('revoke all on function %s from public', made);
    execute format('grant execute on function %s to pritchel_guest', made);
  end loop;
end $$;

-- Beside what each of these policies shows already, whatever that is by now. Asked only of who came by a link: to all others it costs nothing.
do $$
declare
  door record;
begin
  for door in
    select p.tablename, p.qual, linked.rows from pg_policies p join (values
      ('members', 'exists (select from guest_linked())'),
      ('settings', 'exists (select from guest_linked())'),
      ('service_types', 'exists (select from guest_linked())'),
      ('horses', 'id in (select l.horse_id from guest_linked() l)'),
      ('work_entries', 'exists (select from guest_linked() l where l.horse_id = work_entries.horse_id and work_entries.work_date >= l.from_on
        and l.parts ->> ''work'' = ''true'')'),
      ('attachments', 'shown_to_owner and file_type = ''image'' and exists (select from guest_linked() l
        where l.horse_id = attachments.horse_id and attachments.id = any (l.photo_ids)
          and coalesce(attachments.taken_on, attachments.created_at::date) >= l.from_on)')
    ) linked (tablename, rows) on linked.tablename = p.tablename
    where p.schemaname = 'public' and p.policyname = 'guest_sees_own'
  loop
    execute format('alter policy guest_sees_own on public.%I using ((%s) or (nullif(current_setting(''app.share_id'', true), '''') is not null and %s))',
      door.tablename, door.qual, door.rows);
  end loop;
end $$;

-- what is forgotten -----------------------------------------------------------------------------------------------

-- Links that are over go with what was opened. What else is looked for stays as it is by now.
do $$
declare
  known constant text := 'select from public.guest_log g where g.practice_id = candidate and g.at < opened';
  whole text := pg_get_functiondef('directory.with_words_to_forget(uuid[], timestamptz, integer, integer, integer, integer)'::regprocedure);
begin
  if position(known in whole) = 0 then raise exception 'with_words_to_forget is not as it was'; end if;
  execute replace(whole, known, known || '
    ) or exists (
      select from public.horse_shares h where h.practice_id = candidate and coalesce(h.ended_at, h.until_at) < opened');
end $$;
