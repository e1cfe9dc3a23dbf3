import type { Page } from 'playwright'
import { cast, castHorse } from '#db/cast.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'

/** The views that open over or next to a screen, by the name of their picture: the steps to each in the demo practice. */
export const OPENED: Record<string, (page: Page) => Promise<unknown>> = {
  'client-details': (page) => client(page, 'Details'),
  'client-sms-settings': (page) => client(page, 'SMS Settings'),
  'client-horses': (page) => client(page, 'Horses'),
  'client-timeline': (page) => client(page, 'Timeline'),
  'client-new': (page) => press(page, '/clients', 'Add Client'),
  'client-edit': async (page) => {
    await page.goto('/clients')
    await page.getByRole('button', { name: /^Edit/ }).first().click()
    await page.getByRole('dialog').waitFor()
  },
  'clients-alike': (page) => press(page, '/clients', 'Review'),
  'yard-record': async (page) => {
    await page.goto('/yards')
    await page.getByText('Hollybush Farm Livery').first().click()
    await page.getByText('Gate code').first().waitFor()
  },
  'yards-map': async (page) => {
    await page.goto('/yards')
    await page
      .getByRole('radio', { name: 'Map' })
      .or(page.getByRole('tab', { name: 'Map' }))
      .or(page.getByRole('button', { name: 'Map' }))
      .first()
      .click()
  },
  'yard-new': (page) => press(page, '/yards', 'Add Yard'),
  'reports-rows': (page) => press(page, '/reports', 'See the rows'),
  'reports-figures': async (page) => {
    await page.goto('/reports?type=revenue-summary')
    await page.getByRole('button', { name: 'Show the figures' }).first().click()
    await page.getByRole('table').first().waitFor()
  },
  'integration-connect': (page) => integration(page, false),
  'integration-settings': (page) => integration(page, true),
  'integration-disconnect': async (page) => {
    await integration(page, true)
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog', { name: /^Disconnect/ }).waitFor()
  },
  'horse-record': (page) => page.goto(`/horses?horse=${castHorse('Biscuit').id}`),
  'horse-photos': (page) => page.goto(`/horses?horse=${castHorse('Biscuit').id}&tab=photos`),
  'horse-files': (page) => page.goto(`/horses?horse=${castHorse('Biscuit').id}&tab=files`),
  'horse-file-card': (page) => fileCard(page, 'farrier', 'image'),
  'horse-file-received': (page) => fileCard(page, 'vet', 'radiograph'),
  'horse-file-refused': async (page) => {
    await fileCard(page, 'farrier', 'image')
    const note = { name: 'hoof.png', mimeType: 'image/png', buffer: Buffer.from('a note') }
    await page.locator('input.uppy-Dashboard-input').first().setInputFiles(note)
    await page.getByRole('alert').scrollIntoViewIfNeeded()
  },
  'horse-summary': (page) => page.goto(`/horse-summary?horse=${castHorse('Biscuit').id}`),
  'horse-new': (page) => press(page, '/horses', 'Add Horse'),
  'horse-edit': async (page) => {
    await page.goto('/horses')
    await page.getByRole('button', { name: /^Edit/ }).first().click()
    await page.getByRole('dialog').waitFor()
  },
  'horse-filters': (page) => press(page, '/horses', 'Show only a yard, an owner or a breed'),
  'calendar-day': (page) => page.goto('/calendar?view=day'),
  'calendar-6-day': (page) => page.goto('/calendar?view=6-day'),
  'calendar-week': (page) => page.goto('/calendar?view=week'),
  'calendar-month': (page) => page.goto('/calendar?view=month'),
  'visit-popover': visit,
  'visit-new': (page) => press(page, '/calendar', 'New Appointment'),
  'visit-edit': async (page) => {
    await visit(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('dialog', { name: /Edit/ }).waitFor()
  },
  'visit-move': async (page) => {
    await visit(page)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Move to/ })
      .click()
  },
  'visit-card': visitCard,
  'visit-card-page': async (page) => {
    await visitCard(page)
    await page.goto((await cardLink(page).getAttribute('href')) ?? '')
  },
  'visit-money': visitMoney,
  'visit-payment': async (page) => {
    await visitMoney(page)
    await page.getByRole('button', { name: 'Take payment' }).first().click()
    await page.getByRole('dialog', { name: /^Payment from/ }).waitFor()
  },
  'client-money': async (page) => {
    await page.goto('/clients')
    await page.getByRole('button', { name: /^Owe money/ }).click()
    await page.getByRole('region', { name: 'Clients' }).getByRole('listitem').getByRole('button').first().click()
    await page.getByRole('tab', { name: 'Money' }).click()
    await page.getByRole('region', { name: 'Invoices' }).waitFor()
  },
  'visit-card-gone': (page) => page.goto('/visit/taken-back'),
  'day-menu': dayMenu,
  'day-move': async (page) => {
    await dayMenu(page)
    await page.getByRole('menuitem', { name: /Move the whole day/ }).click()
    await page.getByRole('dialog').waitFor()
  },
  'time-off': (page) => press(page, '/calendar', 'Take time off'),
  'round-map': (page) => press(page, '/round', 'Map'),
  'round-order': (page) => press(page, '/round', 'Order the round'),
  'round-late': (page) => press(page, '/round', 'Running late'),
  'round-add-stop': (page) => press(page, '/round', 'Add a stop'),
  closeout: async (page) => {
    await press(page, '/round', 'Done', false)
    const dialog = page.getByRole('dialog')
    const step = dialog.getByRole('group', { name: 'Next step' }).getByRole('button')
    // An earlier picture may have finished it already.
    if (!/ done/.test((await step.textContent()) ?? '')) await step.click()
  },
  'closeout-foot': async (page) => {
    await OPENED.closeout?.(page)
    const write = page.getByRole('button', { name: 'Write down the feet' })
    if (await write.isVisible()) await write.click()
    await page.getByRole('list', { name: 'Feet' }).getByRole('button').nth(1).click()
  },
  'closeout-camera': async (page) => {
    await OPENED['closeout-foot']?.(page)
    await takePhoto(page)
    await page.getByRole('button', { name: /^Take another photo of the .*, solar$/ }).click()
    await page.getByRole('img', { name: 'The last photo, laid over' }).waitFor()
  },
  'foot-over-time': async (page) => {
    await OPENED['closeout-foot']?.(page)
    await takePhoto(page)
    await takePhoto(page)
    await page.getByRole('button', { name: /^Open \d+ photos of the .*, solar$/ }).click()
    await page.getByRole('button', { name: / over time$/ }).click()
    await page.getByRole('slider').waitFor()
  },
  'voice-note': (page) => press(page, '/', 'Voice Note'),
  'closeout-template': async (page) => {
    await OPENED.closeout?.(page)
    await page.getByRole('button', { name: 'Use a template' }).first().click()
    await page.getByRole('menuitem').first().waitFor()
  },
  'messages-thread': (page) => conversation(page, 'Sarah Penrose'),
  'messages-reply': async (page) => {
    await conversation(page, 'Sarah Penrose')
    await page.getByRole('button', { name: /^Reply to: No blood/ }).click()
    // A draft may be left from an earlier picture.
    await page.getByRole('textbox', { name: /^Message / }).fill('')
    await page.getByRole('button', { name: 'Next Visit' }).click()
  },
  'messages-new': (page) => press(page, '/messages', 'New Message'),
  'messages-settings': (page) => press(page, '/messages', 'Settings'),
  gdpr: (page) => page.goto('/clients?tab=gdpr'),
  'gdpr-request': async (page) => {
    await page.goto('/clients?tab=gdpr')
    await page
      .getByRole('button', { name: /Access\. Received/ })
      .first()
      .click()
    await page.getByRole('region', { name: 'History' }).waitFor()
  },
  'gdpr-record': (page) => press(page, '/clients?tab=gdpr', 'Record request'),
  'gdpr-send': (page) => press(page, '/clients?tab=gdpr', 'Send by SMS'),
  terms: (page) => page.goto('/clients?tab=terms'),
  'terms-send': (page) => press(page, '/clients?tab=terms', 'Send terms'),
  'terms-edit': (page) => press(page, '/clients?tab=terms', 'Edit'),
  'your-data-gone': (page) => page.goto('/your-data/of-nobody'),
  'invoice-page': async (page) => openPaper(page, (one) => `/api/invoices/${one.id}/link`),
  'statement-page': async (page) => openPaper(page, (one) => `/api/accounts/${one.payerClientId}/statement/link`),
  'invoice-gone': (page) => page.goto('/invoice/taken-back'),
  'money-to-invoice': (page) => page.goto('/money?tab=to-invoice'),
  'money-line': (page) => press(page, '/money?tab=to-invoice', 'Add a line'),
  'money-issue': (page) => press(page, '/money?tab=to-invoice', 'Preview and issue'),
  'money-invoices': (page) => page.goto('/money?tab=invoices'),
  'money-invoice': invoice,
  'money-credit': async (page) => {
    await invoice(page)
    await page.getByRole('button', { name: 'Credit', exact: true }).click()
    await page.getByRole('dialog', { name: /^Credit / }).waitFor()
  },
  'money-payments': (page) => page.goto('/money?tab=payments'),
  'money-payment-new': (page) => press(page, '/money', 'Record payment'),
  'money-bank': (page) => page.goto('/money?tab=bank'),
  'money-owed': (page) => page.goto('/money?tab=owed'),
  'money-statement': (page) => press(page, '/money?tab=owed', /^Statement for/),
  'expense-new': (page) => press(page, '/money/expenses', 'Add an expense'),
  'miles-new': (page) => press(page, '/money/mileage', 'Add miles'),
  'money-settings-vat': (page) => page.goto('/settings/money?tab=vat'),
  'money-settings-fees': (page) => page.goto('/settings/money?tab=fees'),
  'task-new': (page) => press(page, '/tasks', 'Add a task'),
  'template-edit': (page) => press(page, '/settings/templates', /^Heart bars/),
  'kind-edit': (page) => press(page, '/settings/prices', /^Shoe back on/),
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

