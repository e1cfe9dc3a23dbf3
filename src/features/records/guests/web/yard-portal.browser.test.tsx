import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { YardPortal } from '#features/records/guests/contract.ts'
import { guestEndpoints } from '#features/records/guests/contract.ts'
import { YardPortalPanel } from '#features/records/guests/web/YardPortalPanel.tsx'
import { ToDoCard } from '#features/visits/tasks/web/ToDoCard.tsx'
import { uuidv7 } from '#lib/ids.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { Refusal } from '#testing/browser/fake-api.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

const YARD = uuidv7()
const NON = { personId: uuidv7(), name: 'Non Bevan', since: '2026-11-02T10:00:00Z', until: null, lastOpenedAt: '2026-11-24T08:15:00Z' }
const SIONED = { id: uuidv7(), toName: 'Sioned', to: '+447700900177', madeAt: '2026-11-20T10:00:00Z', diesAt: '2026-12-20T10:00:00Z' }

let practice: ReturnType<typeof fakePractice>
let portal: YardPortal
let asked: object[]
beforeEach(() => {
  practice = fakePractice()
  portal = { people: [NON], invites: [SIONED] }
  asked = []
  practice.api
    .on(guestEndpoints.yardPortal, () => portal)
    .on(guestEndpoints.log, () => [
      {
        id: uuidv7(),
        at: '2026-11-24T08:15:00Z',
        clientId: null,
        clientName: null,
        role: 'yard' as const,
        whoName: null,
        what: 'yard' as const,
        name: 'Hollybush',
      },
    ])
    .on(guestEndpoints.endManager, ({ body }) => {
      asked.push(body)
      portal = {
        people: body.personId ? [{ ...NON, until: '2026-11-25T10:00:00Z' }] : portal.people,
        invites: body.inviteId ? [] : portal.invites,
      }
      return portal
    })
    .on(guestEndpoints.inviteManager, ({ body }) => {
      if (!body.to.includes('@')) throw new Refusal('not_reachable')
      asked.push(body)
      return { state: 'queued' as const }
    })
})
afterEach(() => practice.leave())

async function open(role: 'owner' | 'apprentice' = 'owner') {
  await practice.signIn({ role })
  return render(
    <main>
      <h1>Hollybush</h1>
      <h2>Yard</h2>
      <YardPortalPanel yardId={YARD} />
      <Toaster />
    </main>,
  )
}

