import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { nextScreen } from '#features/core/practice/web/next-screen.ts'
import { RegisterPage } from '#features/core/practice/web/RegisterPage.tsx'
import { SessionsPage } from '#features/core/practice/web/SessionsPage.tsx'
import { SignInPage } from '#features/core/practice/web/SignInPage.tsx'
import { uuidv7 } from '#lib/ids.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { answers, done, open, refuse, sent, startBeforeSession } from '#testing/browser/before-session.tsx'
import '#ui/styles.css'

startBeforeSession()

/** The frame around a member's screen brings its main. */
const Sessions = () => (
  <main>
    <SessionsPage />
  </main>
)

test('signing in goes on to where one was going', async () => {
  answers.set('POST /api/auth/password', done)
  const { screen, at } = await open(SignInPage, '/sign-in?next=%2Fround')
  await screen.getByLabelText('E-mail').fill('gareth@example.com')
  await screen.getByLabelText('Password', { exact: true }).fill('hot shoe, cold water')
  await screen.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(at).toBe('/round')
  expect(sent).toContainEqual({ route: 'POST /api/auth/password', body: { email: 'gareth@example.com', password: 'hot shoe, cold water' } })
})

test('what was typed stays when the server refuses, with its sentence, and when it cannot be reached', async () => {
  answers.set('POST /api/auth/password', () => refuse('sign_in_failed'))
  const { screen } = await open(SignInPage)
  await screen.getByLabelText('E-mail').fill('gareth@example.com')
  await screen.getByLabelText('Password', { exact: true }).fill('wrong')
  await screen.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(screen.getByRole('status')).toHaveTextContent("That e-mail address and password don't match.")
  answers.set('POST /api/auth/password', () => Promise.reject(new TypeError('Failed to fetch')))
  await screen.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('No connection. Try again when you have signal.')
  await expect.element(screen.getByLabelText('E-mail')).toHaveValue('gareth@example.com')
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveValue('wrong')
})

test('an empty form shows what is missing and sends nothing', async () => {
  const { screen } = await open(SignInPage)
  await screen.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(screen.getByText('Enter an e-mail address such as sarah@example.com')).toBeVisible()
  await expect.element(screen.getByText('Enter your password')).toBeVisible()
  expect(sent.filter(({ route }) => route.startsWith('POST'))).toEqual([])
})