async function client(page: Page, tab: string) {
  await page.goto(`/clients?client=${cast.clients.sarahPenrose.id}`)
  await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('tabpanel').last().waitFor()
}

async function press(page: Page, path: string, name: string | RegExp, opensDialog = true) {
  await page.goto(path)
  await page.getByRole('button', { name }).first().click()
  if (opensDialog) await page.getByRole('dialog').first().waitFor()
}

/** Opens the newest invoice that is not fully paid. */
async function invoice(page: Page) {
  await page.goto('/money?tab=invoices&show=open')
  await page.getByRole('region', { name: 'Invoices' }).getByRole('button', { name: /INV-/ }).first().click()
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
}

/** Opens the page a payer reads by a link: of the newest invoice that is not fully paid. */
async function openPaper(page: Page, link: (invoice: { id: string; payerClientId: string }) => string) {
  await page.goto('/money')
  const { origin } = new URL(page.url())
  const open: { id: string; payerClientId: string }[] = await (await page.request.get(`${origin}/api/invoices?state=open&limit=1`)).json()
  const [newest] = open
  if (!newest) throw new Error('nothing is to be paid')
  const { url } = await (await page.request.post(origin + link(newest), { data: { from: '2026-01-01' } })).json()
  await page.goto(new URL(url).pathname)
}

