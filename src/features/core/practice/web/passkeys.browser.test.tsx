import { expect, test } from 'vitest'
import { SessionsPage } from '#features/core/practice/web/SessionsPage.tsx'
import { SignInPage } from '#features/core/practice/web/SignInPage.tsx'
import { refreshSession } from '#platform/web/session/session.ts'
import { answers, done, open, passkeysOf, refuse, startBeforeSession } from '#testing/browser/before-session.tsx'
import '#ui/styles.css'

startBeforeSession()

const signed = { id: 'k', rawId: 'k', type: 'public-key', clientExtensionResults: {}, response: {} }
const me = {
  id: '0198a3d2-0000-7000-8000-00000000000a',
  memberId: '0198a3d2-0000-7000-8000-00000000000b',
  sessionId: '0198a3d2-0000-7000-8000-00000000000c',
  role: 'owner',
  practice: { id: '0198a3d2-0000-7000-8000-00000000000d', name: 'Probert Farriery', zone: 'Europe/London' },
}

test('a passkey signs in by one press, and a fault in it is shown', async () => {
  answers.set('POST /api/auth/passkeys/challenge', () => Response.json({ challenge: 'c' }))
  answers.set('POST /api/auth/passkeys/use', () => refuse('passkey_refused'))
  const asked: boolean[] = []
  passkeysOf({
    signWithPasskey: async (_, isOffered) => {
      asked.push(isOffered)
      return asked.length > 1 ? signed : undefined
    },
  })
  const { screen, at } = await open(SignInPage)
  await expect.element(screen.getByLabelText('E-mail')).toHaveAttribute('autocomplete', 'username webauthn')
  await screen.getByRole('button', { name: 'Use a passkey' }).click()
  await expect.element(screen.getByText(/^No passkey was used/)).toBeVisible()
  await screen.getByRole('button', { name: 'Use a passkey' }).click()
  await expect.element(screen.getByText("That passkey doesn't open anything here. Sign in another way.")).toBeVisible()
  answers.set('POST /api/auth/passkeys/use', done)
  answers.set('GET /api/auth/user', () => Response.json(me))
  await screen.getByRole('button', { name: 'Use a passkey' }).click()
  await expect.poll(at).toBe('/')
  expect(asked).toEqual([false, false, false])
})

test('the e-mail field offers the passkeys of the device, and one that is taken signs in', async () => {
  answers.set('POST /api/auth/passkeys/challenge', () => Response.json({ challenge: 'c' }))
  answers.set('POST /api/auth/passkeys/use', done)
  passkeysOf({ offersPasskeys: async () => true, signWithPasskey: async (_, isOffered) => (isOffered ? signed : undefined) })
  answers.set('GET /api/auth/user', () => Response.json(me))
  const { at } = await open(SignInPage)
  await expect.poll(at).toBe('/')
})

test('a passkey is added on this device, with the password once it is wanted, and removed', async () => {
  answers.set('GET /api/auth/user', () => Response.json(me))
  answers.set('GET /api/auth/sessions', () => Response.json([]))
  let kept: object[] = []
  answers.set('GET /api/auth/passkeys', () => Response.json(kept))
  answers.set('POST /api/auth/passkeys/options', ({ password }) =>
    password === 'right' ? Response.json({ challenge: 'c' }) : refuse(password ? 'sign_in_failed' : 'proof_too_old'),
  )
  answers.set('POST /api/auth/passkeys', () => {
    kept = [{ id: 'k', name: 'Safari on iPhone', madeAt: '2026-11-25T09:00:00.000Z', usedAt: null }]
    return done()
  })
  answers.set('DELETE /api/auth/passkeys/k', () => {
    kept = []
    return done()
  })
  passkeysOf({ makePasskey: async () => signed })
  await refreshSession()
  const { screen } = await open(SessionsPage, '/settings/sessions')
  await screen.getByRole('button', { name: 'Add a passkey' }).click()
  await screen.getByLabelText('Password', { exact: true }).fill('right')
  await screen.getByRole('button', { name: 'Add a passkey' }).click()
  await expect.element(screen.getByText(/^Made .*25 Nov.*, not used yet$/)).toBeVisible()
  await screen.getByRole('button', { name: /^Remove the passkey of Safari on iPhone/ }).click()
  await expect.element(screen.getByText('Safari on iPhone')).not.toBeInTheDocument()
})
