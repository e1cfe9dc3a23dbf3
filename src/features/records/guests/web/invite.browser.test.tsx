import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { guestEndpoints } from '#features/records/guests/contract.ts'
import { InvitePanel } from '#features/records/guests/web/InvitePanel.tsx'
import { Refusal } from '#testing/browser/fake-api.ts'
import { client, leaveRound, memberId, practice, startRound } from '#testing/browser/round.tsx'
import { Toaster } from '#ui/Toaster.tsx'

beforeEach(startRound)
afterEach(leaveRound)

test('several clients are invited by one request, who could not be is named, and without an answer the choice stays', async () => {
  const number = { phone: '07700 900118', phoneE164: '+447700900118' }
  const [ffion, huw] = [client('Ffion Rees', number), client('Huw Bevan', { email: 'huw@example.com' })]
  client('Nia Pugh')
  const asked: object[] = []
  let isDown = true
  practice.api.on(guestEndpoints.inviteAll, ({ body }) => {
    asked.push(body)
    if (isDown) throw new Refusal('internal')
    return { refused: [{ clientId: huw, message: 'They have no e-mail address.' }] }
  })
  await practice.signIn({ memberId, role: 'owner' })
  let isClosed = false
  const screen = await render(
    <main>
      <h1>Clients</h1>
      <InvitePanel
        onClose={() => {
          isClosed = true
        }}
      />
      <Toaster />
    </main>,
  )
  const dialog = page.getByRole('dialog', { name: 'Invite to the portal' })
  await userEvent.click(dialog.getByRole('button', { name: 'Choose all 2' }))
  const send = dialog.getByRole('button', { name: 'Send 2 invitations' })
  await userEvent.click(send)
  await expect.element(screen.getByText('Nobody is invited yet')).toBeVisible()
  await expect.element(send).toBeEnabled()
  expect(isClosed).toBe(false)
  isDown = false
  await userEvent.click(send)
  await expect.element(screen.getByText('1 of 2 invited')).toBeVisible()
  await expect.element(screen.getByText('Huw Bevan: They have no e-mail address.')).toBeVisible()
  const invites = [
    { clientId: ffion, how: 'sms' },
    { clientId: huw, how: 'email' },
  ]
  expect(asked).toEqual([{ invites: expect.arrayContaining(invites) }, { invites: expect.arrayContaining(invites) }])
  expect(isClosed).toBe(true)
})