test('a yard shows who manages it, since when and when they last looked, ends it and withdraws an invitation by a press', async () => {
  const screen = await open()
  const part = screen.getByRole('region', { name: 'Yard manager' })
  await expect.element(part).toMatchTextContent(/Non BevanSince 2 Nov 2026, last opened Tue 24 Nov, 08:15/)
  await expect.element(part).toMatchTextContent(/SionedInvited 20 Nov 2026 at 07700 900177, good until 20 Dec 2026/)
  await expect.element(part).toMatchTextContent(/The yard’s manager: Hollybush/)
  for (const [width, theme] of [...LOOKS, [375, 'dark']] as const) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    expect(await axeFindings()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
  await userEvent.click(part.getByRole('button', { name: 'Withdraw the invitation of Sioned' }))
  await expect.element(part.getByText('Sioned')).not.toBeInTheDocument()
  await userEvent.click(part.getByRole('button', { name: 'End access of Non Bevan' }))
  await expect.element(part).toMatchTextContent(/Ended 25 Nov 2026/)
  expect(asked).toEqual([{ inviteId: SIONED.id }, { personId: NON.personId }])
})

test('a manager is invited by name and address; a refusal stands beside the address, which stays', async () => {
  portal = { people: [], invites: [] }
  const screen = await open()
  await expect.element(screen.getByText('Nobody sees this yard’s board.', { exact: false })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Invite the yard’s manager' }))
  const dialog = page.getByRole('dialog', { name: 'Invite the yard’s manager' })
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Non Bevan')
  await dialog.getByRole('textbox', { name: /^Mobile or e-mail/ }).fill('12')
  expect(await axeFindings()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Send the invitation' }))
  await expect.element(dialog.getByRole('textbox', { name: /^Mobile or e-mail/ })).toHaveAccessibleDescription(/./)
  await expect.element(dialog.getByRole('textbox', { name: /^Mobile or e-mail/ })).toHaveValue('12')
  await dialog.getByRole('textbox', { name: /^Mobile or e-mail/ }).fill('non@example.com')
  await userEvent.click(dialog.getByRole('button', { name: 'Send the invitation' }))
  await expect.element(screen.getByText('Test version: in the Outbox, not sent.')).toBeVisible()
  expect(asked).toEqual([{ toName: 'Non Bevan', to: 'non@example.com' }])
})

test('an apprentice reads who manages a yard and changes nothing; without an answer it shows that', async () => {
  const screen = await open('apprentice')
  const part = screen.getByRole('region', { name: 'Yard manager' })
  await expect.element(part).toMatchTextContent(/Non Bevan/)
  expect(part.getByRole('button').elements()).toEqual([])
  await screen.unmount()
  practice.api.on(guestEndpoints.yardPortal, () => {
    throw new Refusal('not_found')
  })
  const without = await open('apprentice')
  await expect.element(without.getByText('Who manages it needs signal.')).toBeVisible()
})

test('a manager’s message is in the to-do list with who and of which yard, and is answered below the earlier ones', async () => {
  practice.server.write('yards', YARD, { name: 'Hollybush' })
  const said = (more: object) =>
    practice.server.write('owner_asks', uuidv7(), {
      ...{ clientId: null, yardId: YARD, personId: NON.personId, kind: 'yard', horseId: null, facts: { name: 'Non Bevan' } },
      ...{ askedAt: '2026-11-24T10:00:00Z', seenAt: null, seenBy: null, outcome: null, reply: null, repliedAt: null, repliedBy: null },
      ...more,
    })
  const at = '2026-11-23T10:00:00Z'
  said({ words: 'May Biscuit go first?', seenAt: at, outcome: 'done', reply: 'He may.', repliedAt: at })
  said({ words: 'Somebody else’s words', personId: uuidv7(), seenAt: at, outcome: 'done' })
  said({ words: 'The top gate is chained.' })
  await practice.signIn()
  const screen = await render(
    <main>
      <h1>Home</h1>
      <ToDoCard />
      <Toaster />
    </main>,
  )
  const row = screen.getByRole('list', { name: 'Owners ask' }).getByRole('listitem')
  await expect.element(row).toHaveTextContent('Non Bevan, Hollybush: The top gate is chained. AnswerSeen')
  await expect.element(row.getByRole('link')).toHaveAttribute('href', `/yards?yard=${YARD}`)
  await userEvent.click(row.getByRole('button', { name: 'Answer' }))
  const dialog = page.getByRole('dialog', { name: 'Answer Non Bevan' })
  const before = dialog.getByRole('list', { name: 'Said so far' })
  await expect.element(before).toMatchTextContent(/May Biscuit go first\?.*He may\..*The top gate is chained\./)
  await expect.element(before).not.toMatchTextContent(/Somebody else/)
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    expect(await axeFindings()).toEqual([])
  }
  await expect.element(dialog.getByRole('button', { name: 'Send' })).toBeDisabled()
  await userEvent.fill(dialog.getByLabelText('Your answer'), ' I’ll come in by the lane. ')
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
  const answer = { reply: 'I’ll come in by the lane.', outcome: 'done', seenAt: expect.any(String) }
  await expect.poll(() => practice.ops().map(({ data }) => data)).toEqual([answer])
  await expect.element(screen.getByText('Non Bevan reads it in the portal, where they wrote.')).toBeVisible()
  expect(screen.getByRole('list', { name: 'Owners ask' }).elements()).toEqual([])
})
