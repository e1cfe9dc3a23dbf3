-- Who agreed, who said no, and what goes on from what: asked by a link of the owner's, and asked again before it ends.

alter table directory.links drop constraint links_kind_check;
alter table directory.links add constraint links_kind_check check (kind in (
  'queue', 'answer', 'invoice', 'statement', 'visit_card', 'terms', 'triage', 'vet', 'raw', 'offer', 'pack', 'portal', 'message', 'lone', 'picture',
  'feed', 'calendar', 'share', 'care'));

alter table care_consents
  add column refused_by text check (refused_by in ('owner', 'practice', 'invited')),
  add check ((refused_at is null) = (refused_by is null)),
  -- The agreement that this one goes on from; what that one let in is of this one then.
  add column renews_id uuid;
create index on care_consents (practice_id, renews_id) where renews_id is not null;
create index on care_consents (practice_id, until_on);

-- Practices where an agreement ends soon that somebody comes in by, and nobody was asked yet whether it goes on.
create function directory.with_care_ending(candidates uuid[], before date) returns setof uuid
language plpgsql security definer set search_path = '' set enable_seqscan to off set jit to off set plan_cache_mode to force_generic_plan as $$
declare
  candidate uuid;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (
      select from public.care_consents a
      where a.practice_id = candidate and a.until_on <= before and a.until_on >= before - 16 and a.agreed_at is not null
        and a.taken_back_at is null and a.refused_at is null
        and not exists (select from public.care_consents n where n.practice_id = candidate and n.renews_id = a.id)) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
revoke all on function directory.with_care_ending(uuid[], date) from public;
grant execute on function directory.with_care_ending(uuid[], date) to pritchel_directory;

-- What was agreed is kept for six years after its end: four more than what was opened. What else is looked for stays as it is by now.
do $$
declare
  known constant text := 'select from public.guest_log g where g.practice_id = candidate and g.at < opened';
  whole text := pg_get_functiondef('directory.with_words_to_forget(uuid[], timestamptz, integer, integer, integer, integer)'::regprocedure);
begin
  if position(known in whole) = 0 then raise exception 'with_words_to_forget is not as it was'; end if;
  execute replace(whole, known, known || '
    ) or exists (
      select from public.care_consents k where k.practice_id = candidate and k.until_on < (at - interval ''6 years'')::date');
end $$;
