import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { guestEndpoints } from '#features/records/guests/contract.ts'
import { ToDoCard } from '#features/visits/tasks/web/ToDoCard.tsx'
import { addDays } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { client, horse, leaveRound, line, memberId, practice, sent, startRound, today, visit } from '#testing/browser/round.tsx'
import { Toaster } from '#ui/Toaster.tsx'

let invited: string[]
let sian: string
let seren: string
beforeEach(async () => {
  await startRound()
  invited = []
  practice.api.on(guestEndpoints.invite, ({ params, body }) => {
    invited.push(`${params.id} ${body.how}`)
    return { state: 'held' as const, link: null }
  })
  sian = client('Siân Penrose')
  seren = horse('Seren', sian, { owners: [{ clientId: sian, fromOn: '2024-05-01', toOn: null }], payerClientId: null, goneReason: null })
})
afterEach(leaveRound)

const SOLD = {
  onDay: addDays(today, -2),
  reason: 'sold',
  brings: 'all',
  name: 'Huw Bevan',
  phone: '07700 900118',
  email: 'huw@example.com',
}
const told = (facts: object = SOLD, kind = 'sold') =>
  practice.server.write('owner_asks', uuidv7(), {
    ...{ clientId: sian, personId: uuidv7(), kind, horseId: seren, facts, words: 'A lovely home', askedAt: '2026-11-20T10:00:00Z' },
    ...{ seenAt: null, seenBy: null, outcome: null },
  })
const show = async () => {
  await practice.signIn({ memberId, role: 'owner' })
  return render(
    <main>
      <h1>Home</h1>
      <ToDoCard />
      <Toaster />
    </main>,
  )
}
const dialog = () => page.getByRole('dialog')
const huwBevan = (change: object = {}) =>
  client('Huw Bevan', { phone: '07700 900118', phoneE164: '+447700900118', portal: null, stoppedAt: null, ...change })
const handOver = async () => {
  const screen = await show()
  await userEvent.click(screen.getByRole('button', { name: 'Hand over' }))
  return screen
}
const save = () => userEvent.click(dialog().getByRole('button', { name: 'Change owner' }))

test('a sale opens *Hand over* filled in, and saving hands the horse over, answers the owner and invites the new one', async () => {
  const huw = huwBevan()
  const ask = told()
  const screen = await handOver()
  await expect.element(dialog().getByRole('combobox', { name: /New owner/ })).toHaveValue('Huw Bevan')
  await expect.element(dialog().getByText('Found by the number or e-mail')).toBeVisible()
  await expect.element(dialog().getByLabelText('What they may read of the time before')).toHaveValue('all')
  await expect.element(dialog().getByRole('checkbox', { name: /^Invite Huw Bevan to the portal/ })).toBeChecked()
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    expect(await axeFindings()).toEqual([])
  }
  await save()
  await expect
    .poll(() => sent('horses'))
    .toMatchObject([{ id: seren, data: { clientId: huw, ownedFrom: addDays(today, -2), brings: 'all' } }])
  expect(sent('owner_asks')).toMatchObject([{ id: ask, data: { outcome: 'done' } }])
  await expect.poll(() => invited).toEqual([`${huw} sms`])
  await expect.element(screen.getByText('You can follow the invitation to Huw Bevan in the Outbox.')).toBeVisible()
  await expect.element(screen.getByText('Nothing to do.', { exact: false })).toBeVisible()
})

test('undone, the horse is with its owner and the sale waits again', async () => {
  huwBevan()
  told()
  const screen = await handOver()
  await userEvent.click(dialog().getByRole('checkbox', { name: /Invite/ }))
  await save()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await expect.poll(() => sent('horses').at(-1)?.data).toMatchObject({ clientId: sian, ownedFrom: addDays(today, -2) })
  expect(sent('owner_asks').at(-1)?.data).toMatchObject({ seenAt: null, outcome: null })
  await expect.element(screen.getByRole('button', { name: 'Hand over' })).toBeVisible()
  expect(invited).toEqual([])
})

