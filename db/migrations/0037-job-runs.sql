-- How far each job that goes over the practices has come, and what its last run came to: whoever is killed goes on from here. No backup holds it, so
-- that after a restore every job begins anew. A migration that brings reminders of another kind deletes the row of 'plan-reminders', which is
-- done once a day.
create table directory.job_runs (
  job text primary key,
  on_day date not null, -- the day it is done for
  reached uuid, -- every practice as far as this one was looked at; none: it has just begun
  done integer not null default 0, -- practices it was done for
  failed uuid[] not null default '{}', -- practices it is to be tried for again
  seconds double precision not null default 0, -- how long workers were at it
  runner uuid, -- who is at it
  seen_at timestamptz not null, -- when they last said so
  is_over boolean not null default false, -- done for that day, for everybody
  finished_at timestamptz -- when a run was last over
);
grant select, insert, update on directory.job_runs to pritchel_directory;
