-- A browser that somebody is signed in with, through all sessions that take each other's place there, in one practice or several. Its row goes
-- when such a session is ended on purpose, and with it what has that browser called, whichever practice it is of.
create table directory.browsers (
  id uuid primary key,
  person_id uuid not null references directory.people (id) on delete cascade
);
create index on directory.browsers (person_id);
grant select, insert, delete on directory.browsers to pritchel_directory;

alter table directory.sessions add column browser_id uuid references directory.browsers (id) on delete set null;
create index on directory.sessions (browser_id);

-- Of which browser a subscription from before is, nobody knows: it is called until it is taken off the list, or its push service has forgotten it.
alter table push_subscriptions add column browser_id uuid references directory.browsers (id) on delete cascade;
create index on push_subscriptions (browser_id);

insert into directory.browsers (id, person_id) select id, person_id from directory.sessions where revoked_at is null;
update directory.sessions set browser_id = id where revoked_at is null;
