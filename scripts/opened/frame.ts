import type { Page } from 'playwright'
import { cast } from '#db/cast.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf, instantOf } from '#lib/dates.ts'
import { type Opened, press } from './steps.ts'

/** What belongs to no feature, and the ends of a session. */
export const FRAME: Opened = {
  palette: async (page) => {
    await page.goto('/')
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('bis')
  },
  'welcome-visit': async (page) => {
    await page.goto('/welcome')
    await page.evaluate(() => sessionStorage.setItem('pritchel.welcome', JSON.stringify({ step: 'visit' })))
    await page.reload()
    await page.getByRole('button', { name: 'Finish' }).waitFor()
  },
  'offline-status': (page) => press(page, '/settings', 'Online'),
  'user-menu': async (page) => {
    await page.goto('/')
    await page
      .getByRole('button', { name: /Menu|Gareth Probert/ })
      .first()
      .click()
  },
  'sign-out-unsent': async (page) => {
    await leaveUnsent(page)
    await page
      .getByRole('button', { name: /^(Menu|Gareth Probert)/ })
      .first()
      .click()
    await page.getByText('Sign out', { exact: true }).click()
    await page.getByRole('dialog', { name: 'Sign out now?' }).waitFor()
  },
  'work-locked': async (page) => {
    await page.goto('/offline')
    await page.evaluate(`(${NOTE_LOCKED})(${currentTime().getTime()})`)
    await page.reload()
    await page.getByRole('button', { name: 'Leave it here' }).first().waitFor()
  },
  'round-left-open': async (page) => {
    await page.clock.setFixedTime(instantOf(dayOf(currentTime(), cast.practice.zone), '21:30', cast.practice.zone))
    await page.goto('/round')
    await page.getByRole('button', { name: 'Close the round' }).waitFor()
  },
  // The last two remove the browser's data of the practice.
  ended: async (page) => {
    await page.goto('/')
    const ends = page.getByRole('button', { name: 'Save as a file' })
    await page.locator('h1').first().waitFor()
    if (await ends.isVisible()) return
    await leaveUnsent(page)
    await page.evaluate(`(${END})()`)
    await page.reload()
    await ends.waitFor()
  },
  invited: async (page) => {
    await page.goto('/')
    const { origin } = new URL(page.url())
    const post = (path: string, data: object) => page.request.post(origin + path, { headers: { origin }, data })
    const [owner, nia] = ['meg', 'nia'].map((name) => `${name}.${currentTime().getTime()}@practice.example`)
    const name = { firstName: 'Meg', lastName: 'Rees' }
    await post('/api/auth/register', { ...name, email: owner, password: 'a long password', practiceName: 'Rees & Daughter Farriers' })
    const invited = await post('/api/invitations', { firstName: 'Nia', lastName: 'Rees', email: nia, role: 'farrier' })
    await page.evaluate('localStorage.clear()')
    await page.context().clearCookies()
    await page.goto('about:blank')
    await page.goto((await invited.json()).link)
    await page.getByRole('button', { name: /^Join / }).waitFor()
  },
}

/** One change that does not leave the device. */
async function leaveUnsent(page: Page) {
  await page.route('**/api/sync/push', (route) => route.abort())
  await page.goto('/tasks')
  await page.getByRole('button', { name: 'Add a task' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('Order nails')
  await dialog.getByRole('button', { name: /^(Save|Add)/ }).click()
  await dialog.waitFor({ state: 'detached' })
}

/* Notes in the local copy that the server no longer has the key to the kept changes. */
const NOTE_LOCKED = `async (at) => {
  const settled = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error)
  })
  const { id, practice } = JSON.parse(localStorage.getItem('pritchel.user'))
  const db = await settled(indexedDB.open('pritchel/' + practice.id + '/' + id))
  await settled(db.transaction('meta', 'readwrite').objectStore('meta').put({ k: 'locked', value: [{ id: 'kept', keptAt: at }] }))
  db.close()
}`

/* Ends the session as if the server had reported that it was ended on purpose. */
const END = `async () => {
  const { id, practice } = JSON.parse(localStorage.getItem('pritchel.user'))
  localStorage.setItem('pritchel.ended', JSON.stringify({ why: 'revoked', owner: { personId: id, practiceId: practice.id, deviceId: id } }))
  localStorage.removeItem('pritchel.user')
}`
