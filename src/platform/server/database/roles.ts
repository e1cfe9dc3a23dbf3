import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { folderFault } from '#platform/server/embedded/faults.ts'
import { StartError } from '#platform/server/start-error.ts'

/** The two login roles that own nothing: `app` reaches tenant tables, `directory` reaches schema directory alone. */
export const ROLES = { app: 'pritchel_app', directory: 'pritchel_directory' } as const
/** What `app` becomes for a transaction of a guest: it can't sign in, and its rights bind `app` in no other transaction. */
const GUEST = 'pritchel_guest'

/** The password of each role. Empty where anyone who reaches the socket is trusted. */
export type Passwords = Partial<Record<keyof typeof ROLES, string>>

/**
 * Makes the roles that are missing. With a keys folder they get passwords, kept there in `database.json`; passwords that an
 * administrator wrote into that file are used as they are.
 * @throws StartError when the owner may not make roles, or a role has more rights than it may
 */
export async function ensureRoles(owner: pg.Client, keysFolder: string | undefined, note: (line: string) => void): Promise<Passwords> {
  const kept = keysFolder ? readPasswords(keysFolder) : undefined
  const passwords: Passwords = kept ?? (keysFolder ? { app: newPassword(), directory: newPassword() } : {})
  for (const key of ['app', 'directory'] as const) {
    const name = ROLES[key]
    const { rows } = await owner.query<{ is_mighty: boolean }>(
      'select rolsuper or rolbypassrls as is_mighty from pg_roles where rolname = $1',
      [name],
    )
    if (rows[0]?.is_mighty)
      throw new StartError(`The role ${name} may pass row-level security: run \`alter role ${name} nosuperuser nobypassrls\`.`)
    if (rows.length === 0) await makeRole(owner, name, passwords[key], keysFolder)
    else if (keysFolder && !kept) await renewPassword(owner, name, passwords[key] ?? '', keysFolder, note)
  }
  await ensureGuest(owner, keysFolder)
  if (keysFolder && !kept) keepPasswords(keysFolder, passwords)
  return passwords
}

/**
 * `app` may become the guest, and has none of its rights or policies before. From PostgreSQL 16 on each grant says whether it is inherited, so one
 * that an administrator made before `noinherit` still would be.
 */
async function ensureGuest(owner: pg.Client, keysFolder: string | undefined) {
  const { isThere, isReady, hasOptions } = await findGuest(owner)
  if (isReady) return
  try {
    if (!isThere) await owner.query(`create role ${GUEST} nologin`)
    await owner.query(`alter role ${ROLES.app} noinherit; grant ${GUEST} to ${ROLES.app}${hasOptions ? ' with inherit false' : ''}`)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '42710' || code === '23505' || code === 'XX000') return ensureGuest(owner, keysFolder) // another database of this cluster was prepared this instant
    throw code === '42501' ? await mayNotMakeRoles(owner, keysFolder) : error
  }
  // Another role's grant, which only it or an administrator can revoke.
  if (!(await findGuest(owner)).isReady)
    throw new StartError(
      `The role ${ROLES.app} inherits ${GUEST}, whose rules would hide rows from members: let an administrator run \`grant ${GUEST} to ${ROLES.app} with inherit false\`.`,
    )
}

async function findGuest(owner: pg.Client) {
  const { rows } = await owner.query<{ isThere: boolean; isReady: boolean; hasOptions: boolean }>(
    `select g.oid is not null as "isThere", current_setting('server_version_num')::int >= 160000 as "hasOptions",
      coalesce(not a.rolinherit and pg_has_role(a.oid, g.oid, 'member') and not pg_has_role(a.oid, g.oid, 'usage'), false) as "isReady"
    from pg_roles a left join pg_roles g on g.rolname = '${GUEST}' where a.rolname = '${ROLES.app}'`,
  )
  return rows[0] ?? { isThere: false, isReady: false, hasOptions: false }
}

async function makeRole(owner: pg.Client, name: string, password: string | undefined, keysFolder: string | undefined) {
  try {
    await owner.query(`create role ${name} login${password ? ` password ${owner.escapeLiteral(password)}` : ''}`)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '42710' || code === '23505') return // another database of this cluster was prepared this instant
    throw code === '42501' ? await mayNotMakeRoles(owner, keysFolder) : error
  }
}

async function renewPassword(owner: pg.Client, name: string, password: string, keysFolder: string, note: (line: string) => void) {
  try {
    await owner.query(`alter role ${name} login password ${owner.escapeLiteral(password)}`)
    note(`The role ${name} got a new password, kept in ${keysFolder}; other servers on this database need a copy of that folder`)
  } catch (error) {
    throw (error as { code?: string }).code === '42501' ? await mayNotMakeRoles(owner, keysFolder) : error
  }
}

/** What an administrator must run in place of the owner, without what exists already. */
async function mayNotMakeRoles(owner: pg.Client, keysFolder: string | undefined) {
  const { rows } = await owner.query<{ name: string }>('select rolname as name from pg_roles where rolname = any ($1)', [
    [...LOGINS, GUEST],
  ])
  const isThere = (name: string) => rows.some((role) => role.name === name)
  const file = keysFolder && fileIn(keysFolder)
  // Where the file is kept already its passwords are those of the roles that are there.
  const logins = file && !existsSync(file) ? LOGINS : LOGINS.filter((name) => !isThere(name))
  const password = file ? " password '…'" : ''
  const login = (name: string) => `\`${isThere(name) ? 'alter' : 'create'} role ${name} login${password}\``
  const kept = file ? `write both passwords into ${file} as {"app":"…","directory":"…"}, and ` : ''
  const guest = `${isThere(GUEST) ? '' : `create role ${GUEST} nologin; `}alter role ${ROLES.app} noinherit; grant ${GUEST} to ${ROLES.app}`
  const first = logins.length > 0 ? `run ${logins.map(login).join(' and ')}, ${kept}` : ''
  return new StartError(`The database user ${owner.user} may not make roles: let an administrator ${first}run \`${guest}\`.`)
}

const LOGINS = Object.values(ROLES)
const fileIn = (keysFolder: string) => join(keysFolder, 'database.json')
const newPassword = () => randomBytes(24).toString('base64url')

function readPasswords(keysFolder: string): Passwords | undefined {
  const file = fileIn(keysFolder)
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Passwords
  } catch {
    throw new StartError(`${file} cannot be read as {"app":"…","directory":"…"}: correct it, or delete it to have new passwords made.`)
  }
}

function keepPasswords(keysFolder: string, passwords: Passwords) {
  try {
    mkdirSync(keysFolder, { recursive: true, mode: 0o700 })
    writeFileSync(fileIn(keysFolder), `${JSON.stringify(passwords)}\n`, { mode: 0o600 })
  } catch (error) {
    throw folderFault(keysFolder, error)
  }
}
