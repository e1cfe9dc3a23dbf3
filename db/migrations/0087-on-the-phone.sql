-- The portal on a phone: what was put there to be read without a signal is a line of its own, because nobody has opened it.

alter table guest_log
  drop constraint guest_log_what_check,
  add constraint guest_log_what_check check (what in (
    'home', 'horse', 'visit', 'file', 'invoice', 'conversation', 'bills', 'statement', 'terms', 'texts', 'yard', 'copy'));

-- push ------------------------------------------------------------------------------------------------------------

-- Where a phone of an owner's is called, by the browser's own push service. It goes with the session in which it was asked for.
create table directory.pushes (
  endpoint text primary key check (endpoint <> ''),
  session_id uuid not null references directory.sessions (id) on delete cascade,
  person_id uuid not null references directory.people (id) on delete cascade,
  p256dh text not null,
  auth text not null,
  made_at timestamptz not null default clock_now()
);
create unique index on directory.pushes (session_id);
create index on directory.pushes (person_id);
grant select, insert, update, delete on directory.pushes to pritchel_directory;

-- However a session ends: signed out there or from elsewhere, or revoked.
create function directory.drop_pushes() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from directory.pushes where session_id = new.id;
  return null;
end $$;
revoke all on function directory.drop_pushes() from public;
create trigger pushes_end after update of revoked_at on directory.sessions
for each row when (old.revoked_at is null and new.revoked_at is not null) execute function directory.drop_pushes();

-- Where those who are there as these clients themselves are called, in the practice of the transaction.
create function pushes_of(clients uuid[]) returns table (client_id uuid, endpoint text, p256dh text, auth text)
language sql stable security definer set search_path = '' as $$
  select distinct a.client_id, p.endpoint, p.p256dh, p.auth
  from public.client_access a
  join public.clients c on c.practice_id = a.practice_id and c.id = a.client_id
  join directory.pushes p on p.person_id = a.person_id
  join directory.sessions s on s.id = p.session_id
  where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and a.client_id = any (clients)
    and a.role = 'holder' and a.confirmed_at is not null and (a.until is null or a.until > public.clock_now())
    and c.deleted_at is null and c.portal is distinct from false
    and not exists (select from public.settings t where t.practice_id = a.practice_id and t.portal ->> 'way' = 'off')
    and s.revoked_at is null and s.expires_at > public.clock_now() and (s.practice_id is null or s.practice_id = a.practice_id)
$$;
revoke all on function pushes_of(uuid[]) from public;
grant execute on function pushes_of(uuid[]) to pritchel_app;

-- A push service says that these are no more.
create function forget_pushes(endpoints text[]) returns void language sql security definer set search_path = '' as $$
  delete from directory.pushes where endpoint = any (endpoints)
$$;
revoke all on function forget_pushes(text[]) from public;
grant execute on function forget_pushes(text[]) to pritchel_app;
