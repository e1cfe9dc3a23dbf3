-- Posts on social media: a picture of a horse's feet, under a live consent of its owner (decision 093).

create table posts (
  practice_id uuid not null,
  id uuid not null,
  -- Whose the horse was when it was written.
  client_id uuid not null,
  horse_id uuid not null,
  -- The photos the picture is made of, and the picture itself: files of the horse.
  before_id uuid,
  after_id uuid,
  picture_id uuid,
  text text not null default '' check (length(text) <= 3000),
  alt_text text not null default '' check (length(alt_text) <= 2000),
  -- Connectors by their ids.
  networks text[] not null default '{}',
  -- Who confirmed that no person in the picture can be recognised, and when.
  nobody_by uuid,
  nobody_at timestamptz,
  -- What people want: that it is up, or that it is not, for good.
  state text not null default 'draft' check (state in ('draft', 'posting', 'down')),
  pressed_by uuid,
  pressed_at timestamptz,
  down_at timestamptz,
  down_by text check (down_by in ('member', 'consent')),
  -- How it stands at each network; the server alone writes it.
  targets jsonb not null default '{}',
  member_id uuid,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  created_at timestamptz not null default clock_now(),
  primary key (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, horse_id) references horses (practice_id, id),
  foreign key (practice_id, before_id) references attachments (practice_id, id),
  foreign key (practice_id, after_id) references attachments (practice_id, id),
  foreign key (practice_id, picture_id) references attachments (practice_id, id),
  foreign key (practice_id, nobody_by) references members (practice_id, id),
  foreign key (practice_id, pressed_by) references members (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  check ((nobody_at is null) = (nobody_by is null)),
  check ((down_at is null) = (down_by is null)),
  check ((state = 'down') = (down_at is not null)),
  check (state <> 'posting' or pressed_at is not null)
);
create index on posts (practice_id, seq);
create index on posts (practice_id, client_id);
create index on posts (practice_id, horse_id);
create index on posts (practice_id, before_id);
create index on posts (practice_id, after_id);
create index on posts (practice_id, picture_id);
create index on posts (practice_id, nobody_by);
create index on posts (practice_id, pressed_by);
create index on posts (practice_id, member_id);
create index on posts (practice_id, pressed_at) where pressed_at is not null;
create index on posts (practice_id, deleted_at) where deleted_at is not null;
select seal_tenant_table('public.posts');

-- Where a network fetches the picture itself, for an hour.
alter table directory.links drop constraint links_kind_check;
alter table directory.links add constraint links_kind_check check (kind in (
  'queue', 'answer', 'invoice', 'statement', 'visit_card', 'terms', 'triage', 'vet', 'raw', 'offer', 'pack', 'portal', 'message', 'lone', 'picture',
  'feed', 'calendar', 'share', 'care', 'photos', 'post'));

-- Every synced table is in it.
do $$
declare
  known constant text := 'or exists (select from public.photo_consents t where t.practice_id = candidate and t.deleted_at < before)';
  whole text := pg_get_functiondef('directory.with_old_changes(uuid[], timestamptz)'::regprocedure);
begin
  if position(known in whole) = 0 then raise exception 'with_old_changes is not as it was'; end if;
  execute replace(whole, known, known || '
      or exists (select from public.posts t where t.practice_id = candidate and t.deleted_at < before)');
end $$;
