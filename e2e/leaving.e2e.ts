import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { DESKTOP, type House, PHONE, shareHouse } from '#testing/e2e.ts'
import { leftOn } from '#testing/e2e-left.ts'
import {
  type Device,
  type HandChange,
  openPractice,
  outboxStates,
  type Practice,
  readCopy,
  recordByHand,
  waiting,
} from '#testing/e2e-practice.ts'

/* What a browser still holds of a practice after its person has gone, read past the app, raw values and all. */

const OLD = 'Zebedee Quillfeather'
const NEW = 'Unsentia Barnaby'
const LONG_AGO = '2020-01-01T00:00:00Z'

let house: House
beforeAll(() => {
  house = shareHouse()
})
afterAll(() => house.close())

const client = (name: string): HandChange[] => [{ action: 'CREATE', entity: 'clients', id: uuidv7(), data: { name } }]
const sentTo = async (practice: Practice) =>
  (await practice.ask<{ name: string }>('select name from clients where practice_id = $1')).map(({ name }) => name)

/** A device whose local copy names a client everywhere a page may store something. */
async function deviceNaming(practice: Practice, width = DESKTOP, keepsApp = false): Promise<Device> {
  const device = await practice.device({ width, keepsApp })
  await recordByHand(device.page, [client(OLD)])
  await expect.poll(() => sentTo(practice), waiting('the client is sent')).toContain(OLD)
  await expect.poll(() => outboxStates(device), waiting()).toEqual([])
  await device.page.evaluate(`(${SPREAD})(${JSON.stringify(OLD)})`)
  expect(await leftOn(device.page)).toContain(OLD)
  return device
}

/* Like opened photos, stored bytes and recent search results. */
const SPREAD = `async (name) => {
  const { id, practice } = JSON.parse(localStorage.getItem('pritchel.user'))
  const cache = await caches.open('pritchel-opened/' + practice.id + '/' + id)
  await cache.put('/api/objects/x', new Response(name))
  localStorage.setItem('draft/' + practice.id + '/' + id + '/finds', JSON.stringify({ keys: [name] }))
  sessionStorage.setItem('pritchel.welcome', name)
  let folder = await navigator.storage.getDirectory()
  for (const part of ['pritchel', practice.id, id]) folder = await folder.getDirectoryHandle(part, { create: true })
  const file = await (await folder.getFileHandle('bytes', { create: true })).createWritable()
  await file.write(name)
  await file.close()
}`

