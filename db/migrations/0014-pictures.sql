-- Pictures made of files, to be shown small or without what the camera wrote into them. They lie beside the bytes; here stands only what
-- the worker was asked for, and what it could not do.

alter table files
  add column pictures_asked_at timestamptz, -- when the worker was last asked for them
  add column pictures_fault text -- why there are none
    check (pictures_fault in ('too_large', 'unreadable', 'too_heavy', 'too_slow', 'no_ffmpeg'));
