-- One statement a row for schemas public and directory, in an order that does not depend on how the database came to be.
with ours as (select oid, nspname from pg_namespace where nspname in ('public', 'directory')),
names as (
  select c.oid, c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity, format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join ours n on n.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'S')
)
select line from (
  select 0 as part, nspname::text as sort, format('create schema %I;', nspname) as line from ours where nspname <> 'public'
  union all
  select 1, extname, format('create extension %I;', extname) from pg_extension where extname <> 'plpgsql'
  union all
  select 2, t.typname, format('create type %I.%I as enum (%s);', n.nspname, t.typname, string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder))
  from pg_type t join pg_enum e on e.enumtypid = t.oid join ours n on n.oid = t.typnamespace group by n.nspname, t.typname
  union all
  select 3, name, format(E'create table %s (\n%s\n);%s%s', name, parts.body,
    case when relrowsecurity then format(E'\nalter table %s enable row level security;', name) end,
    case when relforcerowsecurity then format(E'\nalter table %s force row level security;', name) end)
  from names c cross join lateral (
    select string_agg('  ' || item, E',\n' order by kind, pos, item) as body from (
      select 0 as kind, a.attnum::int as pos, concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
        case when a.attgenerated <> '' then format('generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
             when d.adbin is not null then 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
        case when a.attidentity <> '' then 'generated always as identity' end,
        case when a.attnotnull then 'not null' end) as item
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      union all
      select 1, 0, format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid)) from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n'
    ) items) parts
  where c.relkind in ('r', 'p')
  union all
  select 4, name, format(E'create view %s as\n%s', name, pg_get_viewdef(oid)) from names where relkind = 'v'
  union all
  select 5, i.schemaname || '.' || i.indexname, i.indexdef || ';' from pg_indexes i join ours n on n.nspname = i.schemaname
  where not exists (select from pg_constraint k where k.conname = i.indexname and k.connamespace = n.oid)
  union all
  select 6, p.schemaname || '.' || tablename || policyname, format('create policy %I on %I.%I for %s to %s%s%s;', policyname, p.schemaname, tablename, lower(cmd),
    array_to_string(roles, ', '), ' using (' || qual || ')', ' with check (' || with_check || ')')
  from pg_policies p join ours n on n.nspname = p.schemaname
  union all
  select 7, p.oid::regprocedure::text, pg_get_functiondef(p.oid) || ';' from pg_proc p join ours n on n.oid = p.pronamespace
  where p.prokind in ('f', 'p') and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select 8, c.name || t.tgname, pg_get_triggerdef(t.oid) || ';' from pg_trigger t join names c on c.oid = t.tgrelid where not t.tgisinternal
  union all
  select 9, nspname || role, format('grant usage on schema %I to %I;', nspname, role) from ours
  cross join unnest(array['pritchel_app', 'pritchel_directory']) role where nspname <> 'public' and has_schema_privilege(role, oid, 'usage')
  union all
  select 10, name || role, format('grant %s on %s to %I;', string_agg(privilege, ', ' order by privilege), name, role) from names
  cross join unnest(array['pritchel_app', 'pritchel_directory']) role
  cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) privilege
  where relkind in ('r', 'p', 'v') and has_table_privilege(role, oid, privilege) group by name, role
) all_lines order by part, sort collate "C";
