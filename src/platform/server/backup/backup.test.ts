import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { BACKUP_LOCK, makeBackup, UnderWay } from '#platform/server/backup/backup.ts'
import { backupFault } from '#platform/server/backup/faults.ts'
import { KEPT, listBackups, prune } from '#platform/server/backup/folder.ts'
import { filePlace, manifestFile, readManifest } from '#platform/server/backup/format.ts'
import { isDue, keepBackup, nextBackupAt, readFailure } from '#platform/server/backup/nightly.ts'
import { checkBackup } from '#platform/server/backup/restore-check.ts'
import type { PreparedDatabase } from '#platform/server/database/prepare.ts'
import { fileStore } from '#platform/server/files/store.ts'
import { StartError } from '#platform/server/start-error.ts'
import { makeHosting } from '#testing/hosted.ts'

let hosting: Awaited<ReturnType<typeof makeHosting>>
let database: PreparedDatabase
let folder: string
beforeAll(async () => {
  hosting = await makeHosting()
  database = await hosting.database()
  await hosting.ask(database, `insert into directory.practices (id, name, slug) values ('${PRACTICE}', 'Probert', 'probert')`)
})
afterAll(() => hosting.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pritchel-backup-'))
})
afterEach(async () => {
  await hosting.ask(database, 'delete from files')
  rmSync(folder, { recursive: true })
})

const PRACTICE = '0192f1b6-0000-7000-8000-000000000001'
const filesFolder = () => join(folder, 'files')
const options = () => ({
  owner: database.owner,
  files: fileStore({ filesFolder: filesFolder() }),
  backupsFolder: join(folder, 'backups'),
})

/** A photo as the server keeps it. Returns its hash. */
async function storePhoto(): Promise<string> {
  const bytes = randomBytes(2000)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const place = join(filesFolder(), filePlace(sha256))
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, bytes)
  await hosting.ask(
    database,
    `insert into files (practice_id, id, sha256, bytes, store_key, state, made_by_person)
     values ('${PRACTICE}', gen_random_uuid(), '${sha256}', 2000, '${sha256}', 'stored', gen_random_uuid())`,
  )
  return sha256
}
const inStore = (sha256: string) => join(filesFolder(), filePlace(sha256))
const inBackup = (backup: { folder: string }, sha256: string) => join(backup.folder, 'files', filePlace(sha256))

test('the files that records name are in it whole, and one copy serves every backup', async () => {
  const photo = await storePhoto()
  writeFileSync(join(folder, 'files', 'stray'), 'what nobody names')
  const [first, second] = [await makeBackup(options()), await makeBackup(options())]
  expect(second.manifest.files).toEqual([{ sha256: photo, bytes: 2000 }])
  expect(readFileSync(inBackup(first, photo))).toEqual(readFileSync(inStore(photo)))
  // Not the server's own copy: what damages that leaves the backup whole.
  expect(statSync(inBackup(first, photo)).ino).not.toBe(statSync(inStore(photo)).ino)
  expect(statSync(inBackup(second, photo)).ino).toBe(statSync(inBackup(first, photo)).ino)
  await checkBackup(second.folder)
})

test('a file damaged where the server keeps it comes from the last backup; one that is nowhere is named, and the rest is kept', async () => {
  const [damaged, gone] = [await storePhoto(), await storePhoto()]
  rmSync(inStore(gone))
  const first = await makeBackup(options())
  expect(first.manifest.lostFiles).toEqual([gone])
  writeFileSync(inStore(damaged), 'spoiled')
  const second = await makeBackup(options())
  expect(second.manifest.lostFiles).toEqual([gone])
  expect(second.manifest.files.map((file) => file.sha256)).toEqual([damaged])
  expect(listBackups(options().backupsFolder).map((one) => one.isGood)).toEqual([false, false])
})

test('half a backup is never taken for one, and the next attempt clears it away', async () => {
  const half = join(options().backupsFolder, '.unfinished-left-by-a-crash')
  mkdirSync(join(half, 'tables'), { recursive: true })
  mkdirSync(join(options().backupsFolder, '2026-01-01T00-00-00.000Z'))
  expect(listBackups(options().backupsFolder)).toEqual([])
  const { folder: made } = await makeBackup(options())
  expect(existsSync(half)).toBe(false)
  expect(listBackups(options().backupsFolder).map((one) => one.folder)).toEqual([made])
})

