-- What a reader of cards took, gave back, kept and paid into the bank. Refunds and fees are money out, and their pence more than nothing, as its own are.

alter table bank_lines
  add column kind text not null default 'taking' check (kind in ('taking', 'refund', 'fee', 'payout')),
  add column of_line_id uuid, -- of a refund: the taking it is out of, where that was read
  add column payout_id uuid, -- of a line of the bank: the payout it is, whose takings are counted already
  add foreign key (practice_id, of_line_id) references bank_lines (practice_id, id),
  add foreign key (practice_id, payout_id) references bank_lines (practice_id, id),
  add check (kind = 'taking' or source = 'card'),
  add check (payout_id is null or (source = 'file' and state = 'ignored'));
create index on bank_lines (practice_id, of_line_id);
create unique index on bank_lines (practice_id, payout_id);
