-- Where the van stands overnight: rounds begin and end there. And what the text "you're next" is asked for: has this owner had one of this visit?

alter table settings
  add column base_lat double precision check (base_lat between -90 and 90),
  add column base_lng double precision check (base_lng between -180 and 180),
  add check ((base_lat is null) = (base_lng is null));
