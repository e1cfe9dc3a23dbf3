import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { type Backups, backupEndpoints } from '#features/core/practice/backups.ts'
import { BackupCard } from '#features/core/practice/web/BackupCard.tsx'
import { Queries } from '#platform/web/Queries.tsx'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { currentToasts, dismissToast } from '#ui/toast-store.ts'
import '#ui/styles.css'

let practice: ReturnType<typeof fakePractice>
let backups: Backups
beforeEach(async () => {
  practice = fakePractice()
  backups = { isMine: true, lastAt: null, last: null, nextAt: '2026-11-22T03:10:00Z', isUnderWay: false, failure: null }
  practice.api.on(backupEndpoints.backups, () => backups)
  await practice.signIn({})
})
afterEach(async () => {
  for (const { id } of currentToasts()) dismissToast(id)
  await practice.leave()
})

const open = () =>
  render(
    <Queries>
      <main>
        <h1>Settings</h1>
        <BackupCard />
      </main>
      <Toaster />
    </Queries>,
  )

const GOOD = {
  lastAt: '2026-11-21T03:10:00Z',
  last: { folder: '/srv/pritchel/backups/2026-11-21T03-10-00.512Z', bytes: 12_400_000, rows: 4287, files: 1 },
}

test('it shows the time, size and place of the last good one, and the time of the next', async () => {
  Object.assign(backups, GOOD)
  const screen = await open()
  await expect.element(screen.getByText('Sat 21 Nov, 03:10')).toBeVisible()
  await expect.element(screen.getByText('12 MB: 4,287 rows, 1 file')).toBeVisible()
  await expect.element(screen.getByText('/srv/pritchel/backups/2026-11-21T03-10-00.512Z')).toBeVisible()
  await expect.element(screen.getByText('Sun 22 Nov, 03:10')).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('a button makes one more, and the card shows when it is done', async () => {
  practice.api.on(backupEndpoints.backUp, () => {
    backups.isUnderWay = true
    return undefined
  })
  const screen = await open()
  await expect.element(screen.getByText('None yet')).toBeVisible()
  await screen.getByRole('button', { name: 'Back up now' }).click()
  await expect.element(screen.getByRole('button', { name: 'Backing up...' })).toBeVisible()
  backups = { ...backups, ...GOOD, isUnderWay: false }
  await expect.element(screen.getByText('Everything on the server is backed up.')).toBeVisible()
  await expect.element(screen.getByText('Sat 21 Nov, 03:10')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Back up now' })).toBeEnabled()
})

test('a failed backup is shown above the last good one, with the reason', async () => {
  const sentence = 'The disk that holds /srv/pritchel/backups is full: free some space, or keep backups elsewhere with PRITCHEL_BACKUPS.'
  Object.assign(backups, GOOD, { failure: { at: '2026-11-22T03:10:00Z', sentence } })
  const screen = await open()
  await expect.element(screen.getByText(`Sun 22 Nov, 03:10: ${sentence}`)).toBeVisible()
  await expect.element(screen.getByText('Sat 21 Nov, 03:10')).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('on a server of several practices there is nothing to press', async () => {
  Object.assign(backups, { isMine: false, lastAt: GOOD.lastAt, nextAt: null })
  const screen = await open()
  await expect.element(screen.getByText('Backups are looked after by the person who runs this server.')).toBeVisible()
  await expect.element(screen.getByText('Sat 21 Nov, 03:10')).toBeVisible()
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
})

test('offline it shows that instead', async () => {
  practice.api.offline(true)
  const screen = await open()
  await expect.element(screen.getByText(/^You're offline\. The server still backs up every night/)).toBeVisible()
})
