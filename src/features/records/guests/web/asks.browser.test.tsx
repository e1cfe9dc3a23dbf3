import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ToDoCard } from '#features/visits/tasks/web/ToDoCard.tsx'
import { uuidv7 } from '#lib/ids.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { aRound, client, leaveRound, memberId, practice, sent, startRound } from '#testing/browser/round.tsx'
import { Toaster } from '#ui/Toaster.tsx'

beforeEach(startRound)
afterEach(leaveRound)

const ask = (clientId: string, change: object) =>
  practice.server.write('owner_asks', uuidv7(), {
    clientId,
    personId: uuidv7(),
    kind: 'sold',
    horseId: null,
    facts: {},
    words: null,
    askedAt: '2026-11-20T10:00:00Z',
    seenAt: null,
    seenBy: null,
    outcome: null,
    ...change,
  })
const show = async (role: 'owner' | 'apprentice' = 'owner') => {
  await practice.signIn({ memberId, role })
  return render(
    <main>
      <h1>Home</h1>
      <ToDoCard />
      <Toaster />
    </main>,
  )
}

test('a request for access is in the to-do list, and one press answers who it is or undoes that', async () => {
  const ffion = client('Ffion Rees')
  ask(ffion, { kind: 'access', facts: { email: 'ffion@example.com' } })
  const screen = await show()
  const row = screen.getByRole('list', { name: 'Owners ask' }).getByRole('listitem')
  await expect
    .element(row)
    .toHaveTextContent('Ffion Rees: Somebody at ffion@example.com asks to see these horses. Is it them? Yes, that’s Ffion ReesNo')
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    expect(await axeFindings()).toEqual([])
  }
  await userEvent.click(row.getByRole('button', { name: 'Yes, that’s Ffion Rees' }))
  await expect.poll(() => sent('owner_asks')).toMatchObject([{ action: 'UPDATE', data: { outcome: 'done' } }])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await expect.poll(() => sent('owner_asks').at(-1)?.data).toMatchObject({ outcome: null, seenAt: null })
})

test('of two clients of one name the list shows where each lives', async () => {
  const asked = { kind: 'access', facts: { email: 'ann@example.com' } }
  ask(client('Ann Lloyd', { address: '2 The Green, Shobdon' }), asked)
  ask(client('Ann Lloyd', { address: '5 Church Lane, Orleton' }), { ...asked, askedAt: '2026-11-20T11:00:00Z' })
  const list = (await show()).getByRole('list', { name: 'Owners ask' })
  await expect.element(list.getByRole('button', { name: 'Yes, that’s Ann Lloyd, Shobdon' })).toBeVisible()
  await expect.element(list.getByRole('button', { name: 'Yes, that’s Ann Lloyd, Orleton' })).toBeVisible()
  await expect.element(list.getByRole('link', { name: 'Ann Lloyd, Orleton' })).toBeVisible()
})

test('new details open the client with them filled in, and saving answers the owner', async () => {
  const ffion = client('Ffion Rees')
  ask(ffion, { kind: 'details', facts: { address: '4 Mill Lane, Brecon', postcode: 'LD3 7AA' } })
  const screen = await show()
  await userEvent.click(screen.getByRole('button', { name: 'Change it' }))
  const form = page.getByRole('dialog')
  await expect.element(form.getByRole('textbox', { name: /^Postcode/ })).toHaveValue('LD3 7AA')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await expect.poll(() => sent('clients')).toMatchObject([{ data: { address: '4 Mill Lane, Brecon', postcode: 'LD3 7AA' } }])
  await expect.poll(() => sent('owner_asks')).toMatchObject([{ data: { outcome: 'done' } }])
  await expect.element(screen.getByText('Nothing to do.', { exact: false })).toBeVisible()
})

test('an apprentice reads owners’ requests, and answers none', async () => {
  const { biscuit, sarah } = aRound()
  ask(sarah, { horseId: biscuit, facts: { name: 'Huw Bevan' }, words: 'Gone on Sunday' })
  const screen = await show('apprentice')
  const list = screen.getByRole('list', { name: 'Owners ask' })
  await expect.element(list).toHaveTextContent('Sarah Penrose: Biscuit has been sold or moved on, to Huw Bevan. “Gone on Sunday”')
  expect(list.getByRole('button').elements()).toEqual([])
})