test('an unknown buyer is added as the seller wrote, and what goes along is the farrier’s to change', async () => {
  told()
  await handOver()
  await userEvent.click(dialog().getByRole('button', { name: 'Add Huw Bevan as a client' }))
  const adding = page.getByRole('dialog', { name: 'Add New Client' })
  await expect.element(adding.getByRole('textbox', { name: /^Phone/ })).toHaveValue('07700 900118')
  await expect.element(adding.getByRole('textbox', { name: /^E-?mail/i })).toHaveValue('huw@example.com')
  await userEvent.click(adding.getByRole('button', { name: 'Add Client' }))
  await userEvent.selectOptions(dialog().getByLabelText('What they may read of the time before'), 'record')
  await expect.element(dialog().getByText('Less than the owner said.', { exact: false })).toBeVisible()
  await save()
  await expect.poll(() => sent('clients')).toMatchObject([{ action: 'CREATE', data: { name: 'Huw Bevan', phone: '07700 900118' } }])
  const [added] = sent('clients')
  await expect.poll(() => sent('horses')).toMatchObject([{ data: { clientId: added?.id, brings: 'record' } }])
  await expect.poll(() => invited).toEqual([expect.stringContaining(added?.id ?? '')])
})

test('where two clients have the buyer’s e-mail none is guessed: the farrier chooses', async () => {
  client('Huw Bevan', { email: 'yard@example.com' })
  const nia = client('Nia Pugh', { email: 'yard@example.com' })
  told({ ...SOLD, brings: 'record', phone: undefined, email: 'yard@example.com' })
  await handOver()
  await userEvent.selectOptions(dialog().getByLabelText('What they may read of the time before'), 'all')
  await expect.element(dialog().getByText('More than the owner said: ask them first.', { exact: false })).toBeVisible()
  await expect.element(dialog().getByText('Huw Bevan and Nia Pugh have what the seller said. Choose who it is.')).toBeVisible()
  await save()
  await expect.element(dialog().getByText('Choose the new owner')).toBeVisible()
  await userEvent.click(dialog().getByRole('button', { name: 'Nia Pugh, yard@example.com' }))
  await save()
  await expect.poll(() => sent('horses')).toMatchObject([{ data: { clientId: nia } }])
})

test('without a signal the horse is handed over on the device, and a toast shows that no one is invited', async () => {
  const huw = huwBevan()
  told()
  const screen = await show()
  await expect.element(screen.getByRole('button', { name: 'Hand over' })).toBeVisible()
  practice.api.offline(true)
  window.dispatchEvent(new Event('offline'))
  await userEvent.click(screen.getByRole('button', { name: 'Hand over' }))
  await expect.element(dialog().getByText('Inviting needs signal. Invite Huw Bevan later, on their page.')).toBeVisible()
  await save()
  await expect.element(screen.getByText('Nothing to do.', { exact: false })).toBeVisible()
  expect(invited).toEqual([])
  practice.api.offline(false)
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => sent('horses')).toMatchObject([{ data: { clientId: huw, brings: 'all' } }])
  expect(sent('owner_asks')).toMatchObject([{ data: { outcome: 'done' } }])
})

test('an invitation that fails shows what to do, and the horse stays handed over', async () => {
  huwBevan()
  told()
  practice.api.on(guestEndpoints.invite, () => {
    throw new Error('the server is down')
  })
  const screen = await handOver()
  await save()
  await expect.element(screen.getByText('Huw Bevan isn’t invited yet')).toBeVisible()
  expect(sent('horses')).toHaveLength(1)
})

test('of a horse that has died the house’s own dialog opens with the day, and takes it off its visit', async () => {
  const coming = visit(sian, 1)
  line(coming, seren, sian, 'Trim')
  const ask = told({ onDay: addDays(today, -3) }, 'died')
  const screen = await show()
  await userEvent.click(screen.getByRole('button', { name: 'No longer shod' }))
  await expect.element(dialog().getByRole('radio', { name: 'Deceased' })).toBeChecked()
  await userEvent.click(dialog().getByRole('button', { name: 'Keep under Gone' }))
  await expect.poll(() => sent('horses')).toMatchObject([{ data: { goneReason: 'deceased', goneOn: addDays(today, -3) } }])
  expect(sent('owner_asks')).toMatchObject([{ id: ask, data: { outcome: 'done' } }])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await expect.poll(() => sent('horses').at(-1)?.data).toMatchObject({ goneOn: null })
  expect(sent('owner_asks').at(-1)?.data).toMatchObject({ outcome: null })
})

test('a horse that has another owner by now can’t be handed over', async () => {
  told()
  practice.server.write('horses', seren, { clientId: client('Nia Pugh') })
  const screen = await show()
  await expect.element(screen.getByRole('button', { name: 'Dealt with' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Hand over' }).elements()).toEqual([])
})
