import type { Page } from 'playwright'
import { cast, castHorse } from '#db/cast.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { acceptAll, asOwner, button, farrier, horsePath, MULBERRY, OWNER, said, seatAs, signedOut, signInAs } from './portal-people.ts'
import type { Opened } from './steps.ts'

const [VET, PHYSIO, BUSY] = ['mia@screens.example', 'tom@screens.example', 'busy@screens.example']
const SLUG = 'demo'
const carePath = (id: string, rest = '') => `/my/care/${SLUG}/${id}${rest}`
const day = (days: number) => addDays(dayOf(currentTime(), 'Europe/London'), days)
const LONG = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch Equine Hospital and Referrals'

/** A vet or physio who has come in: Callum’s service begun by him, requested by the farrier, agreed by word of mouth. */
const made = new Map<string, Promise<void>>()
const once = (what: string, work: () => Promise<void>) => {
  const known = made.get(what) ?? work()
  made.set(what, known)
  return known
}

const servicesOn = (page: Page) =>
  once('services', async () => {
    await farrier(page, '/api/settings', { services: { 'vet-integration': true, 'para-professional': true } }, 'put')
  })

/** The owner of a horse begins a service for all theirs. */
const begun = (page: Page, service: string, clientId: string = OWNER) =>
  once(`${service} ${clientId}`, async () => {
    await servicesOn(page)
    await asOwner(page, `/my/at/${SLUG}/services?service=${service}&for=${clientId}`, clientId)
    // Which horses, then what it costs: each page has one button.
    for (let pages = 2; pages > 0 && new URL(page.url()).pathname !== '/my/services'; pages--) {
      for (const box of await page.getByRole('checkbox').all()) await box.check()
      await page.getByRole('main').getByRole('button').last().click()
      await page.waitForLoadState()
    }
  })

type Letting = {
  to: string
  role: 'vet' | 'para-professional'
  name: string
  horseId?: string
  also?: string[]
  practice?: string
  days?: number
}

async function letIn(page: Page, { to, role, name, horseId = MULBERRY, also = [], practice, days = 90 }: Letting) {
  const body = { role, name, to, alsoHorseIds: also, untilOn: day(days), how: 'said', ...(practice && { practice }) }
  await farrier(page, `/api/horses/${horseId}/grants`, body)
}

/** Seats the browser as a vet or physio who is in. */
async function asCarer(page: Page, path: string, who: Letting) {
  await once(`in ${who.to}`, async () => {
    await begun(page, who.role === 'vet' ? 'vet-integration' : 'para-professional')
    await letIn(page, who)
    await signInAs(page, who.to)
    await acceptAll(page)
  })
  await signInAs(page, who.to)
  await page.goto(path)
}
const asVet = (page: Page, path: string) => asCarer(page, path, { to: VET, role: 'vet', name: 'Mia Bevan', practice: 'Teme Vets' })
const asPhysio = (page: Page, path: string) => asCarer(page, path, { to: PHYSIO, role: 'para-professional', name: 'Tom Pugh', days: 12 })

/** The vet of the demo itself, who has films. */
const asDemoVet = async (page: Page, path: string) => {
  await seatAs(page, 'demo vet', async () => {
    await page.goto('/my/sign-in')
    await button(page, 'Open as a vet').click()
    await page.waitForURL('**/my/care')
  })
  await page.goto(path)
}
const DUCHESS = castHorse('Duchess').id
const RHYS = cast.clients.rhysAmery.id
const servicePath = `/my/at/${SLUG}/services?service=vet-integration&for=${RHYS}`
const THE_COLONEL = castHorse('The Colonel').id

/** Asks an owner; where the page of their link leads. */
const agreePath = (page: Page, horse: string) => asked(page, horse).then((text) => new URL(/http\S+/.exec(text)?.[0] ?? '').pathname)
const questions = new Map<string, Promise<string>>()
const asked = (page: Page, horse: string) => {
  const known =
    questions.get(horse) ??
    (async () => {
      await begun(page, 'vet-integration')
      await farrier(page, `/api/horses/${MULBERRY}/grants`, {
        ...{ role: 'vet', name: horse, to: `${horse.toLowerCase().replace(/\W/g, '')}@screens.example`, practice: 'Marches Equine' },
        ...{ untilOn: day(90), how: 'link' },
      })
      return said(page, (text) => text.includes(horse), 'care_ask')
    })()
  questions.set(horse, known)
  return known
}

