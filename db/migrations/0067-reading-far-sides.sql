-- Some far sides are only read: road times, forecasts, positions.
alter table connection_log drop constraint connection_log_verb_check;
alter table connection_log add constraint connection_log_verb_check
  check (verb in ('added', 'changed', 'removed', 'moved_there', 'deleted_there', 'added_there', 'read', 'failed', 'rehearsed'));
