-- What goes to accounting, and what was seen paid there.

-- What an item is, of a connection that puts several kinds there; and the pence that were sent of it.
alter table connection_items
  add column kind text check (kind <> ''),
  add column sent_pence integer,
  drop constraint if exists connection_items_state_check,
  -- `doubt`: the answer was lost, and nothing there shows whether it arrived.
  add constraint connection_items_state_check
    check (state in ('sending', 'sent', 'asked', 'left', 'parked', 'erased', 'doubt'));
create index on connection_items (practice_id, connection_id, remote_id) where kind is not null;

-- Where a line of money in is from: a file of the bank, accounting, or a reader of cards. Of the last two `import_id` is the connection.
alter table bank_lines add column source text not null default 'file' check (source in ('file', 'accounting', 'card'));
-- Money is one line of each source at most.
drop index bank_lines_one_payment;
create unique index bank_lines_one_payment on bank_lines (practice_id, payment_id, source) where payment_id is not null;