const professional = async (page: Page, horseId: string) => {
  await page.goto(`/horses?horse=${horseId}&tab=details`)
  await page.getByRole('region', { name: 'Professional Services' }).scrollIntoViewIfNeeded()
}

/** Pages of vets, physios and of who lets them in; with what the farrier sees of them. */
export const CARE: Opened = {
  'care-list': (page) => asDemoVet(page, '/my/care'),
  'care-list-empty': async (page) => {
    await asPhysio(page, '/my/care')
    await asCarer(page, '/my/care', { to: BUSY, role: 'para-professional', name: 'Nobody' })
    if (await page.getByRole('link', { name: /^Mulberry/ }).isVisible()) {
      await page.getByRole('link', { name: /^Mulberry/ }).click()
      await page.getByText('End my access', { exact: true }).click()
      await button(page, /^End my access to/).click()
    }
    await page.goto('/my/care')
  },
  'care-list-ending': (page) => asPhysio(page, '/my/care'),
  'care-horse': (page) => asDemoVet(page, carePath(DUCHESS)),
  'care-horse-para': (page) => asPhysio(page, carePath(MULBERRY)),
  'care-horse-ended': async (page) => {
    await asCarer(page, carePath(MULBERRY), { to: BUSY, role: 'para-professional', name: 'Nobody' })
    if (!(await page.getByText('Your access has ended').isVisible())) {
      await page.getByText('End my access', { exact: true }).click()
      await button(page, /^End my access to/).click()
      await page.goto(carePath(MULBERRY))
    }
  },
  'care-film': async (page) => {
    await asDemoVet(page, carePath(DUCHESS))
    await page.getByRole('link', { name: 'Look at the film' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Length', exact: true }).waitFor()
  },
  'care-upload': async (page) => {
    await asDemoVet(page, carePath(DUCHESS))
    const note = { name: 'hoof.png', mimeType: 'image/png', buffer: Buffer.from('<!doctype html><p>a page</p>') }
    await page.getByLabel('Choose files').setInputFiles(note)
    await page.getByRole('region', { name: 'Send films and files' }).scrollIntoViewIfNeeded()
  },
  'care-notes': (page) => asDemoVet(page, carePath(DUCHESS, '/notes')),
  'care-notes-para': (page) => asPhysio(page, carePath(MULBERRY, '/notes')),
  'care-plan-form': async (page) => {
    await asDemoVet(page, carePath(DUCHESS, '/notes'))
    await page.getByText('Write a shoeing plan').click()
    await page.getByText('Near fore', { exact: true }).click()
  },
  'care-plan-refused': async (page) => {
    await asDemoVet(page, carePath(DUCHESS, '/notes'))
    await page.getByText('Write a shoeing plan').click()
    await page.getByText('Near fore', { exact: true }).click()
    await page.getByLabel('Wedge, °').first().fill('300')
    await button(page, 'Send the plan').click()
    await page.getByRole('alert').waitFor()
  },
  'care-note-refused': async (page) => {
    await asDemoVet(page, carePath(DUCHESS, '/notes'))
    await page.getByRole('textbox', { name: 'Note' }).fill(LONG.repeat(130))
    await button(page, 'Send the note').click()
    await page.getByRole('alert').waitFor()
  },

  agree: async (page) => page.goto(await agreePath(page, 'Nia Ellis')),
  'agree-yes': async (page) => {
    await page.goto(await agreePath(page, 'Huw Ellis'))
    if (await button(page, 'Yes, I agree').isVisible()) await button(page, 'Yes, I agree').click()
    await page.getByText('You have agreed.').waitFor()
  },
  'agree-no': async (page) => {
    await page.goto(await agreePath(page, 'Rhys Ellis'))
    if (await button(page, 'No, thank you').isVisible()) await button(page, 'No, thank you').click()
    await page.getByText('You said no.').waitFor()
  },
  'agree-stopped': async (page) => {
    await page.goto(await agreePath(page, 'Elin Ellis'))
    if (await button(page, 'Yes, I agree').isVisible()) await button(page, 'Yes, I agree').click()
    if (await button(page, /^Stop it now/).isVisible()) await button(page, /^Stop it now/).click()
    await page.getByText('This has been stopped.').waitFor()
  },
  'agree-nothing': (page) => page.goto('/agree/nothing'),
  'join-vet': async (page) => {
    await begun(page, 'vet-integration')
    await once('join vet', () => letIn(page, { to: 'join-vet@screens.example', role: 'vet', name: 'Sioned Prys', practice: LONG }))
    await signInAs(page, 'join-vet@screens.example')
    await page.goto('/my')
  },

  'my-services': async (page) => {
    await begun(page, 'vet-integration')
    await asOwner(page, '/my/services')
  },
  'my-service': async (page) => {
    await servicesOn(page)
    await asOwner(page, servicePath, RHYS)
  },
  'my-service-facts': async (page) => {
    await servicesOn(page)
    await asOwner(page, `${servicePath}&horse=${castHorse('Clover').id}`, RHYS)
  },
  'sharing-vets': async (page) => {
    await asVet(page, '/my/care')
    await asOwner(page, '/my/sharing')
    for (const summary of await page.getByRole('main').locator('summary').all()) await summary.click()
  },
  'my-horse-vets': (page) => asOwner(page, horsePath(MULBERRY)),

  'professional-none': (page) => professional(page, THE_COLONEL),
  'professional-open': (page) => professional(page, DUCHESS),
  'professional-much': async (page) => {
    await asVet(page, '/my/care')
    await agreePath(page, 'Nia Ellis')
    await professional(page, MULBERRY)
  },
  'professional-invite': async (page) => {
    await professional(page, DUCHESS)
    await button(page, 'Let a vet see it').click()
    await page.getByRole('dialog').waitFor()
  },
  'professional-refused': async (page) => {
    await professional(page, DUCHESS)
    await button(page, 'Let a vet see it').click()
    await page.getByLabel('Their name').fill('Mia')
    await page.getByLabel('Their e-mail or mobile number').fill('nowhere')
    await button(page, 'Ask the owner').click()
    await page.getByText(/neither an e-mail address/).waitFor()
  },
  'plan-services': async (page) => {
    await page.goto('/settings/plan')
    await page.locator('h1').first().waitFor()
  },
  'care-to-do': async (page) => {
    await page.goto('/tasks')
    await page.getByRole('list', { name: 'From vets and para-professionals' }).waitFor()
  },
  'care-answer': async (page) => {
    await page.goto('/tasks')
    await page.getByRole('list', { name: 'From vets and para-professionals' }).getByRole('button', { name: 'Answer' }).first().click()
    await page.getByRole('dialog').waitFor()
  },
  'horse-plan': (page) => page.goto(`/horses?horse=${DUCHESS}&tab=details`),
  'stop-with-plan': async (page) => {
    await plannedNext(page)
    await page.goto('/round')
    await page
      .getByText(/vet’s plan:/i)
      .first()
      .waitFor()
  },
  'closeout-with-plan': async (page) => {
    await plannedNext(page)
    await page.goto('/round')
    await button(page, 'Done').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Vet’s plan, not used yet').click()
    await dialog.getByRole('button', { name: 'Use the plan' }).scrollIntoViewIfNeeded()
  },
  'demo-sign-in': async (page) => {
    await signedOut(page)
    await page.goto('/my/sign-in')
  },
}

type Visit = { clientId: string | null; status: string; isCallComplete: boolean; startTime: string; horses: { horseId: string | null }[] }

/** A plan for the first horse of the next stop; where none is left today, one more is booked. */
const plannedNext = (page: Page) =>
  once('planned next', async () => {
    const today = day(0)
    const visits = await farrier<Visit[]>(page, `/api/appointments?date=${today}`)
    const isNext = ({ clientId, status, isCallComplete, horses }: Visit) =>
      clientId && status === 'booked' && !isCallComplete && horses[0]?.horseId
    const next = visits.toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1)).find(isNext)
    const horseId = next?.horses[0]?.horseId ?? castHorse('Merlin').id
    const clientId = next?.clientId ?? cast.clients.sarahPenrose.id
    const when = { startTime: `${today}T22:00:00Z`, endTime: `${today}T22:30:00Z` }
    if (!next) await farrier(page, '/api/appointments', { title: 'Merlin', clientId, horses: [{ horseId }], ...when })
    await begun(page, 'vet-integration', clientId)
    await letIn(page, { to: 'next@screens.example', role: 'vet', name: 'Mia Bevan', horseId })
    await signInAs(page, 'next@screens.example')
    await acceptAll(page)
    await page.goto(carePath(horseId, '/notes'))
    await page.getByText('Write a shoeing plan').click()
    await page.getByText('Near fore', { exact: true }).click()
    await page.getByLabel('Wedge, °').first().fill('3')
    await page.getByLabel('Pad').first().fill('Leather pad')
    await page.getByLabel('Review on').last().fill(day(42))
    await button(page, 'Send the plan').click()
    await page.getByText('Written so far').waitFor()
  })
