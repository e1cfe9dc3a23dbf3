import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { expectNoSidewaysScroll, type House, PHONE, shareHouse } from '#testing/e2e.ts'
import { calm, expectLedgersAgree } from '#testing/e2e-ledger.ts'
import { openPractice, type Practice, recordByHand, recordedFor, waiting } from '#testing/e2e-practice.ts'
import { makeProfile } from '#testing/e2e-profile.ts'

let house: House
beforeAll(() => {
  house = shareHouse()
})
afterAll(() => house.close())

test('a note begun in a barn outlives a reload, is kept, goes when the signal returns, and plays', async () => {
  const practice = await openPractice(house, 'Spoken In The Barn')
  const phone = await practice.device({
    width: PHONE,
    keepsApp: true,
    prepare: ({ context }) => context.grantPermissions(['microphone']),
  })
  const { page, problems } = phone
  await addBramble(page)
  await calm(practice, [phone])
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await phone.airplane(true)
  await openVoice(page, `${house.url}/horses`)
  await recordUntil(page, 2)
  await page.reload()

  await openVoice(page)
  await page.getByText(/^A recording of \d:\d\d from \d\d:\d\d was interrupted\.$/).waitFor()
  const [recording] = await readTable<{ bytes: number; lengthMs: number }>(page, 'pritchel-recordings', 'recording')
  expect(recording?.lengthMs).toBeGreaterThan(1000)
  await expectNoSidewaysScroll(page, 'an interrupted recording')
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByText('Voice Note Saved', { exact: true }).waitFor()
  await page.getByText(/^Waiting to be sent/).waitFor()
  const [kept] = await readTable<{ sha256: string; size: number }>(page, 'pritchel', 'blob')
  expect(kept?.size, 'nothing that was written is lost').toBe(recording?.bytes)
  await expectNoSidewaysScroll(page, 'a voice note')

  await phone.airplane(false)
  await expectLedgersAgree(practice, [phone])
  await expectStored(practice, kept)
  await playsOn(page)
  expect(problems).toEqual([])
})

test('a note outlives a dead battery but for its last second', async () => {
  const practice = await openPractice(house, 'Flat Battery')
  const profile = makeProfile(house.url)
  try {
    const before = await profile.open()
    await before.context.grantPermissions(['microphone'])
    const phone = await practice.settleIn(before)
    await addBramble(before.page)
    await calm(practice, [phone])
    await openVoice(before.page, `${house.url}/horses`)
    const written = await recordUntil(before.page, 3)
    await before.kill()

    const { page } = await practice.settleIn(await profile.open(), '/horses')
    await openVoice(page)
    await page.getByText(/^A recording of \d:\d\d from \d\d:\d\d was interrupted\.$/).waitFor()
    const [recording] = await readTable<{ lengthMs: number }>(page, 'pritchel-recordings', 'recording')
    expect(recording?.lengthMs).toBeGreaterThanOrEqual(written)
    await page.getByRole('button', { name: 'Keep' }).click()
    await expect
      .poll(() => practice.ask('select duration_ms from voice_notes where practice_id = $1'), waiting('it is sent'))
      .toHaveLength(1)
  } finally {
    profile.remove()
  }
})

async function addBramble(page: Page) {
  const clientId = uuidv7()
  await recordByHand(page, [
    [{ action: 'CREATE', entity: 'clients', id: clientId, data: { name: 'Bethan Barn' } }],
    [{ action: 'CREATE', entity: 'horses', data: { name: 'Bramble', clientId } }],
  ])
}

/** The horse's voice notes; its record may still be open, as the address shows. */
async function openVoice(page: Page, url = page.url()) {
  if (url !== page.url()) await page.goto(url)
  const tab = page.getByRole('tab', { name: 'Voice' })
  const view = page.getByRole('button', { name: /^(View )?Bramble/ }).first()
  await tab.or(view).first().waitFor()
  if (!(await tab.isVisible())) await view.click()
  await tab.click()
}

/** Records until all but the last second of this length is on the disk; returns how much is, in milliseconds. */
async function recordUntil(page: Page, seconds: number): Promise<number> {
  await page.getByRole('button', { name: 'Record a voice note' }).click()
  await recordedFor(page, seconds)
  const written = async () => (await readTable<{ lengthMs: number }>(page, 'pritchel-recordings', 'recording'))[0]?.lengthMs ?? 0
  await expect.poll(written, waiting('it is on the disk')).toBeGreaterThan((seconds - 1) * 1000)
  return written()
}

/** The note on record, and its bytes on the server's disk, equal those the device kept. */
async function expectStored(practice: Practice, kept: { sha256: string; size: number } | undefined) {
  const stored = `select f.state, f.sha256, f.bytes::int as size, v.mime, v.duration_ms > 0 as "hasLength", cardinality(v.waveform) > 5 as "isDrawn"
    from voice_notes v join files f on f.id = v.file_id join horses h on h.id = v.horse_id
    where v.practice_id = $1 and h.name = 'Bramble'`
  const what = { state: 'stored', mime: 'audio/webm', hasLength: true, isDrawn: true }
  expect(await practice.ask(stored)).toEqual([{ ...what, sha256: kept?.sha256, size: kept?.size }])
  const { sha256 = '' } = kept ?? {}
  const bytes = readFileSync(join(house.folder, 'files', sha256.slice(0, 2), sha256))
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
}

/** From the server: the device deletes its bytes once the server has them. */
async function playsOn(page: Page) {
  await expect.poll(() => readTable(page, 'pritchel', 'blob'), waiting('the device has let go of the bytes')).toEqual([])
  // Checked in every frame: it lasts two seconds, and then is at its beginning again.
  const plays = page.evaluate(`new Promise((seen, missed) => {
    const look = () =>
      Number(document.querySelector('[aria-label^="Place in the recording from"]')?.value) > 300 ? seen() : requestAnimationFrame(look)
    look()
    setTimeout(() => missed(new Error('it does not play')), ${waiting().timeout})
  })`)
  const asked = page.waitForRequest((request) => request.url().includes('/api/objects/') && request.method() === 'GET')
  await Promise.all([asked, plays, page.getByRole('button', { name: /^Play the recording from/ }).click()])
}

/** The rows of a table of the device, of the database whose name begins so. */
const readTable = <T>(page: Page, database: string, table: string) =>
  page.evaluate<T[]>(`(async () => {
    const user = JSON.parse(localStorage.getItem('pritchel.user'))
    const settled = (request) => new Promise((done, failed) => {
      request.onsuccess = () => done(request.result)
      request.onerror = () => failed(request.error)
    })
    const db = await settled(indexedDB.open('${database}/' + user.practice.id + '/' + user.id))
    const rows = await settled(db.transaction('${table}').objectStore('${table}').getAll())
    db.close()
    return rows
  })()`)