test('of two concurrent backups one runs; the second is refused as busy', async () => {
  const other = new pg.Client(database.owner)
  await other.connect()
  await other.query('select pg_advisory_lock($1)', [BACKUP_LOCK])
  await expect(makeBackup(options())).rejects.toBeInstanceOf(UnderWay)
  await other.end()
})

test('a fault of a backup is reported in a sentence before anything is touched', async () => {
  const photo = await storePhoto()
  const good = await makeBackup(options())
  const spoil = async (how: (copy: string) => void) => {
    const copy = join(folder, 'copy')
    cpSync(good.folder, copy, { recursive: true })
    how(copy)
    const error = await checkBackup(copy).then(
      () => undefined,
      (caught: unknown) => caught,
    )
    rmSync(copy, { recursive: true })
    expect(error).toBeInstanceOf(StartError)
    return (error as Error).message.replaceAll(copy, 'COPY')
  }
  const practices = (copy: string) => join(copy, 'tables/directory.practices.ndjson.gz')
  const edit = (change: object) => (copy: string) => writeFileSync(manifestFile(copy), JSON.stringify({ ...good.manifest, ...change }))
  const cut = (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 40))
  const damaged = (file: string) => `COPY/${file} is not what was written: the backup is damaged. Nothing was changed. Use another backup.`
  expect(await spoil((copy) => cut(practices(copy)))).toBe(damaged('tables/directory.practices.ndjson.gz'))
  expect(await spoil((copy) => rmSync(practices(copy)))).toBe(damaged('tables/directory.practices.ndjson.gz'))
  expect(await spoil((copy) => cpSync(join(copy, 'tables/directory.people.ndjson.gz'), practices(copy)))).toBe(
    damaged('tables/directory.practices.ndjson.gz'),
  )
  expect(await spoil((copy) => writeFileSync(join(copy, 'files', filePlace(photo)), randomBytes(2000)))).toBe(
    damaged(`files/${filePlace(photo)}`),
  )
  expect(await spoil((copy) => rmSync(join(copy, 'files'), { recursive: true }))).toBe(damaged(`files/${filePlace(photo)}`))
  expect(await spoil(edit({ format: 2 }))).toMatch(/^The backup in COPY was made by a newer version of Pritchel: restore it with that one/)
  expect(await spoil(edit({ schema: '9999-later.sql' }))).toMatch(
    /with newer tables \(9999-later\.sql\): restore it with that version or a later one\.$/,
  )
  expect(await spoil(edit({ tables: 'none' }))).toMatch(
    /^COPY\/manifest\.json is damaged or was not written by Pritchel: nothing was changed\./,
  )
  expect(await spoil((copy) => cut(manifestFile(copy)))).toMatch(/is damaged or was not written by Pritchel/)
  expect(await spoil((copy) => rmSync(manifestFile(copy)))).toBe(
    'There is no backup in COPY: name the folder that holds its manifest.json.',
  )
})

test('seven good ones stay; those with something missing never push one out, nor the last good one', async () => {
  const { backupsFolder } = options()
  const made = await makeBackup(options())
  const manifest = readManifest(made.folder)
  rmSync(made.folder, { recursive: true })
  const put = (day: number, lostFiles: string[]) => {
    const startedAt = `2026-11-${String(day).padStart(2, '0')}T03:10:00.000Z`
    mkdirSync(join(backupsFolder, startedAt.slice(0, 10)), { recursive: true })
    writeFileSync(manifestFile(join(backupsFolder, startedAt.slice(0, 10))), JSON.stringify({ ...manifest, startedAt, lostFiles }))
  }
  put(1, [])
  for (let day = 2; day <= 12; day++) put(day, ['0'.repeat(64)])
  await prune(backupsFolder)
  expect(listBackups(backupsFolder).map((one) => [one.folder.slice(-2), one.isGood])).toEqual([
    ...[12, 11, 10, 9, 8, 7, 6].map((day) => [String(day).padStart(2, '0'), false]),
    ['01', true],
  ])
  for (let day = 13; day <= 22; day++) put(day, [])
  await prune(backupsFolder)
  const good = listBackups(backupsFolder).filter((one) => one.isGood)
  expect(good.map((one) => one.folder.slice(-2))).toEqual(['22', '21', '20', '19', '18', '17', '16'])
  expect(good).toHaveLength(KEPT)
})

