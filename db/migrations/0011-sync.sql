-- What a device calls itself, for "Meanwhile it was moved to 14:00 on the iPad", and the shapes its ops had: an op sent again by a newer
-- build is the same op though it reads otherwise.

alter table devices add column name text not null default '';
alter table sync_ops add column schema integer not null default 1;
create index on sync_ops (applied_at);
