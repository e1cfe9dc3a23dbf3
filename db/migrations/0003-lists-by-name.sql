-- Clients, yards and horses are read by name, a page at a time; without these each page would sort the whole practice.

create index on clients (practice_id, name, id) where deleted_at is null;
create index on yards (practice_id, name, id) where deleted_at is null;
create index on horses (practice_id, name, id) where deleted_at is null;