test('a failure is kept for people to see until a good one follows, and pushes nothing out', async () => {
  const { backupsFolder } = options()
  await keepBackup(options())
  const lost = { ...options(), owner: { ...database.owner, port: 1 } }
  await expect(keepBackup(lost)).rejects.toThrow()
  expect(readFailure(backupsFolder)?.sentence).toMatch(/^The database gave no answer/)
  expect(listBackups(backupsFolder)).toHaveLength(1)
  expect(readdirSync(backupsFolder).filter((name) => name.startsWith('.'))).toEqual([])
  await keepBackup(options())
  expect(readFailure(backupsFolder)).toBeUndefined()
})

test('a folder that cannot be written is reported in a sentence, and remembered although it cannot be recorded there', async () => {
  const asFile = { ...options(), backupsFolder: join(folder, 'file') }
  writeFileSync(asFile.backupsFolder, '')
  const sentence = `${asFile.backupsFolder} is a file, not a folder: choose another place for backups.`
  await expect(keepBackup(asFile)).rejects.toThrow(sentence)
  expect(readFailure(asFile.backupsFolder)?.sentence).toBe(sentence)
  for (const [code, words] of [
    ['EACCES', 'You may not write to'],
    ['EROFS', 'read-only disk'],
    ['EIO', 'fails'],
    ['ENOSPC', 'is full'],
  ] as const)
    expect((backupFault('/backups', Object.assign(new Error('x'), { code })) as Error).message).toContain(words)
})

test.skipIf(!canMount())('a full disk is reported in a sentence, and nothing of the attempt stays on it', async () => {
  const { backupsFolder } = options()
  mkdirSync(backupsFolder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', backupsFolder])
  try {
    for (let each = 0; each < 80; each++) await storePhoto()
    await expect(keepBackup(options())).rejects.toThrow(`The disk that holds ${backupsFolder} is full: free some space`)
    expect(readdirSync(backupsFolder)).toEqual(['last-failure.json'])
  } finally {
    execFileSync('umount', [backupsFolder])
  }
})

test('one is due every night at ten past three, once, and made up for when the machine was off', async () => {
  const { backupsFolder } = options()
  const at = (text: string) => new Date(text)
  expect(isDue(backupsFolder, at('2026-06-01T12:00:00Z'))).toBe(true)
  expect(nextBackupAt(backupsFolder, at('2026-06-01T12:00:00Z'))).toEqual(at('2026-06-01T12:10:00Z'))
  expect(nextBackupAt(backupsFolder, at('2026-06-01T12:30:00Z'))).toEqual(at('2026-06-01T13:10:00Z'))
  const made = await makeBackup(options())
  const startedAt = '2026-06-02T02:10:05.000Z' // 03:10 in summer
  writeFileSync(manifestFile(made.folder), JSON.stringify({ ...made.manifest, startedAt }))
  expect(isDue(backupsFolder, at('2026-06-02T22:00:00Z'))).toBe(false)
  expect(nextBackupAt(backupsFolder, at('2026-06-02T22:00:00Z'))).toEqual(at('2026-06-03T02:10:00Z'))
  expect(isDue(backupsFolder, at('2026-06-03T02:09:59Z'))).toBe(false)
  expect(isDue(backupsFolder, at('2026-06-03T02:10:00Z'))).toBe(true)
})

/** Root in a container may not, and others never. */
function canMount() {
  const place = mkdtempSync(join(tmpdir(), 'pritchel-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', place], { stdio: 'ignore' })
    execFileSync('umount', [place])
    return true
  } catch {
    return false
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
