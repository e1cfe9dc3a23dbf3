-- Clients have a position of their own, for horses that stand at no yard; who usually pays; who only looks like whom; when to say "you're next".

alter table clients
  add column lat double precision check (lat between -90 and 90),
  add column lng double precision check (lng between -180 and 180),
  add column position_source text check (position_source in ('gps', 'pin', 'pasted', 'geocoder')),
  add column what3words text,
  add column payer_client_id uuid,
  add column not_same_as uuid[] not null default '{}',
  add foreign key (practice_id, payer_client_id) references clients (practice_id, id),
  add check ((lat is null) = (lng is null));
create index on clients (practice_id, payer_client_id);

alter table yards
  add column what3words text,
  add column payer_client_id uuid,
  add foreign key (practice_id, payer_client_id) references clients (practice_id, id);
create index on yards (practice_id, payer_client_id);

alter table sms_preferences
  add column next_stops_before smallint not null default 1 check (next_stops_before between 0 and 5);

-- A client's links follow them when two records become one, and return when that is undone. The app role can read no link, so this tells
-- which it moved; given those, it moves no others.
create function repoint_links(from_client uuid, to_client uuid, only_these bytea[] default null) returns bytea[]
language sql security definer set search_path = '' as $$
  with moved as (
    update directory.links set
      client_id = case when client_id = from_client then to_client else client_id end,
      subject_id = case when subject_id = from_client then to_client else subject_id end
    where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
      and (client_id = from_client or subject_id = from_client)
      and (only_these is null or token_hash = any (only_these))
    returning token_hash)
  select coalesce(array_agg(token_hash), '{}') from moved
$$;
revoke all on function repoint_links(uuid, uuid, bytea[]) from public;
grant execute on function repoint_links(uuid, uuid, bytea[]) to pritchel_app;
