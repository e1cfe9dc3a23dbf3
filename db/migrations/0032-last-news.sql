-- Which visits a text is the latest word on, to its client: what they expect of a visit is what they last read of it, whatever the diary says.

alter table notices add column news_of uuid[] not null default '{}';
