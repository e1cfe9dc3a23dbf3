import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ShellSignInPage } from '#features/core/practice/web/ShellSignInPage.tsx'
import { SignInPage } from '#features/core/practice/web/SignInPage.tsx'
import { shellAsks, thisDevice } from '#features/core/practice/web/shell-link.ts'
import { uuidv7 } from '#lib/ids.ts'
import { refreshSession } from '#platform/web/session/session.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { answers, done, open, passkeysOf, refuse, sent, startBeforeSession } from '#testing/browser/before-session.tsx'
import '#ui/styles.css'

startBeforeSession()

const CHALLENGE = 'c'.repeat(43)
const QUERY = `challenge=${CHALLENGE}&state=state-of-the-app&client=desktop&model=ThinkPad+X1`
const ADDRESS = `/sign-in/shell?${QUERY}`
const MADE = { code: 'k'.repeat(43), codeUntil: '2026-11-25T10:01:00.000Z', letters: 'BCDFGHJK', lettersUntil: '2026-11-25T10:05:00.000Z' }

const GARETH = {
  id: uuidv7(),
  memberId: uuidv7(),
  sessionId: uuidv7(),
  firstName: 'Gareth',
  lastName: 'Probert',
  role: 'owner',
  practice: { id: uuidv7(), name: 'Probert Farriery', zone: 'Europe/London' },
}

/** Someone is signed in in this browser. */
async function signedIn() {
  answers.set('GET /api/auth/user', () => Response.json(GARETH))
  await refreshSession()
}
/** Where the browser was sent. */
function leaving() {
  const gone: string[] = []
  passkeysOf({ goOutside: (address) => void gone.push(address) })
  return gone
}

test('one press lets the app in: the page goes to it with the code, and shows the letters', async () => {
  await signedIn()
  const gone = leaving()
  answers.set('POST /api/auth/shell/code', () => Response.json(MADE, { status: 201 }))
  const { screen } = await open(ShellSignInPage, ADDRESS)
  await expect.element(screen.getByRole('heading', { name: 'Sign in to Pritchel on this computer' })).toBeVisible()
  for (const shown of ['ThinkPad X1', 'Probert Farriery', 'Gareth Probert']) await expect.element(screen.getByText(shown)).toBeVisible()
  // Opening the page makes nothing.
  expect(sent.filter(({ route }) => route.startsWith('POST'))).toEqual([])
  await screen.getByRole('button', { name: 'Sign in on this computer' }).click()
  await expect.element(screen.getByText('BCDF GHJK')).toBeVisible()
  expect(sent.filter(({ route }) => route.startsWith('POST'))).toEqual([
    { route: 'POST /api/auth/shell/code', body: { challenge: CHALLENGE, client: 'desktop', model: 'ThinkPad X1' } },
  ])
  const address = `pritchel://signed-in?code=${MADE.code}&state=state-of-the-app`
  expect(gone).toEqual([address])
  await expect.element(screen.getByRole('link', { name: 'Open Pritchel' })).toHaveAttribute('href', address)
  await expect.element(screen.getByRole('button', { name: 'Sign in on this computer' })).not.toBeInTheDocument()
})

test('a refusal is shown with its sentence, and leads nowhere', async () => {
  await signedIn()
  const gone = leaving()
  answers.set('POST /api/auth/shell/code', () => refuse('wrong_origin'))
  const { screen } = await open(ShellSignInPage, ADDRESS)
  await screen.getByRole('button', { name: 'Sign in on this computer' }).click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('This request came from another site and was refused.')
  expect(gone).toEqual([])
})

test('signed out, it leads through signing in and back, with all that the app asked', async () => {
  await refreshSession()
  const { at } = await open(ShellSignInPage, ADDRESS)
  await expect.poll(at).toBe(`/sign-in?next=${encodeURIComponent(ADDRESS)}`)
  answers.set('POST /api/auth/password', done)
  const signIn = await open(SignInPage, at())
  await signIn.screen.getByLabelText('E-mail').fill('gareth@example.com')
  await signIn.screen.getByLabelText('Password', { exact: true }).fill('hot shoe, cold water')
  await signIn.screen.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(signIn.at).toBe(ADDRESS)
})

test('somebody else may sign in instead', async () => {
  await signedIn()
  const { screen } = await open(ShellSignInPage, ADDRESS)
  await expect
    .element(screen.getByRole('link', { name: 'Sign in as somebody else' }))
    .toHaveAttribute('href', `/sign-in?next=${encodeURIComponent(ADDRESS)}`)
})

test('an address that no app of ours made offers nothing to press', async () => {
  await signedIn()
  for (const query of ['', QUERY.replace('cccc', ''), QUERY.replace('desktop', 'toaster'), QUERY.replace('state=', 'other=')]) {
    const { screen } = await open(ShellSignInPage, `/sign-in/shell?${query}`)
    await expect.element(screen.getByRole('heading', { name: 'Sign in from the app' })).toBeVisible()
    expect(screen.getByRole('button').elements()).toEqual([])
    await screen.unmount()
  }
})

test('a model is one line of what can be read', () => {
  const withModel = (model: string) => shellAsks(`${QUERY.replace('ThinkPad+X1', '')}${encodeURIComponent(model)}`)?.model
  expect(withModel('ThinkPad\nX1\u202e ')).toBe('ThinkPad X1')
  expect(withModel('x'.repeat(80))).toBe('x'.repeat(60))
  expect(withModel(`${'x'.repeat(59)}\u{1F434}`)).toBe('x'.repeat(59))
  expect([thisDevice({ client: 'android', model: 'Pixel 8' }), thisDevice({ client: 'ios', model: 'iPad Air' })]).toEqual(['phone', 'iPad'])
})

test('the screen has no accessibility fault, on a phone or a desktop, light or dark', async () => {
  await signedIn()
  leaving()
  answers.set('POST /api/auth/shell/code', () => Response.json(MADE, { status: 201 }))
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    const { screen } = await open(ShellSignInPage, ADDRESS)
    const press = screen.getByRole('button', { name: 'Sign in on this computer' })
    await expect.element(press).toBeVisible()
    expect(await axeFindings(), `before ${width} ${theme}`).toEqual([])
    await press.click()
    await expect.element(screen.getByText('BCDF GHJK')).toBeVisible()
    expect(await axeFindings(), `after ${width} ${theme}`).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await screen.unmount()
  }
  delete document.documentElement.dataset.theme
  await page.viewport(1280, 800)
})
