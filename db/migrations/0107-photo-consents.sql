-- What owners agreed may be done with photos of their horses. A row is never changed but by its next step: answered, then withdrawn.

create table photo_consents (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  -- None: every horse of theirs.
  horse_id uuid,
  -- What is asked for; once given, what they agreed to of it.
  uses text[] not null check (cardinality(uses) > 0 and uses <@ array['card', 'social']),
  -- The wording they agree to, which is in the code by its number and never changes.
  wording_version integer not null check (wording_version > 0),
  -- None: they were not asked by us; a member wrote it down.
  asked_at timestamptz,
  how text check (how in ('link', 'portal', 'said', 'written')),
  given_at timestamptz,
  refused_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by text check (withdrawn_by in ('owner', 'practice')),
  -- Who asked, or wrote it down.
  member_id uuid,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  created_at timestamptz not null default clock_now(),
  primary key (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, horse_id) references horses (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  check ((given_at is null) = (how is null)),
  check ((withdrawn_at is null) = (withdrawn_by is null)),
  check (asked_at is not null or given_at is not null),
  check (given_at is null or refused_at is null)
);
create index on photo_consents (practice_id, seq);
create index on photo_consents (practice_id, client_id);
create index on photo_consents (practice_id, horse_id);
create index on photo_consents (practice_id, member_id);
create index on photo_consents (practice_id, deleted_at) where deleted_at is not null;
select seal_tenant_table('public.photo_consents');

-- Where an owner answers, and withdraws what they gave.
alter table directory.links drop constraint links_kind_check;
alter table directory.links add constraint links_kind_check check (kind in (
  'queue', 'answer', 'invoice', 'statement', 'visit_card', 'terms', 'triage', 'vet', 'raw', 'offer', 'pack', 'portal', 'message', 'lone', 'picture',
  'feed', 'calendar', 'share', 'care', 'photos'));

-- How many questions about photos wait for an answer, for whom a guest is there as the client themselves.
create function guest_photos_asked() returns int language sql stable security definer set search_path = '' as $$
  select count(*)::int from public.photo_consents c
  where c.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and c.client_id in (select g.client_id from public.guest_access() g where g.role = 'holder')
    and c.deleted_at is null and c.given_at is null and c.refused_at is null and c.withdrawn_at is null
$$;
revoke all on function guest_photos_asked() from public;
grant execute on function guest_photos_asked() to pritchel_guest;

-- Every synced table is in it.
do $$
declare
  known constant text := 'or exists (select from public.care_notes t where t.practice_id = candidate and t.deleted_at < before)';
  whole text := pg_get_functiondef('directory.with_old_changes(uuid[], timestamptz)'::regprocedure);
begin
  if position(known in whole) = 0 then raise exception 'with_old_changes is not as it was'; end if;
  execute replace(whole, known, known || '
      or exists (select from public.photo_consents t where t.practice_id = candidate and t.deleted_at < before)');
end $$;