async function signInAt({ page }: Device, { email, password }: { email: string; password: string }) {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** As the server records it when it ends sessions on purpose. */
async function endSessions(practice: Practice, device: Device, why: 'dismissed' | 'revoked') {
  await practice.ask('update directory.sessions set revoked_at = $2, revoked_why = $3 where practice_id = $1', currentTime(), why)
  await isRefused(device)
}

/** The server caches a session for a moment. */
const isRefused = ({ context }: Device) =>
  expect.poll(async () => (await context.request.get('/api/auth/user')).status(), waiting('the session is over')).toBe(401)

const question = ({ page }: Pick<Device, 'page'>, title: string) => page.getByRole('heading', { name: title }).waitFor()

test('signing out leaves no client’s name on the device, in any of its tabs', async () => {
  const practice = await openPractice(house, 'Leaving')
  const phone = await deviceNaming(practice, PHONE)
  const other = await phone.context.newPage()
  await other.goto('/clients')
  await other.getByText(OLD).first().waitFor()
  await phone.page.bringToFront()
  await phone.page.getByRole('button', { name: 'Menu' }).click()
  await phone.page.getByRole('link', { name: 'Sign out' }).click()
  await phone.page.getByRole('link', { name: 'Try now, no card needed' }).first().waitFor()
  await other.getByText(OLD).first().waitFor({ state: 'detached' })
  expect(await leftOn(phone.page)).not.toContain(OLD)
})

test('a device opened without a signal is left without one, and the server hears of it later', async () => {
  const practice = await openPractice(house, 'No Signal')
  const phone = await deviceNaming(practice, PHONE, true)
  await phone.page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await phone.airplane(true)
  await phone.page.reload()
  await phone.page.getByRole('button', { name: 'Menu' }).click()
  await phone.page.getByRole('link', { name: 'Sign out' }).click()
  await expect.poll(() => leftOn(phone.page).catch(() => OLD), waiting('the copy is gone')).not.toContain(OLD)
  await phone.airplane(false)
  await phone.page.goto('/clients')
  await phone.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await isRefused(phone)
})

test('a plain link to /api/logout ends the copy as well', async () => {
  const practice = await openPractice(house, 'Plain Link')
  const device = await deviceNaming(practice)
  await device.page.goto('/api/logout')
  await device.page.goto('/clients')
  await device.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(await leftOn(device.page)).not.toContain(OLD)
})

test('a dismissed member is notified at the first request, and gets unsent changes as a file or not at all', async () => {
  const practice = await openPractice(house, 'Dismissing')
  const device = await deviceNaming(practice)
  await device.airplane(true)
  await recordByHand(device.page, [client(NEW)])
  await endSessions(practice, device, 'dismissed')
  await device.airplane(false)
  await question(device, 'You no longer work at this practice')
  expect(await leftOn(device.page)).not.toContain(OLD)
  await device.page.reload()
  await question(device, 'You no longer work at this practice')
  await device.page.getByText('1 change has not been sent yet.').waitFor()
  expect(await device.page.getByRole('button').allTextContents()).toEqual(['Save as a file', 'Delete'])
  const download = device.page.waitForEvent('download')
  await device.page.getByRole('button', { name: 'Save as a file' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(NEW)
  await device.page.getByRole('button', { name: 'I have the file, delete it here' }).click()
  await device.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(await leftOn(device.page)).not.toMatch(new RegExp(`${OLD}|${NEW}`))
})

test('after a revoked session no one can read the kept changes, and they arrive once when their user signs in again', async () => {
  const [practice, strangers] = [await openPractice(house, 'Revoking'), await openPractice(house, 'Strangers')]
  const device = await deviceNaming(practice)
  await device.airplane(true)
  await recordByHand(device.page, [client(NEW)])
  await endSessions(practice, device, 'revoked')
  await device.airplane(false)
  await question(device, 'You were signed out on this device')
  await device.page.getByRole('button', { name: 'Keep on this device, locked' }).click()
  await device.page.getByRole('heading', { name: 'You were signed out on this device' }).waitFor({ state: 'detached' })
  expect(await leftOn(device.page)).not.toMatch(new RegExp(`${OLD}|${NEW}`))

  await signInAt(device, strangers)
  await device.page.getByRole('button', { name: 'Online', exact: true }).waitFor()
  expect(await leftOn(device.page)).not.toContain(NEW)
  await device.page.goto('/api/logout')
  await signInAt(device, practice)
  await expect.poll(() => sentTo(practice), waiting('what was kept arrives')).toContain(NEW)
  await expect.poll(() => outboxStates(device), waiting()).toEqual([])
  expect((await sentTo(practice)).filter((name) => name === NEW)).toHaveLength(1)
  expect(await sentTo(strangers)).toEqual([])
})

test.each([
  ['an expired session', `update directory.sessions set expires_at = '${LONG_AGO}' where practice_id = $1`],
  ['a restored backup, which knows no sessions', 'delete from directory.sessions where practice_id = $1'],
])('after %s everything is still there, 40 unsent changes included, and they arrive after signing in', async (_, ends) => {
  const practice = await openPractice(house, `Plain ${randomUUID()}`)
  const device = await deviceNaming(practice)
  await device.airplane(true)
  const names = Array.from({ length: 40 }, (_each, at) => `${NEW} ${at}`)
  await recordByHand(device.page, names.map(client))
  await practice.ask(ends)
  await isRefused(device)
  await device.airplane(false)
  await device.page.getByText("to send 40 changes. They're safe here.").waitFor()
  await device.page.reload()
  await device.page.getByText("to send 40 changes. They're safe here.").waitFor()
  const copy = await readCopy(device.page)
  expect(copy?.queue.map(({ data }) => data.name).sort()).toEqual(names.toSorted())
  expect(await leftOn(device.page)).toContain(OLD)
  await signInAt(device, practice)
  await expect.poll(() => outboxStates(device), waiting('all are sent')).toEqual([])
  expect((await sentTo(practice)).sort()).toEqual([...names, OLD].sort())
})