test('a password can be looked at', async () => {
  const { screen } = await open(SignInPage)
  const password = screen.getByLabelText('Password', { exact: true })
  await password.fill('hot shoe')
  await expect.element(password).toHaveAttribute('type', 'password')
  await screen.getByRole('button', { name: 'Show password' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
})

test('a link is offered only where the server can mail, and needs only the address', async () => {
  const { screen } = await open(SignInPage)
  await expect.element(screen.getByRole('button', { name: 'E-mail me a link instead' })).not.toBeInTheDocument()
  await screen.unmount()
  answers.set('GET /api/auth/options', () => Response.json({ emailLink: true, demo: false }))
  answers.set('POST /api/auth/email-link', done)
  const mailing = await open(SignInPage)
  await expect.element(mailing.screen.getByRole('button', { name: 'Open the demo practice' })).not.toBeInTheDocument()
  await mailing.screen.getByLabelText('E-mail').fill('nia@example.com')
  await mailing.screen.getByRole('button', { name: 'E-mail me a link instead' }).click()
  await expect
    .element(mailing.screen.getByRole('status'))
    .toHaveTextContent('If that address has an account, a link is on its way. It works once, within half an hour.')
  expect(sent).toContainEqual({ route: 'POST /api/auth/email-link', body: { email: 'nia@example.com' } })
})

test('the demo practice opens with one press', async () => {
  answers.set('POST /api/auth/demo', done)
  const { screen, at } = await open(SignInPage)
  await screen.getByRole('button', { name: 'Open the demo practice' }).click()
  await expect.poll(at).toBe('/')
})

test('a link is spent by a press, not by being opened', async () => {
  answers.set('POST /api/auth/email-link/use', done)
  window.location.hash = 'token=abc'
  const { screen, at } = await open(SignInPage)
  await expect.element(screen.getByRole('heading', { name: 'Sign in with your link' })).toBeVisible()
  expect(sent.some(({ route }) => route.startsWith('POST'))).toBe(false)
  await screen.getByLabelText(/^New password/).fill('short')
  await screen.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(screen.getByText('At least 10 characters', { exact: true })).toBeVisible()
  await screen.getByLabelText(/^New password/).fill('a new long password')
  await screen.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(at).toBe('/')
  expect(sent).toContainEqual({ route: 'POST /api/auth/email-link/use', body: { token: 'abc', password: 'a new long password' } })
})

test('an invitation is answered by a press: a new account chooses its password', async () => {
  const opened = {
    practiceName: 'Rees Farriery',
    role: 'farrier',
    email: 'nia@example.com',
    step: 'choose_password',
    isPasswordNeeded: true,
  }
  answers.set('POST /api/auth/invitation', () => Response.json(opened))
  answers.set('POST /api/auth/invitation/accept', () => Response.json({ isSignedIn: true }))
  window.location.hash = 'invitation=abc'
  const { screen, at } = await open(SignInPage)
  await expect.element(screen.getByText('Rees Farriery has invited nia@example.com as farrier.')).toBeVisible()
  await screen.getByRole('button', { name: 'Join Rees Farriery' }).click()
  await expect.element(screen.getByText('At least 10 characters', { exact: true })).toBeVisible()
  expect(sent.some(({ route }) => route.endsWith('/accept'))).toBe(false)
  await screen.getByLabelText('New password').fill('a new long password')
  await screen.getByRole('button', { name: 'Join Rees Farriery' }).click()
  await expect.poll(at).toBe('/')
  expect(sent).toContainEqual({ route: 'POST /api/auth/invitation/accept', body: { token: 'abc', password: 'a new long password' } })
})

test('an invitation without a sign-in leads to the sign-in page, a declined one ends, and an expired one shows that', async () => {
  answers.set('POST /api/auth/invitation', () =>
    Response.json({ practiceName: 'Rees Farriery', role: 'farrier', email: 'nia@example.com', step: 'join', isPasswordNeeded: false }),
  )
  answers.set('POST /api/auth/invitation/accept', () => Response.json({ isSignedIn: false }))
  answers.set('POST /api/auth/invitation/decline', done)
  window.location.hash = 'invitation=abc'
  const first = await open(SignInPage)
  await first.screen.getByRole('button', { name: 'Join Rees Farriery' }).click()
  await expect.element(first.screen.getByRole('status')).toHaveTextContent("You've joined Rees Farriery. Sign in to open it.")
  expect(await leadsTo(first.screen.getByRole('link', { name: 'Sign in' }))).toBe('/sign-in')
  await first.screen.unmount()
  const second = await open(SignInPage)
  await second.screen.getByRole('button', { name: 'Decline' }).click()
  await expect.element(second.screen.getByRole('status')).toHaveTextContent("Declined. That's all.")
  await second.screen.unmount()
  answers.set('POST /api/auth/invitation', () => refuse('link_spent'))
  const third = await open(SignInPage)
  await expect.element(third.screen.getByRole('status')).toHaveTextContent('This link has been used or has expired. Ask for a new one.')
})

/** Presses a link and returns the page it would lead to; this page stays. */
async function leadsTo(link: Locator): Promise<string> {
  const { navigation } = window as unknown as { navigation: EventTarget }
  const left = Promise.withResolvers<string>()
  const stay = (event: Event) => {
    const { destination } = event as Event & { destination: { url: string; sameDocument: boolean } }
    event.preventDefault()
    const { pathname, hash } = new URL(destination.url)
    left.resolve(destination.sameDocument ? 'this same page' : `${pathname}${hash}`)
  }
  navigation.addEventListener('navigate', stay)
  await link.click()
  return left.promise.finally(() => navigation.removeEventListener('navigate', stay))
}

test('registering leads to the welcome, and a taken address shows a sentence', async () => {
  answers.set('POST /api/auth/register', () => refuse('email_taken'))
  const { screen, at } = await open(RegisterPage, '/register')
  await screen.getByLabelText('Your name').fill("Nia  O'Rourke")
  await expect.element(screen.getByLabelText('Practice name')).toHaveValue("Nia O'Rourke Farriery")
  await screen.getByLabelText('Practice name').fill("Nia's Farriery")
  await screen.getByLabelText('E-mail').fill('nia@example.com')
  await screen.getByLabelText('Password', { exact: true }).fill('hot shoe, cold water')
  await screen.getByRole('button', { name: 'Register' }).click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('Somebody already uses that e-mail address to sign in.')
  answers.set('POST /api/auth/register', done)
  answers.set('GET /api/auth/user', () => Response.json({ id: uuidv7(), firstName: 'Nia', practice: { id: uuidv7() } }))
  await screen.getByRole('button', { name: 'Register' }).click()
  await expect.poll(at).toBe('/welcome')
  expect(sent.findLast(({ route }) => route.startsWith('POST /api/auth'))).toMatchObject({
    route: 'POST /api/auth/register',
    body: { firstName: 'Nia', lastName: "O'Rourke", practiceName: "Nia's Farriery" },
  })
})

test('where the server sends mail, registering asks to check it, with or without an account', async () => {
  // The server may not have responded yet.
  answers.set('GET /api/auth/options', () => new Promise(() => undefined))
  answers.set('POST /api/auth/register', done)
  const { screen, at } = await open(RegisterPage, '/register')
  await screen.getByLabelText('Your name').fill('Nia Rees')
  await screen.getByLabelText('E-mail').fill('nia@example.com')
  await screen.getByLabelText('Password', { exact: true }).fill('hot shoe, cold water')
  await screen.getByRole('button', { name: 'Register' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  expect(at()).toBe('/register')
})

test('the name alone fills in the practice, until it has a name of its own, and Enter goes on to what is still empty', async () => {
  answers.set('POST /api/auth/register', done)
  answers.set('GET /api/auth/user', () => Response.json({ id: uuidv7(), firstName: 'Nia', practice: { id: uuidv7() } }))
  const { screen, at } = await open(RegisterPage, '/register')
  await expect.element(screen.getByLabelText('Your name')).toHaveFocus()
  await userEvent.keyboard('Nia Rees{Enter}')
  await expect.element(screen.getByLabelText('E-mail')).toHaveFocus()
  await userEvent.keyboard('nia@example.com{Enter}')
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveFocus()
  await screen.getByLabelText('Practice name').fill('Hot Shoes')
  await screen.getByLabelText('Your name').fill('Nia Rhys')
  await expect.element(screen.getByLabelText('Practice name')).toHaveValue('Hot Shoes')
  await screen.getByLabelText('Password', { exact: true }).click()
  await userEvent.keyboard('hot shoe, cold water{Enter}')
  await expect.poll(at).toBe('/welcome')
  const body = { firstName: 'Nia', lastName: 'Rhys', practiceName: 'Hot Shoes', email: 'nia@example.com', password: 'hot shoe, cold water' }
  expect(sent).toContainEqual({ route: 'POST /api/auth/register', body })
})

test('a practice that was registered as the signal went is opened when it is back, and not registered again', async () => {
  answers.set('POST /api/auth/register', done)
  answers.set('GET /api/auth/user', () => Promise.reject(new TypeError('Failed to fetch')))
  const { screen, at } = await open(RegisterPage, '/register')
  await screen.getByLabelText('Your name').fill('Nia Rees')
  await screen.getByLabelText('E-mail').fill('nia@example.com')
  await screen.getByLabelText('Password', { exact: true }).fill('hot shoe, cold water')
  await screen.getByRole('button', { name: 'Register' }).click()
  await expect.element(screen.getByRole('heading', { name: "You're registered" })).toBeVisible()
  await screen.getByRole('button', { name: 'Carry on' }).click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('No connection. Try again when you have signal.')
  answers.set('GET /api/auth/user', () => Response.json({ id: uuidv7(), firstName: 'Nia', practice: { id: uuidv7() } }))
  await screen.getByRole('button', { name: 'Carry on' }).click()
  await expect.poll(at).toBe('/welcome')
  expect(sent.filter(({ route }) => route === 'POST /api/auth/register')).toHaveLength(1)
})

test('a forgotten password is replaced by a mailed link, with or without an account', async () => {
  answers.set('GET /api/auth/options', () => Response.json({ emailLink: true, demo: false }))
  answers.set('POST /api/auth/email-link', done)
  const { screen } = await open(SignInPage)
  await screen.getByRole('link', { name: 'Forgotten your password?' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Forgotten your password?' })).toBeVisible()
  await screen.getByRole('button', { name: 'Send the link' }).click()
  await expect.element(screen.getByText('Enter an e-mail address such as sarah@example.com')).toBeVisible()
  await screen.getByLabelText('E-mail').fill(' nia@example.com ')
  await screen.getByRole('button', { name: 'Send the link' }).click()
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent('If nia@example.com has an account, an e-mail with a link is on its way. The link works once, within half an hour.')
  expect(sent).toContainEqual({ route: 'POST /api/auth/email-link', body: { email: 'nia@example.com', isForgotten: true } })
})

test('where no mail is sent, a forgotten password says so and who can help', async () => {
  window.location.hash = 'forgotten'
  const { screen } = await open(SignInPage)
  await expect.element(screen.getByText(/^This server sends no e-mail/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Send the link' })).not.toBeInTheDocument()
})

test('the link to a new password wants one, and one that is spent leads to the next', async () => {
  window.location.hash = 'password=abc'
  answers.set('POST /api/auth/email-link/use', () => refuse('link_spent'))
  const { screen, at } = await open(SignInPage)
  await screen.getByRole('button', { name: 'Save and sign in' }).click()
  await expect.element(screen.getByText('At least 10 characters', { exact: true })).toBeVisible()
  expect(sent.some(({ route }) => route.startsWith('POST'))).toBe(false)
  await screen.getByLabelText('New password').fill('a new long password')
  await screen.getByRole('button', { name: 'Save and sign in' }).click()
  await expect.element(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '#forgotten')
  answers.set('POST /api/auth/email-link/use', done)
  await screen.getByRole('button', { name: 'Save and sign in' }).click()
  await expect.poll(at).toBe('/')
  expect(sent).toContainEqual({ route: 'POST /api/auth/email-link/use', body: { token: 'abc', password: 'a new long password' } })
})

test('a device is signed out from the list, this one is marked', async () => {
  const session = (id: string, device: string, isCurrent: boolean) => ({
    id,
    device,
    isCurrent,
    createdAt: '2026-11-20T10:00:00.000Z',
    lastSeenAt: '2026-11-21T10:00:00.000Z',
  })
  let list = [
    session('0198a3d2-0000-7000-8000-000000000001', 'Safari on iPhone', false),
    session('0198a3d2-0000-7000-8000-000000000002', 'Firefox on Linux', true),
  ]
  answers.set('GET /api/auth/sessions', () => Response.json(list))
  answers.set('DELETE /api/auth/sessions/0198a3d2-0000-7000-8000-000000000001', () => {
    list = list.slice(1)
    return done()
  })
  const { screen } = await open(SessionsPage, '/settings/sessions')
  await expect.element(screen.getByText('This device')).toBeVisible()
  await screen.getByRole('button', { name: /^Sign out Safari on iPhone/ }).click()
  await expect.element(screen.getByText('Safari on iPhone', { exact: true })).not.toBeInTheDocument()
  await expect.element(screen.getByText('Firefox on Linux')).toBeVisible()
})

test('no screen here has an accessibility fault, on a phone or a desktop, light or dark', async () => {
  answers.set('GET /api/auth/sessions', () => Response.json([]))
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    for (const [Page, hash] of [
      [SignInPage, ''],
      [SignInPage, 'forgotten'],
      [SignInPage, 'password=abc'],
      [RegisterPage, ''],
      [Sessions, ''],
    ] as const) {
      window.location.hash = hash
      const { screen } = await open(Page)
      await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await axeFindings(), `${Page.name} ${hash} ${width} ${theme}`).toEqual([])
      await screen.unmount()
    }
  }
  delete document.documentElement.dataset.theme
  await page.viewport(1280, 800)
})

test('only a screen of ours is gone to after signing in', () => {
  expect(nextScreen('?next=%2Fclients%3Fq%3D1')).toBe('/clients?q=1')
  for (const bad of ['?next=https://evil.example', '?next=//evil.example', '?next=/%5Cevil.example', '?next=', '']) {
    expect(nextScreen(bad)).toBe('/')
  }
})
