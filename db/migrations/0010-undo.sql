-- What one act of a person wrote stands together: undo puts all of it back, and lists show the act once.
-- null: written before there was undo.

alter table activity add column act_id uuid;
create index on activity (practice_id, act_id);
