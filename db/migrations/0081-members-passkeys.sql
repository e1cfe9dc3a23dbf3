-- A passkey that a member made while signed in to a practice signs them in there too; one made in the portal opens the portal alone, because an
-- address that proves a guest need not be one that proves a member.
alter table directory.passkeys add column is_members boolean not null default false;
