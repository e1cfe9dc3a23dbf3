import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { StartError } from '#platform/server/start-error.ts'
import { openVault } from '#platform/server/vault.ts'

const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'pritchel-vault-'))
  folders.push(made)
  return made
}
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true })
})

const OF = { practiceId: '01930000-0000-7000-8000-000000000001', connector: 'caldav', field: 'password' }
const SECRET = 'abcd-efgh-ijkl-mnop'

test('a secret opens in its place alone, and no two are sealed alike', () => {
  const dataFolder = folder()
  const vault = openVault({ dataFolder })
  const sealed = vault.seal(SECRET, OF)
  expect(sealed.sealed.toString('latin1')).not.toContain(SECRET)
  expect(vault.seal(SECRET, OF).sealed).not.toEqual(sealed.sealed)
  expect(openVault({ dataFolder }).open(sealed, OF)).toBe(SECRET)
  const others = [
    { ...OF, practiceId: '01930000-0000-7000-8000-000000000002' },
    { ...OF, connector: 'google' },
    { ...OF, field: 'address' },
  ]
  for (const other of others) expect(vault.open(sealed, other)).toBeUndefined()
  for (const at of [0, 12, sealed.sealed.length - 1]) {
    const changed = Buffer.from(sealed.sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(vault.open({ ...sealed, sealed: changed }, OF)).toBeUndefined()
  }
  expect(openVault({ dataFolder: folder() }).open(sealed, OF)).toBeUndefined()
})

test('the file of keys is its owner’s alone, and one that is damaged is never replaced', () => {
  const dataFolder = folder()
  openVault({ dataFolder })
  const file = join(dataFolder, 'keys', 'vault.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  writeFileSync(file, '{"keys":["c2hvcnQ="]}')
  expect(() => openVault({ dataFolder })).toThrow(StartError)
  expect(readFileSync(file, 'utf8')).toBe('{"keys":["c2hvcnQ="]}')
})

test('with a newer key, a process that runs already seals by it, and opens what the one before sealed', () => {
  const dataFolder = folder()
  const [running, admin] = [openVault({ dataFolder }), openVault({ dataFolder })]
  const before = running.seal(SECRET, OF)
  admin.rotate()
  expect(running.open(before, OF)).toBe(SECRET)
  const after = running.seal(SECRET, OF)
  expect(after.keyId).not.toBe(before.keyId)
  expect(after.keyId).toBe(admin.keyId())
  admin.rotate()
  expect(running.open(after, OF)).toBe(SECRET)
  expect(running.open(before, OF)).toBeUndefined()
})

test('keys of the configuration: the first seals, all open', () => {
  const dataFolder = folder()
  const [older, newer] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64')]
  const before = openVault({ dataFolder, vaultKeys: [older] }).seal(SECRET, OF)
  const vault = openVault({ dataFolder, vaultKeys: [newer, older] })
  expect(vault.open(before, OF)).toBe(SECRET)
  expect(vault.seal(SECRET, OF).keyId).not.toBe(before.keyId)
  expect(() => vault.rotate()).toThrow(StartError)
})
