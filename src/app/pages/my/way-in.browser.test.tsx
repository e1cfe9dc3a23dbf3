import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { SettingsView } from '#app/my/settings-view.ts'
import type { CodeView, SignInView } from '#app/my/sign-in-view.ts'
import { IsThisYours } from '#app/pages/my/IsThisYours.tsx'
import { takeLinkToken } from '#app/pages/my/link-token.ts'
import { MyCodePage } from '#app/pages/my/MyCodePage.tsx'
import { MyLinkPage, MyNotMePage } from '#app/pages/my/MyLinkPage.tsx'
import { MySettingsPage } from '#app/pages/my/MySettingsPage.tsx'
import { MySignInPage } from '#app/pages/my/MySignInPage.tsx'
import '#ui/styles.css'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'

const signIn: SignInView = {
  page: 'sign-in',
  takes: ['email', 'phone'],
  isTestVersion: false,
  typed: '',
  fault: undefined,
  demoFault: undefined,
  join: undefined,
}
const code: CodeView = { page: 'code', address: 'ffion.rees@example.com', fault: undefined, isSignedIn: false }
const settings: SettingsView = {
  page: 'settings',
  addresses: [
    { kind: 'email', address: 'a.very.long.address.that.wants.to.be.wrapped.somewhere@probert-farriery.example.com' },
    { kind: 'phone', address: '+447700900118' },
  ],
  onlyPractice: null,
  isProven: true,
  devices: [
    { id: 'a', name: 'Safari on iPhone', lastSeen: 'Thursday 26 November', isCurrent: true, isShared: false, isTold: true },
    { id: 'b', name: 'Chrome on Windows', lastSeen: 'Friday 20 November', isCurrent: false, isShared: true, isTold: false },
  ],
  passkeys: [{ id: 'k', name: 'iPhone', madeAt: '2026-11-20T10:00:00.000Z', usedAt: null }],
  farriers: [
    { slug: 'probert', name: 'Probert Farriery', clients: [{ id: 'c', name: 'Ffion Rees', hides: false }], hasTerms: true },
    {
      slug: 'griffiths',
      name: 'Griffiths & Daughter, Farriers and Blacksmiths of Llanfairpwllgwyngyllgogerychwyrndrobwll',
      clients: [
        { id: 'd', name: 'Ffion Rees', hides: true },
        { id: 'e', name: 'Hollybush Farm Livery and Riding School', hides: false },
      ],
      hasTerms: false,
    },
  ],
  calendar: 'https://pritchel.example.com/my/calendar/7pQk3mZr8tXw2LhVb6NcYd4FsJ9gKaEuR1oTiWqSxCM.ics',
  pushKey: 'key',
  typed: '',
  fault: undefined,
  farriersFault: undefined,
}
const matches = [{ practiceId: 'p', name: 'Probert Farriery' }]

afterEach(() => {
  document.documentElement.removeAttribute('data-theme')
  history.replaceState(null, '', location.pathname + location.search)
})

const STATES = [
  <MySignInPage key="a" {...signIn} />,
  <MySignInPage key="b" {...signIn} isTestVersion typed="01792 555123" fault="That's neither an e-mail address nor a UK mobile number." />,
  <MySignInPage key="c" {...signIn} takes={[]} />,
  <MySignInPage key="o" {...signIn} isTestVersion demoFault="Starting up. Try again in a moment." />,
  <MyCodePage key="d" {...code} />,
  <MyCodePage key="e" {...code} isSignedIn fault="That code isn't right, or it's too old. Check it, or ask for a new one." />,
  <MyLinkPage key="f" page="link" isSpent={false} />,
  <MyLinkPage key="g" page="link" isSpent />,
  <MyNotMePage key="h" page="not-me" state="asked" />,
  <MyNotMePage key="i" page="not-me" state="done" />,
  <MyNotMePage key="j" page="not-me" state="spent" />,
  <MySettingsPage key="k" {...settings} />,
  <MySettingsPage key="l" {...settings} isProven={false} fault="Prove once more that it is you: with a code or a passkey." />,
  <MySettingsPage key="l2" {...settings} addresses={[]} passkeys={[]} isProven={false} />,
  <MySettingsPage key="m" {...settings} addresses={[]} onlyPractice="Probert Farriery" />,
  <main key="n">
    <h1>My horses</h1>
    <IsThisYours matches={matches} />
  </main>,
]

test('every page of the way in is clean on a phone in the light and a desktop in the dark, and nothing is wider than the screen', async () => {
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    for (const state of STATES) {
      const screen = await render(state)
      expect(await axeFindings()).toEqual([])
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      await screen.unmount()
    }
  }
})

test('the fields are what phones and password managers fill in, and what was wrong is shown at the field', async () => {
  const screen = await render(<MySignInPage {...signIn} typed="gareth" fault="That's neither an e-mail address nor a UK mobile number." />)
  const address = screen.getByLabelText('E-mail or mobile number')
  await expect.element(address).toHaveValue('gareth')
  await expect.element(address).toHaveAccessibleDescription("That's neither an e-mail address nor a UK mobile number.")
  await screen.rerender(<MySignInPage {...signIn} takes={['phone']} />)
  await expect.element(screen.getByLabelText('Mobile number')).toHaveAttribute('type', 'tel')
  await screen.rerender(<MySignInPage {...signIn} takes={[]} />)
  await expect.element(screen.getByText('Ask your farrier for a link.')).toBeVisible()
  await screen.rerender(<MyCodePage {...code} />)
  await expect.element(screen.getByLabelText('Code')).toHaveAttribute('autocomplete', 'one-time-code')
  await expect.element(screen.getByLabelText('Code')).toHaveAttribute('inputmode', 'numeric')
  await expect.element(screen.getByRole('button', { name: 'Send again' })).toBeVisible()
})

test('the demo opens as an owner by one press, in the test version alone', async () => {
  const screen = await render(<MySignInPage {...signIn} isTestVersion />)
  const button = screen.getByRole('button', { name: 'Open as an owner' })
  await expect.element(button).toBeVisible()
  expect(button.element().closest('form')?.getAttribute('action')).toBe('/my/sign-in/demo')
  await screen.rerender(<MySignInPage {...signIn} />)
  expect(screen.getByRole('button', { name: 'Open as an owner' }).query()).toBeNull()
})

test('the question whether it is their farrier has the practice’s name alone, and both answers', async () => {
  const screen = await render(<IsThisYours matches={matches} />)
  await expect.element(screen.getByRole('heading', { name: 'Is Probert Farriery your farrier?' })).toBeVisible()
  const buttons = [...document.querySelectorAll('button')].map(({ name, value, textContent }) => [name, value, textContent])
  expect(buttons).toEqual([
    ['answer', 'yes', 'Yes, show me'],
    ['answer', 'no', 'Not my farrier'],
  ])
})

test('what the link of a message carries goes from its fragment into the form, and out of the address', async () => {
  await render(<MyLinkPage page="link" isSpent={false} />)
  takeLinkToken()
  const field = document.querySelector<HTMLInputElement>('[name=token]')
  expect(field?.value).toBe('')
  location.hash = '#abc_DEF-123'
  takeLinkToken()
  expect(field?.value).toBe('abc_DEF-123')
  expect(location.hash).toBe('')
})
