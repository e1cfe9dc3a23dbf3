import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { visitCardEndpoints } from '#features/day/visit-card/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayAndYear } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { forceSync } from '#platform/web/sync/sync.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { aRound, closeOut, horse, leaveRound, line, memberId, open, practice, sent, startRound, today } from '#testing/browser/round.tsx'

beforeEach(startRound)
afterEach(leaveRound)

const finished = { outcome: 'done', completedAt: currentTime().toISOString() }

/** A finished stop with horses of two owners, photos of one of them, and a server that makes links. */
function aFinishedStop() {
  const round = aRound()
  const { first, lines, sarah, tom, biscuit } = round
  practice.server.write('appointments', first, { isCallComplete: true, status: 'done', completedAt: finished.completedAt })
  for (const id of lines) practice.server.write('visit_horses', id, finished)
  line(first, horse('Conker', tom), tom, 'Trim', { place: 2, ...finished })
  const photo = (foot: string, shownToOwner: boolean, more: object = {}) =>
    practice.server.write('attachments', uuidv7(), {
      ...{ fileId: uuidv7(), fileUrl: null, fileType: 'image', fileName: 'x.jpg', fileSize: 9, mime: 'image/jpeg', description: null },
      ...{ uploadedBy: 'farrier', filedBy: memberId, receivedFrom: null, horseId: biscuit, appointmentId: first, workEntryId: null },
      ...{ clientId: null, yardId: null, messageId: null, foot, view: null, takenOn: today, shownToOwner, ...more },
    })
  const photos = [photo('NF', true), photo('OH', false)]
  photo('NH', true, { fileType: 'radiograph' })
  let made = 0
  const diesAt = `${addDays(today, 365)}T00:00:00.000Z`
  practice.api.on(visitCardEndpoints.make, () => {
    made += 1
    return [tom, sarah].map((clientId) => {
      const url = `${location.origin}/visit/${made}-${clientId === tom ? 'tom' : 'sarah'}`
      return { clientId, clientName: clientId === tom ? 'Tom Vaughan' : 'Sarah Penrose', url, pdfUrl: `${url}/card.pdf`, diesAt }
    })
  })
  return { ...round, photos }
}

async function openCards() {
  const screen = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Visit card: Hollybush Farm Livery' }))
  return { screen, dialog: screen.getByRole('dialog', { name: 'Visit card' }) }
}

test('a finished stop has a card for each owner: opened, copied, handed over, and revoked for good', async () => {
  const { sarah } = aFinishedStop()
  const taken = vi.fn()
  practice.api.on(visitCardEndpoints.takeBack, ({ query }) => taken(query.clientId))
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { screen, dialog } = await openCards()
  await expect.element(dialog.getByText(dayAndYear(today), { exact: false })).toBeVisible()
  await expect.element(dialog.getByText('Biscuit, Merlin', { exact: true })).toBeVisible()
  await expect.element(dialog.getByText('Conker', { exact: true })).toBeVisible()
  const card = dialog.getByRole('link', { name: "Open Sarah Penrose's card" })
  await expect.element(card).toHaveAttribute('href', `${location.origin}/visit/1-sarah`)
  await expect
    .element(dialog.getByRole('link', { name: 'PDF for Tom Vaughan' }))
    .toHaveAttribute('href', `${location.origin}/visit/1-tom/card.pdf`)
  await userEvent.click(dialog.getByRole('button', { name: 'Copy link for Sarah Penrose' }))
  expect(copied).toHaveBeenCalledExactlyOnceWith(`${location.origin}/visit/1-sarah`)
  await userEvent.click(dialog.getByRole('button', { name: 'Share...' }).first())
  const message = screen.getByRole('menuitem', { name: 'My messages' })
  await expect.element(message).toHaveAttribute('href', expect.stringMatching(/^sms:(\+447700900118)?.*Biscuit.*1-sarah.*Probert/))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(dialog.getByRole('button', { name: "Stop sharing Sarah Penrose's card" }))
  await userEvent.click(screen.getByRole('button', { name: 'Stop sharing' }))
  await expect.element(dialog.getByText('Not shared: its links no longer work.')).toBeVisible()
  expect(taken).toHaveBeenCalledExactlyOnceWith(sarah)
  await expect.element(dialog.getByRole('link', { name: "Open Tom Vaughan's card" })).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Make a new link' }))
  await expect.element(card).toHaveAttribute('href', `${location.origin}/visit/2-sarah`)
})

test('which photos the owner sees is switched here, also without a signal; the links wait for one', async () => {
  const { photos } = aFinishedStop()
  const screen = await open()
  await expect.element(screen.getByRole('button', { name: 'Visit card: Hollybush Farm Livery' })).toBeVisible()
  practice.api.offline(true)
  await userEvent.click(screen.getByRole('button', { name: 'Visit card: Hollybush Farm Livery' }))
  const dialog = screen.getByRole('dialog', { name: 'Visit card' })
  await expect.element(dialog.getByRole('switch', { name: 'Biscuit, near fore' })).toBeChecked()
  await expect.element(dialog.getByRole('switch')).toHaveLength(2)
  await userEvent.click(dialog.getByRole('switch', { name: 'Biscuit, near fore' }))
  await userEvent.click(dialog.getByRole('switch', { name: 'Biscuit, off hind' }))
  await expect.element(dialog.getByRole('switch', { name: 'Biscuit, off hind' })).toBeChecked()
  await expect.element(dialog.getByText(/^You have no signal/)).toBeVisible()
  practice.api.offline(false)
  await forceSync()
  await expect
    .poll(() => sent('attachments').map(({ id, data }) => [id, data]))
    .toEqual([
      [photos[0], { shownToOwner: false }],
      [photos[1], { shownToOwner: true }],
    ])
  await expect.element(dialog.getByRole('link', { name: "Open Sarah Penrose's card" })).toBeVisible()
})

test('a stop closed out without a signal has its card once the server has it', async () => {
  const { sarah } = aRound()
  practice.api.on(visitCardEndpoints.make, () => {
    const url = `${location.origin}/visit/x`
    return [{ clientId: sarah, clientName: 'Sarah Penrose', url, pdfUrl: `${url}/card.pdf`, diesAt: currentTime().toISOString() }]
  })
  const screen = await open()
  await expect.element(screen.getByText('0 of 3')).toBeVisible()
  practice.api.offline(true)
  await closeOut(screen)
  await userEvent.click(screen.getByRole('button', { name: 'Visit card: Hollybush Farm Livery' }))
  await expect.element(screen.getByText(/^Some of this visit hasn't reached the server/)).toBeVisible()
  practice.api.offline(false)
  // The automatic retry would only come after a while.
  await forceSync()
  await expect.element(screen.getByRole('link', { name: "Open Sarah Penrose's card" })).toBeVisible()
})

test('an apprentice hands out no cards', async () => {
  aFinishedStop()
  const screen = await open({ role: 'apprentice' })
  await expect.element(screen.getByRole('button', { name: 'Reopen Hollybush Farm Livery' })).toBeVisible()
  expect(screen.getByRole('button', { name: /^Visit card/ }).query()).toBeNull()
})

test.each(LOOKS)('axe finds nothing in the dialog at %i px, %s', async (width, theme) => {
  await page.viewport(width, 800)
  document.documentElement.dataset.theme = theme
  aFinishedStop()
  const { dialog } = await openCards()
  await expect.element(dialog.getByRole('link', { name: "Open Sarah Penrose's card" })).toBeVisible()
  expect(await axeFindings()).toEqual([])
})