/** Opens the conversation with a client. */
async function conversation(page: Page, client: string) {
  await page.goto('/messages')
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: client }).first().click()
  await page.getByRole('textbox', { name: /^Message / }).waitFor()
}

/** Opens the card that adds a file to a horse, with its picker drawn. */
async function fileCard(page: Page, by: string, type: string) {
  await page.goto(`/horses?horse=${castHorse('Biscuit').id}&tab=files`)
  await page.getByRole('button', { name: 'Add a file' }).click()
  await page.getByLabel('Who made it').selectOption(by)
  await page.getByLabel('File type').selectOption(type)
  await page.getByRole('button', { name: /choose a file/i }).scrollIntoViewIfNeeded()
}

/** Takes a photo of the sole of the open foot, with the tests' camera. */
async function takePhoto(page: Page) {
  await page.context().grantPermissions(['camera'])
  await page.getByRole('button', { name: /^Take (a|another) photo of the .*, solar$/ }).click()
  await page.getByRole('button', { name: 'Take the photo' }).click()
  await page.getByRole('button', { name: 'Take again' }).waitFor()
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('button', { name: /^Open .* of the .*, solar$/ }).waitFor()
}

/** Opens the first visit of next week, which is still to come. */
async function visit(page: Page) {
  await page.goto(nextWeek())
  await page
    .getByRole('main')
    .getByRole('button', { name: /\d\d:\d\d to/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).waitFor()
}

/** Opens the cards of a visit of last week, which is finished. */
/** A visit to a horse in the diary, and no entry of one's own. */
const aVisit = (page: Page) =>
  page
    .locator('main [data-visit]')
    .filter({ hasText: /trim|refit|shoes new/ })
    .first()

async function visitCard(page: Page) {
  await page.goto(`/calendar?date=${addDays(dayOf(currentTime(), cast.practice.zone), -7)}`)
  await aVisit(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Visit card' }).click()
  await cardLink(page).waitFor()
}

/** Opens the money of a visit of last week, which is finished. */
async function visitMoney(page: Page) {
  await page.goto(`/calendar?date=${addDays(dayOf(currentTime(), cast.practice.zone), -7)}`)
  await aVisit(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Money' }).click()
  await page.getByRole('button', { name: 'Take payment' }).first().waitFor()
}

const cardLink = (page: Page) => page.getByRole('link', { name: /^Open .+'s card$/ }).first()

const nextWeek = () => `/calendar?date=${addDays(dayOf(currentTime(), cast.practice.zone), 7)}`

async function dayMenu(page: Page) {
  await page.goto(nextWeek())
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await page.getByRole('menuitem').first().waitFor()
}

/** The dialog of the calendar that is written to, before and after it is connected. */
async function integration(page: Page, isOn: boolean) {
  await page.goto('/integrations')
  const { origin } = new URL(page.url())
  const settings = { address: 'https://caldav.icloud.com', account: 'gareth@icloud.example', apiKey: 'abcd-efgh-ijkl-3f9a' }
  await page.request.put(`${origin}/api/integrations/caldav`, {
    headers: { origin },
    data: isOn ? { enabled: true, settings } : { enabled: false },
  })
  await page.reload()
  const card = page.getByRole('listitem').filter({ hasText: 'Apple and CalDAV' })
  await card.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('dialog').waitFor()
}
