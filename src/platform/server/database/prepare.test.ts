import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ownerFromUrl, prepareDatabase } from '#platform/server/database/prepare.ts'
import { ensureRoles } from '#platform/server/database/roles.ts'

// Roles and their passwords belong to the whole cluster; no password is needed over the socket, so the other tests don't mind.
const superuser = inject('database')
let folder: string
const made: string[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pritchel-prepare-'))
})
afterAll(async () => {
  for (const name of made) await ask(superuser, `drop database if exists ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

describe('preparing a database', () => {
  test('is clean when three servers start at once on one that is not there yet', async () => {
    const owner = { ...superuser, database: nameOfNew() }
    const prepared = await Promise.all([1, 2, 3].map(() => prepareDatabase(owner)))
    const files = await ask(owner, 'select name, count(*)::int from migrations.kysely_migration group by name having count(*) <> 1')
    expect(files).toEqual([])
    for (const { app, directory } of prepared) {
      expect(await ask(app, 'select current_user as me')).toEqual([{ me: 'pritchel_app' }])
      expect(await ask(directory, 'select current_user as me')).toEqual([{ me: 'pritchel_directory' }])
    }
  })

  test('changes nothing the second time', async () => {
    const owner = { ...superuser, database: nameOfNew() }
    await prepareDatabase(owner)
    const before = await ask(owner, 'select name, timestamp from migrations.kysely_migration order by name')
    await prepareDatabase(owner)
    expect(await ask(owner, 'select name, timestamp from migrations.kysely_migration order by name')).toEqual(before)
  })

  test('gives the login roles no right beyond their own tables', async () => {
    const owner = { ...superuser, database: nameOfNew() }
    const { app, directory } = await prepareDatabase(owner)
    const roles = await ask(
      owner,
      `select rolname, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, (select count(*)::int from pg_class where relowner = r.oid) as owns
       from pg_roles r where rolname in ('pritchel_app', 'pritchel_directory') order by 1`,
    )
    const powerless = { rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false, owns: 0 }
    expect(roles).toEqual([
      { rolname: 'pritchel_app', ...powerless },
      { rolname: 'pritchel_directory', ...powerless },
    ])
    await expect(ask(app, 'select * from directory.people')).rejects.toThrow('permission denied')
    await expect(ask(directory, 'select * from clients')).rejects.toThrow('permission denied')
    await expect(ask(app, 'select * from guest_clients()')).rejects.toThrow('permission denied')
    await expect(ask(app, 'create table mine ()')).rejects.toThrow('permission denied')
  })

  test('makes the role of guests, whose rights the app’s role does not inherit, even if it was granted to it before', async () => {
    const owner = { ...superuser, database: nameOfNew() }
    await prepareDatabase(owner)
    const client = new pg.Client(owner)
    await client.connect()
    const guest = async () =>
      (
        await client.query(`select g.rolcanlogin as "signsIn", pg_has_role('pritchel_app', g.oid, 'member') as "mayBecome",
          pg_has_role('pritchel_app', g.oid, 'usage') as inherits from pg_roles g where g.rolname = 'pritchel_guest'`)
      ).rows
    const apart = [{ signsIn: false, mayBecome: true, inherits: false }]
    expect(await guest()).toEqual(apart)
    // As an administrator might have done it; undone, for the roles are those of all tests.
    await client.query(
      'begin; alter role pritchel_app inherit; revoke pritchel_guest from pritchel_app; grant pritchel_guest to pritchel_app',
    )
    expect(await guest()).toEqual([{ ...apart[0], inherits: true }])
    await ensureRoles(client, undefined, () => {})
    expect(await guest()).toEqual(apart)
    await client.query('rollback')
    await client.end()
  })

  test('works for an owner who is no superuser, and refuses one who may not make the database', async () => {
    const owner = await newLogin('createdb')
    await prepareDatabase({ ...superuser, user: owner, database: nameOfNew() })
    const nobody = await newLogin('')
    await expect(prepareDatabase({ ...superuser, user: nobody, database: nameOfNew() })).rejects.toThrow(
      /The user of DATABASE_URL may not do what is needed/,
    )
  })

  test('keeps generated passwords in a file only we can read, and uses them again', async () => {
    const owner = { ...superuser, database: nameOfNew() }
    const keysFolder = join(folder, 'keys')
    const first = await prepareDatabase(owner, { keysFolder })
    expect(statSync(join(keysFolder, 'database.json')).mode & 0o777).toBe(0o600)
    expect(statSync(keysFolder).mode & 0o777).toBe(0o700)
    const kept = JSON.parse(readFileSync(join(keysFolder, 'database.json'), 'utf8'))
    expect(first.app.password).toBe(kept.app)
    expect((await prepareDatabase(owner, { keysFolder })).directory.password).toBe(kept.directory)
  })

  test('sets new passwords when the file is lost, and reports it', async () => {
    const owner = { ...superuser, database: nameOfNew() }
    const keysFolder = join(folder, 'lost')
    await prepareDatabase(owner, { keysFolder })
    rmSync(keysFolder, { recursive: true })
    const notes: string[] = []
    await prepareDatabase(owner, { keysFolder, note: (line) => notes.push(line) })
    expect(existsSync(join(keysFolder, 'database.json'))).toBe(true)
    expect(notes[0]).toContain('The role pritchel_app got a new password')
  })

  test('reports in a sentence that nothing answers, or that there is no such host', async () => {
    const nobody = ownerFromUrl('postgresql://owner:secret@127.0.0.1:9/pritchel')
    await expect(prepareDatabase(nobody)).rejects.toThrow('No PostgreSQL answers at 127.0.0.1:9: start it, or correct DATABASE_URL.')
  })
})

test('the parts of DATABASE_URL are read as PostgreSQL reads them', () => {
  expect(ownerFromUrl('postgresql://me:p%40ss@db.example:6000/diary?sslmode=verify-full')).toMatchObject({
    host: 'db.example',
    port: 6000,
    user: 'me',
    password: 'p@ss',
    database: 'diary',
    ssl: {},
  })
})

function nameOfNew() {
  const name = `prepared_${randomUUID().slice(0, 8)}`
  made.push(name)
  return name
}

async function newLogin(rights: string) {
  const name = `owner_${randomUUID().slice(0, 8)}`
  await ask(superuser, `create role ${name} login ${rights}`)
  return name
}

async function ask(connection: pg.PoolConfig, text: string) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
