import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MembersPage } from '#app/pages/settings/MembersPage.tsx'
import { SettingsPage } from '#app/pages/settings/SettingsPage.tsx'
import { type PracticeMember, practiceEndpoints } from '#features/core/practice/contract.ts'
import { invitationEndpoints, type PendingInvitation } from '#features/core/practice/invitations.ts'
import { uuidv7 } from '#lib/ids.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { currentToasts, dismissToast } from '#ui/toast-store.ts'
import '#ui/styles.css'

let practice: ReturnType<typeof fakePractice>
beforeEach(async () => {
  await page.viewport(1280, 800)
  practice = fakePractice()
  practice.api.on(practiceEndpoints.practices, () => [])
  practice.api.on(invitationEndpoints.mine, () => [])
  practice.api.on(invitationEndpoints.pending, () => [])
})
afterEach(async () => {
  for (const { id } of currentToasts()) dismissToast(id)
  await practice.leave()
})

async function open(Screen: ComponentType) {
  await practice.signIn()
  return render(
    <Queries>
      <main>
        <Screen />
      </main>
      <Toaster />
    </Queries>,
  )
}

const gareth: PracticeMember = {
  id: uuidv7(),
  personId: uuidv7(),
  name: 'Gareth Probert',
  role: 'owner',
  initials: 'GP',
  isActive: true,
  email: 'gareth@example.com',
}

const invitation = (name: string, change: Partial<PendingInvitation> = {}): PendingInvitation => ({
  id: uuidv7(),
  name,
  email: 'nia@example.com',
  role: 'apprentice',
  expiresAt: '2026-12-01T09:00:00.000Z',
  isExpired: false,
  ...change,
})

test('a person is invited, and without a mail server their link is handed over once', async () => {
  const invitations: object[] = []
  practice.api.on(practiceEndpoints.members, () => [gareth])
  practice.api.on(invitationEndpoints.invite, ({ body }) => {
    invitations.push(body)
    return { invitation: invitation('Nia Rees'), link: 'https://diary.example/sign-in#invitation=abc' }
  })
  const screen = await open(MembersPage)
  await screen.getByRole('button', { name: 'Invite somebody' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Invite somebody' })
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect.element(dialog.getByText('Enter an e-mail address such as nia@example.com')).toBeVisible()
  await dialog.getByLabelText('First name').fill('Nia')
  await dialog.getByLabelText('Last name').fill('Rees')
  await dialog.getByLabelText('E-mail').fill('nia@example.com')
  await dialog.getByLabelText('Role').selectOptions('apprentice')
  await expect.element(dialog.getByText(/Sees everything but money/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect
    .element(screen.getByRole('dialog', { name: 'A link for Nia Rees' }).getByLabelText('Link'))
    .toHaveValue('https://diary.example/sign-in#invitation=abc')
  expect(invitations).toEqual([{ firstName: 'Nia', lastName: 'Rees', email: 'nia@example.com', role: 'apprentice' }])
})

test('a former member is invited back in the role that was chosen, which can only be sent, not saved', async () => {
  const roles: string[] = []
  practice.api.on(practiceEndpoints.members, () => [
    gareth,
    { ...gareth, id: uuidv7(), name: 'Dan Price', role: 'farrier' as const, isActive: false },
  ])
  practice.api.on(invitationEndpoints.inviteBack, ({ body }) => {
    roles.push(body.role)
    return { invitation: invitation('Dan Price'), link: 'https://diary.example/sign-in#invitation=abc' }
  })
  const screen = await open(MembersPage)
  await screen.getByRole('button', { name: /Dan Price/ }).click()
  const dialog = screen.getByRole('dialog', { name: 'Dan Price' })
  await dialog.getByLabelText('Role').selectOptions('office')
  expect(dialog.getByRole('button', { name: 'Save role' }).query()).toBeNull()
  await dialog.getByRole('button', { name: 'Invite back' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'A link for Dan Price' })).toBeVisible()
  expect(roles).toEqual(['office'])
})

test('a person who has not answered is in the list, is sent the link again, and the invitation withdrawn', async () => {
  let pending = [invitation('Nia Rees'), invitation('Dan Price', { isExpired: true })]
  practice.api.on(practiceEndpoints.members, () => [gareth])
  practice.api.on(invitationEndpoints.pending, () => pending)
  practice.api.on(invitationEndpoints.inviteAgain, ({ params }) => ({
    invitation: pending.find(({ id }) => id === params.id) ?? invitation('Nobody'),
    link: 'https://diary.example/sign-in#invitation=again',
  }))
  practice.api.on(invitationEndpoints.withdraw, ({ params }) => {
    pending = pending.filter(({ id }) => id !== params.id)
    return undefined
  })
  const screen = await open(MembersPage)
  await expect.element(screen.getByText('Link expired')).toBeVisible()
  await screen.getByRole('button', { name: /Nia Rees/ }).click()
  await expect.element(screen.getByText("They haven't accepted yet. The link works until 1 Dec 2026.")).toBeVisible()
  await screen.getByRole('button', { name: 'Send again' }).click()
  await expect
    .element(screen.getByRole('dialog', { name: 'A link for Nia Rees' }).getByLabelText('Link'))
    .toHaveValue('https://diary.example/sign-in#invitation=again')
  await screen.getByRole('button', { name: 'Done' }).click()
  await screen.getByRole('button', { name: /Nia Rees/ }).click()
  await screen.getByRole('button', { name: 'Withdraw' }).click()
  await expect.element(screen.getByText("Nia Rees's link no longer works.")).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /Nia Rees/ })).not.toBeInTheDocument()
})

test('a practice that has invited a user is among theirs, and is opened by accepting', async () => {
  let mine = [{ id: uuidv7(), practiceName: 'Rees Farriery', role: 'office' as const }]
  const answered: string[] = []
  practice.api.on(practiceEndpoints.practices, () => [{ id: uuidv7(), name: 'Probert Farriery', isCurrent: true }])
  practice.api.on(invitationEndpoints.mine, () => mine)
  practice.api.on(invitationEndpoints.acceptMine, ({ params }) => {
    answered.push(params.id)
    mine = []
    return undefined
  })
  const [first] = mine
  const screen = await open(SettingsPage)
  await expect.element(screen.getByText('Has invited you as office')).toBeVisible()
  await screen.getByRole('button', { name: 'Accept Rees Farriery' }).click()
  await expect.element(screen.getByText('Has invited you as office')).not.toBeInTheDocument()
  expect(answered).toEqual([first?.id])
})

test('the list and an invitation have no accessibility fault, on a light phone or a dark desktop', async () => {
  practice.api.on(practiceEndpoints.members, () => [gareth])
  practice.api.on(invitationEndpoints.pending, () => [invitation('Nia Rees'), invitation('Dan Price', { isExpired: true })])
  for (const [width, theme] of LOOKS.slice(0, 2)) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    const screen = await open(MembersPage)
    await screen.getByRole('button', { name: /Nia Rees/ }).click()
    await expect.element(screen.getByRole('button', { name: 'Send again' })).toBeVisible()
    expect(await axeFindings(), `${width} ${theme}`).toEqual([])
    await screen.unmount()
  }
  delete document.documentElement.dataset.theme
})
