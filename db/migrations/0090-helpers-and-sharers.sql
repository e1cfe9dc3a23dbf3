-- Helpers are known by the name that they were invited by.
alter table client_access add column to_name text;

-- What a sharer says about the horse is something said, as what an owner asks is.
alter table owner_asks drop constraint owner_asks_kind_check;
alter table owner_asks add constraint owner_asks_kind_check check (
  kind in ('sold', 'died', 'new_horse', 'details', 'vet_invite', 'access', 'yard', 'words'));

-- What the farrier lets whoever is there for a client see, and whoever shares a horse of theirs.
create function guest_shows() returns setof jsonb language sql stable security definer rows 2 set search_path = '' as $$
  select c.portal_shows from public.clients c
  where c.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and (c.id in (select public.guest_clients()) or c.id in (select s.client_id from public.guest_shared() s))
$$;
revoke all on function guest_shows() from public;
grant execute on function guest_shows() to pritchel_guest;

-- `shared_with` is asked by the practice too.
grant execute on function time_begins(horse_owners), reading_begins(horse_owners, text[]) to pritchel_app;

-- What a sharer said is between them and the farrier.
alter policy guest_sees_own on owner_asks using (kind not in ('access', 'words') and client_id in (select guest_clients()));

-- Looks at horses that ended are kept as long as what was opened.
create or replace function directory.with_words_to_forget(
  candidates uuid[], at timestamptz, texts_days integer, messages_days integer, answers_days integer, openings_days integer
) returns setof uuid language plpgsql security definer set search_path = ''
set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  candidate uuid;
  kept public.retention;
  said timestamptz;
  answered timestamptz;
  texted timestamptz;
  opened timestamptz;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    select * into kept from public.retention r where r.practice_id = candidate;
    said := at - make_interval(days => coalesce(kept.messages_days, messages_days));
    answered := at - make_interval(days => coalesce(kept.answers_days, answers_days));
    texted := at - make_interval(days => coalesce(kept.texts_days, texts_days));
    opened := at - make_interval(days => coalesce(kept.openings_days, openings_days));
    if exists (
      select from public.messages m where m.practice_id = candidate and m.sent_at < said and m.deleted_at is null
    ) or exists (
      select from public.threads t where t.practice_id = candidate and t.last_message_at < said and t.deleted_at is null
    ) or exists (
      select from public.messages m join public.attachments a on a.practice_id = candidate and a.message_id = m.id and a.deleted_at is null
      where m.practice_id = candidate and m.deleted_at is not null
        and num_nonnulls(a.horse_id, a.appointment_id, a.work_entry_id, a.client_id, a.yard_id, a.expense_id) = 0
    ) or exists (
      select from public.visit_answers v where v.practice_id = candidate and v.said_at < answered and v.deleted_at is null
    ) or exists (
      select from public.slot_offers o
      where o.practice_id = candidate and o.expires_at < answered and o.state <> 'offered' and o.deleted_at is null
    ) or exists (
      select from public.notices n
      where n.practice_id = candidate and n.created_at < texted and n.state_at < texted and n.state not in ('held', 'queued', 'sending')
    ) or exists (
      select from public.guest_log g where g.practice_id = candidate and g.at < opened
    ) or exists (
      select from public.client_access a where a.practice_id = candidate and a.until < opened
    ) or exists (
      select from public.yard_access a left join public.yards y on y.practice_id = candidate and y.id = a.yard_id
      where a.practice_id = candidate and (a.until < opened or y.deleted_at < opened)
    ) or exists (
      select from public.horse_grants g where g.practice_id = candidate and coalesce(g.ended_at, g.until_at) < opened
    ) or exists (
      select from public.owner_asks o
      where o.practice_id = candidate and o.asked_at < opened and o.seen_at is not null and o.deleted_at is null
    ) or exists (
      select from public.portal_invites i where i.practice_id = candidate and i.made_at < opened
    ) or exists (
      select from public.exports e where e.practice_id = candidate and e.state = 'done' and e.dies_at < at
    ) or exists (
      select from public.erasures e where e.practice_id = candidate and e.state in ('queued', 'running')
    ) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
